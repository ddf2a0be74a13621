/// Language tags in the form in which feeds write them.
enum LanguageTag {
    /// The tag with `-` for `_` and without blanks. Nil if it is no tag: letters, digits and `-`, 1 to 64 bytes.
    static func normalised(_ text: String) -> String? {
        let bytes = text.utf8.filter { $0 > 0x20 }.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        guard (1...64).contains(bytes.count),
            bytes.allSatisfy({ $0 | 0x20 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
