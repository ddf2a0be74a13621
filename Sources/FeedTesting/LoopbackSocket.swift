import Glibc

/// The sockets of a `LoopbackServer`: blocking, each on a thread of its own.
enum LoopbackSocket {
    static func listen(_ host: String, _ port: Int) -> (socket: Int32, port: Int)? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        guard host.hasPrefix("127."), inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { return nil }
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, size) == 0 && Glibc.listen(listener, 512) == 0
                    && getsockname(listener, pointer, &size) == 0
            }
        }
        guard isBound else {
            close(listener)
            return nil
        }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Writes everything; false if the client is gone.
    static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    socket, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads requests one after the other.
    struct Reader {
        private let socket: Int32
        private var held: [UInt8] = []

        init(_ socket: Int32) { self.socket = socket }

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
                method: String(words[0]), target: String(words[1]), headers: headers, body: body,
                connection: connection)
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
            var room = [UInt8](repeating: 0, count: 16 << 10)
            while true {
                let count = recv(socket, &room, room.count, 0)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                held += room[..<count]
                return true
            }
        }
    }
}
