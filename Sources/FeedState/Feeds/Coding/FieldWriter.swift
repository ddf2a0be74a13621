/// Writes tagged fields: one byte of tag, five of length, then the bytes of the field. A field may hold fields.
///
/// If the texts are UTF-8, all bytes are: numbers are written in units of seven bits. One check of the whole therefore
/// covers every text.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    /// Bytes before the content of a field: tag and length.
    static let headLength = 6
    /// Bytes of an encoded number.
    static let numberLength = 10

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func field(_ tag: UInt8, _ text: String?) {
        guard var text else { return }
        text.withUTF8 { utf8 in
            begin(tag, length: utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    mutating func field(_ tag: UInt8, _ number: Int64?) {
        guard let number else { return }
        begin(tag, length: Self.numberLength)
        let bits = UInt64(bitPattern: number)
        for index in 0..<Self.numberLength { bytes.append(UInt8(truncatingIfNeeded: bits >> (7 * index)) & 0x7F) }
    }

    mutating func field(_ tag: UInt8, _ flag: Bool?) {
        guard let flag else { return }
        begin(tag, length: 1)
        bytes.append(flag ? 1 : 0)
    }

    /// Writes a field that holds fields.
    mutating func fields(_ tag: UInt8, _ write: (inout FieldWriter) -> Void) {
        let start = bytes.count
        begin(tag, length: 0)
        write(&self)
        let length = bytes.count - start - Self.headLength
        for index in 0..<5 { bytes[start + 1 + index] = UInt8(truncatingIfNeeded: length >> (7 * index)) & 0x7F }
    }

    private mutating func begin(_ tag: UInt8, length: Int) {
        bytes.append(tag)
        for index in 0..<5 { bytes.append(UInt8(truncatingIfNeeded: length >> (7 * index)) & 0x7F) }
    }
}
