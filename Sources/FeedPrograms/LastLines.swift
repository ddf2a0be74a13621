/// The last lines of a text that comes in pieces: of its last 64 KiB, so that a flood costs no more than reading it.
struct LastLines {
    private let most: Int
    private var end: [UInt8] = []
    private static let longest = 64 << 10

    init(most: Int) { self.most = most }

    mutating func add(_ piece: ArraySlice<UInt8>) {
        end += piece.suffix(Self.longest)
        if end.count > 4 * Self.longest { end.removeFirst(end.count - Self.longest) }
    }

    /// Without empty ones.
    var lines: [String] {
        end.suffix(Self.longest).split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
            .suffix(most).map { String(decoding: $0, as: UTF8.self) }
    }
}
