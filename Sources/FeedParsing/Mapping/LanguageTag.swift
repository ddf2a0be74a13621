/// Language tags as feeds write them.
enum LanguageTag {
    /// With `-` for `_` and without blanks; nil if it is no tag.
    static func normalised(_ text: String) -> String? {
        let bytes = text.utf8.filter { $0 > 0x20 }.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        guard (1...64).contains(bytes.count),
            bytes.allSatisfy({ $0 | 0x20 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
