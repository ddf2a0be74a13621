import FeedModel
import FeedStages

/// Reads what `FieldWriter` wrote. Bytes of a damaged file give other or fewer values, but never a trap and never a
/// text that is not UTF-8.
struct FieldReader {
    /// A tag with its bytes.
    struct Field {
        let tag: UInt8
        fileprivate let bytes: UnsafeBufferPointer<UInt8>
        /// Whether the bytes begin and end at a character of the valid UTF-8 around them, so that they are valid, too.
        fileprivate let isCutAtCharacters: Bool

        var text: String {
            guard isCutAtCharacters else { return String(decoding: bytes, as: UTF8.self) }
            // `reading` has checked all bytes for UTF-8, and no character is cut at the edges.
            return String(copying: unsafe UTF8Span(unchecked: Span(_unsafeElements: bytes)))
        }

        var number: Int64? {
            guard bytes.count == FieldWriter.numberLength else { return nil }
            var bits: UInt64 = 0
            for (index, byte) in bytes.enumerated() { bits |= UInt64(byte & 0x7F) << (7 * index) }
            return Int64(bitPattern: bits)
        }

        var flag: Bool { bytes.first == 1 }

        var fields: FieldReader { FieldReader(bytes, isCutAtCharacters: isCutAtCharacters) }
    }

    private var rest: UnsafeBufferPointer<UInt8>
    /// Whether the rest begins and ends at a character.
    private let isCutAtCharacters: Bool

    private init(_ bytes: UnsafeBufferPointer<UInt8>, isCutAtCharacters: Bool) {
        rest = bytes
        self.isCutAtCharacters = isCutAtCharacters
    }

    /// Makes a reader; `bytes` must outlive it. Throws `.stateDamaged` if they are not UTF-8.
    static func reading(_ bytes: UnsafeBufferPointer<UInt8>) throws(StageError) -> FieldReader {
        guard UTF8Validation.isValid(bytes) else {
            throw StageError(.stateDamaged, subject: "entry", explanation: "not UTF-8")
        }
        return FieldReader(bytes, isCutAtCharacters: true)
    }

    mutating func next() -> Field? {
        guard rest.count >= FieldWriter.headLength else { return nil }
        var length = 0
        for index in 0..<5 { length |= Int(rest[1 + index] & 0x7F) << (7 * index) }
        let start = FieldWriter.headLength
        guard length <= rest.count - start else { return nil }
        let bytes = UnsafeBufferPointer(rebasing: rest[start..<start + length])
        let behind = UnsafeBufferPointer(rebasing: rest[(start + length)...])
        let field = Field(
            tag: rest[0], bytes: bytes,
            isCutAtCharacters: isCutAtCharacters && !Self.isTail(bytes.first) && !Self.isTail(behind.first))
        rest = behind
        return field
    }

    /// Whether a byte continues a UTF-8 character.
    private static func isTail(_ byte: UInt8?) -> Bool { byte.map { $0 & 0xC0 == 0x80 } ?? false }
}
