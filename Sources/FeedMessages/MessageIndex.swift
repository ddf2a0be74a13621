import Glibc

/// Where each sentence stands in its table.
///
/// The table of hashes is a plain array: every command that says something fills it, and a dictionary takes three times as
/// long.
struct MessageIndex: Sendable {
    private let tables: [StaticString]
    /// The line of each key, in the slot of its hash or the next free one: the number of its table above 24 bits, its place
    /// in the table below, and one more than that. Zero is a free slot.
    private var slots = [UInt32](repeating: 0, count: slotCount)

    /// A power of two, and a few times as many as there are sentences.
    private static let slotCount = 8192

    init(_ tables: [StaticString]) {
        self.tables = tables
        slots.withUnsafeMutableBufferPointer { slots in
            // What finds no free slot is not found later, which the tests would tell.
            var free = Self.slotCount - 1
            for (number, table) in tables.enumerated() {
                let bytes = Self.bytes(of: table)
                var line = 0
                while line < bytes.count {
                    if let hash = Self.hashOfKey(at: line, in: bytes), free > 0 {
                        var slot = Self.slot(hash)
                        while slots[slot] != 0 { slot = Self.slot(slot + 1) }
                        slots[slot] = UInt32(truncatingIfNeeded: number << 24 | line) + 1
                        free -= 1
                    }
                    line = Self.endOfLine(from: line, in: bytes) + 1
                }
            }
        }
    }

    /// What stands behind `key = `, up to the next key.
    func sentence(of key: String) -> [UInt8]? {
        var line = key + " = "
        return line.withUTF8 { line in
            guard let hash = Self.hashOfKey(at: 0, in: line) else { return nil }
            var slot = Self.slot(hash)
            while slots[slot] != 0 {
                let (number, place) = (Int(slots[slot] - 1) >> 24, Int(slots[slot] - 1) & 0xFF_FFFF)
                let bytes = Self.bytes(of: tables[number])
                if bytes[place...].starts(with: line) { return Self.sentence(from: place + line.count, in: bytes) }
                slot = Self.slot(slot + 1)
            }
            return nil
        }
    }

    /// A table of several sentences is never a single scalar, so it has a pointer; it lives as long as the program.
    private static func bytes(of table: StaticString) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    }

    /// The hash of the key that begins at `line` (FNV-1a, 64 bits, cut); nil where no key and ` = ` stand.
    private static func hashOfKey(at line: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var end = line
        while end < bytes.count, isInKey(bytes[end]) {
            hash = (hash ^ UInt64(bytes[end])) &* 0x100_0000_01B3
            end += 1
        }
        guard end > line, bytes.count - end >= 3, bytes[end] == 0x20, bytes[end + 1] == 0x3D, bytes[end + 2] == 0x20
        else { return nil }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }

    private static func slot(_ number: Int) -> Int { number & (slotCount - 1) }

    private static func isInKey(_ byte: UInt8) -> Bool {
        byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
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
}
