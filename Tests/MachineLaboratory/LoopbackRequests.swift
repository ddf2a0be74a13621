/// Reads the requests of one connection, one after the other.
struct LoopbackRequests {
    private let wire: any LoopbackWire
    private var held: [UInt8] = []

    init(_ wire: any LoopbackWire) { self.wire = wire }

    /// The next request, or nil when the client is gone.
    mutating func next(connection: Int) -> LoopbackServer.Request? {
        var end = headEnd()
        while end == nil {
            guard held.count < 1 << 20, fill() else { return nil }
            end = headEnd()
        }
        guard let end else { return nil }
        let lines = held[..<end].split(separator: UInt8(ascii: "\n"))
            .map { line in String(decoding: line.filter { $0 != 13 }, as: UTF8.self) }
        held.removeFirst(end)
        guard let words = lines.first?.split(separator: " "), words.count >= 2 else { return nil }
        let headers = lines.dropFirst().compactMap(Self.field)
        let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
        while held.count < length { guard fill() else { return nil } }
        let body = Array(held.prefix(length))
        held.removeFirst(min(length, held.count))
        return LoopbackServer.Request(
            method: String(words[0]), target: String(words[1]), headers: headers, body: body, connection: connection)
    }

    private static func field(_ line: String) -> (name: String, value: String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return (line[..<colon].lowercased(), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }

    private func headEnd() -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard held.count >= mark.count else { return nil }
        return (0...(held.count - mark.count)).first { held[$0..<($0 + 4)].elementsEqual(mark) }.map { $0 + 4 }
    }

    private mutating func fill() -> Bool {
        let bytes = wire.read()
        held += bytes
        return !bytes.isEmpty
    }
}
