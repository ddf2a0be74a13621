extension Zone {
    /// Reads a compiled zone file (RFC 8536, versions 1 to 4); nil if the file is invalid.
    public init?(name: String, tzif bytes: [UInt8]) {
        guard let first = TZifHeader(bytes[...]) else { return nil }
        guard first.version >= UInt8(ascii: "2") else {
            guard let block = first.block(of: bytes[...], timeSize: 4) else { return nil }
            self.init(name: name, block: block.bytes, header: first, timeSize: 4, footer: nil)
            return
        }
        guard let skipped = first.block(of: bytes[...], timeSize: 4), let header = TZifHeader(skipped.rest),
            let block = header.block(of: skipped.rest, timeSize: 8)
        else { return nil }
        let line = block.rest.dropFirst().prefix { $0 != 0x0A }
        guard block.rest.first == 0x0A, line.count <= 128 else { return nil }
        let rule = PosixZoneRule(parsing: Array(line))
        guard line.isEmpty || rule != nil else { return nil }
        self.init(name: name, block: block.bytes, header: header, timeSize: 8, footer: rule)
    }

    /// Reads a POSIX `TZ` string such as `JST-9` or `CET-1CEST,M3.5.0,M10.5.0/3`; nil if invalid or over 128 bytes.
    public init?(name: String, posix text: String) {
        guard text.utf8.count <= 128, let rule = PosixZoneRule(parsing: Array(text.utf8)) else { return nil }
        self.init(name: name, transitions: [], initialOffset: rule.standardOffset, footer: rule)
    }

    private init?(name: String, block: ArraySlice<UInt8>, header: TZifHeader, timeSize: Int, footer: PosixZoneRule?) {
        var reader = BigEndianReader(block)
        let times = (0..<header.timeCount).map { _ in timeSize == 8 ? reader.int64() : Int64(reader.int32()) }
        let indices = (0..<header.timeCount).map { _ in Int(reader.byte()) }
        let offsets = (0..<header.typeCount).map { _ in
            let offset = Int(reader.int32())
            _ = (reader.byte(), reader.byte())  // daylight saving time or not, abbreviation: of no use here
            return offset
        }
        guard let initial = offsets.first, offsets.allSatisfy({ (-86_399...86_399).contains($0) }),
            indices.allSatisfy({ offsets.indices.contains($0) }), zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        let transitions = zip(times, indices).map { Transition(seconds: $0, offset: offsets[$1]) }
        self.init(name: name, transitions: transitions, initialOffset: initial, footer: footer)
    }
}

/// The header of a zone file (RFC 8536 §3.1).
private struct TZifHeader {
    private static let length = 44
    let version: UInt8
    let timeCount: Int
    let typeCount: Int
    private let otherBytes: (leapCount: Int, flags: Int)

    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.length, bytes.starts(with: Array("TZif".utf8)) else { return nil }
        var reader = BigEndianReader(bytes.dropFirst(4))
        version = reader.byte()
        reader.skip(15)
        let counts = (0..<6).map { _ in Int(reader.int32()) }
        guard counts.allSatisfy({ (0...10_000).contains($0) }), counts[4] > 0 else { return nil }
        timeCount = counts[3]
        typeCount = counts[4]
        otherBytes = (counts[2], counts[0] + counts[1] + counts[5])
    }

    /// Returns the data block after the header, and the bytes after the block; nil if the block is cut short.
    func block(
        of bytes: ArraySlice<UInt8>, timeSize: Int
    ) -> (bytes: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        let length =
            timeCount * (timeSize + 1) + typeCount * 6 + otherBytes.leapCount * (timeSize + 4) + otherBytes.flags
        let body = bytes.dropFirst(Self.length)
        return body.count < length ? nil : (body.prefix(length), body.dropFirst(length))
    }
}

/// Reads big-endian numbers. Bytes after the end are read as zeros.
private struct BigEndianReader {
    private var bytes: ArraySlice<UInt8>
    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }
    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }
    mutating func skip(_ count: Int) { bytes = bytes.dropFirst(count) }
    mutating func int32() -> Int32 { (0..<4).reduce(0) { value, _ in value << 8 | Int32(byte()) } }
    mutating func int64() -> Int64 { (0..<8).reduce(0) { value, _ in value << 8 | Int64(byte()) } }
}
