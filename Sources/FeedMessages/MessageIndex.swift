import Glibc

/// Where each sentence stands in its table.
struct MessageIndex: Sendable {
    private struct Place: Sendable {
        let table: Int
        /// Of the sentence, behind `key = `.
        let start: Int
        let keyLength: Int
    }

    private let tables: [StaticString]
    /// By the hash of the key; a key whose hash another one has is not found, which the tests would tell.
    private var places: [UInt64: Place] = [:]

    init(_ tables: [StaticString]) {
        self.tables = tables
        places.reserveCapacity(2048)
        for (number, table) in tables.enumerated() {
            let bytes = Self.bytes(of: table)
            var line = 0
            while line < bytes.count {
                let end = Self.endOfLine(from: line, in: bytes)
                if let length = Self.keyLength(bytes[line..<end]) {
                    let key = bytes[line..<(line + length)]
                    places[Self.hash(key)] = Place(table: number, start: line + length + 3, keyLength: length)
                }
                line = end + 1
            }
        }
    }

    /// What stands behind `key = `, up to the next key.
    func sentence(of key: String) -> [UInt8]? {
        var key = key
        return key.withUTF8 { key in
            guard let place = places[Self.hash(key)] else { return nil }
            let bytes = Self.bytes(of: tables[place.table])
            let start = place.start - place.keyLength - 3
            guard bytes[start..<(start + place.keyLength)].elementsEqual(key) else { return nil }
            return Self.sentence(from: place.start, in: bytes)
        }
    }

    /// A table of several sentences is never a single scalar, so it has a pointer; it lives as long as the program.
    private static func bytes(of table: StaticString) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    }

    /// How long the key of a line is; nil where it has none.
    private static func keyLength(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let key = line.prefix { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2E }
        guard !key.isEmpty, line[key.endIndex...].starts(with: [0x20, 0x3D, 0x20]) else { return nil }
        return key.count
    }

    private static func sentence(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var end = endOfLine(from: start, in: bytes)
        var sentence = Array(bytes[start..<end])
        while bytes.count > end + 2, bytes[end + 1] == UInt8(ascii: " "), bytes[end + 2] == UInt8(ascii: " ") {
            let next = endOfLine(from: end + 1, in: bytes)
            sentence.append(UInt8(ascii: "\n"))
            sentence += bytes[(end + 3)..<next]
            end = next
        }
        return sentence
    }

    private static func endOfLine(from place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard place < bytes.count, let start = bytes.baseAddress,
            let found = memchr(start + place, Int32(UInt8(ascii: "\n")), bytes.count - place)
        else { return bytes.count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }

    /// FNV-1a, 64 bits.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
