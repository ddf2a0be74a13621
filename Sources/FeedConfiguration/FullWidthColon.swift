import FeedMessages

/// A key and a value with a full-width colon between them, `type： feed`: for YAML that is one text.
struct FullWidthColon {
    let key: String
    let value: String

    /// Finds the colon; nil if there is none behind a key.
    init?(in text: String) {
        guard let colon = text.firstIndex(of: "：") else { return nil }
        key = String(text[..<colon].drop { $0 == " " })
        value = String(text[text.index(after: colon)...].drop { $0 == " " || $0 == "\u{3000}" })
        let isKey = key.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard !key.isEmpty, isKey else { return nil }
    }

    /// What to write in its place.
    var cure: LocalizedText {
        .message("yaml.cure.full_width_colon", ["key": .text(key), "value": .text(String(value.prefix(60)))])
    }
}
