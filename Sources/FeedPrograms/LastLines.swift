/// The last lines of a text that arrives in pieces. Only its last 64 KiB count, so that a flood costs little memory.
struct LastLines {
    private let most: Int
    private var end: [UInt8] = []
    private static let longest = 64 << 10

    init(most: Int) { self.most = most }

    mutating func add(_ piece: ArraySlice<UInt8>) {
        end += piece.suffix(Self.longest)
        if end.count > 4 * Self.longest { end.removeFirst(end.count - Self.longest) }
    }

    /// The last lines, at most `most`, without empty ones.
    var lines: [String] {
        end.suffix(Self.longest).split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
            .suffix(most).map { String(decoding: $0, as: UTF8.self) }
    }
}
