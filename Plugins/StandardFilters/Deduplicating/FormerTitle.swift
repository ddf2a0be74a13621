/// The keys of titles by the first rule, which knew width and case only. Stored keys are never made anew, because an
/// entry may have been changed since; so `deduplicate` looks for these, too, as long as its window reaches back to them.
enum FormerTitle {
    /// Returns the key of a title, or nil if it has none.
    static func key(_ title: String?) -> String? {
        let words = Array(
            fold(title ?? "").split { $0 <= UInt8(ascii: " ") }.joined(separator: CollectionOfOne(UInt8(ascii: " "))))
        return words.isEmpty ? nil : String(decoding: words, as: UTF8.self)
    }

    /// Full-width Latin letters and symbols become ASCII, half-width kana full-width, and letters lower case.
    private static func fold(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { utf8 in
            var output = Output(capacity: utf8.count)
            var index = 0
            while index < utf8.count {
                let byte = utf8[index]
                if byte < 0x80 {
                    output.append(ascii: byte)
                    index += 1
                    continue
                }
                // Every String is valid UTF-8, so the lead byte gives the length.
                let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                let bytes = utf8[index..<min(index + length, utf8.count)]
                index += length
                // Kana and ideographs, nearly everything in Japanese text, stay as they are.
                if byte >= 0xE3 && byte <= 0xE9 && !(byte == 0xE3 && isSpecial(bytes)) {
                    output.append(contentsOf: bytes)
                } else {
                    output.append(scalar(of: bytes))
                }
            }
            return output.bytes
        }
    }

    /// Whether the character is U+3000 or one of the combining voice marks U+3099 and U+309A.
    private static func isSpecial(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let second = bytes[bytes.startIndex + 1]
        let third = bytes[bytes.startIndex + 2]
        return second == 0x80 && third == 0x80 || second == 0x82 && (third == 0x99 || third == 0x9A)
    }

    private static func scalar(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
        let lead = UInt32(bytes[bytes.startIndex])
        let start = lead & (bytes.count == 2 ? 0x1F : bytes.count == 3 ? 0x0F : 0x07)
        return bytes.dropFirst().reduce(start) { $0 << 6 | UInt32($1 & 0x3F) }
    }

    /// The folded text. A voice mark changes the kana before it.
    private struct Output {
        var bytes: [UInt8] = []

        init(capacity: Int) { bytes.reserveCapacity(capacity) }

        mutating func append(ascii byte: UInt8) {
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            bytes.append(isUpper ? byte | 0x20 : byte)
        }

        mutating func append(contentsOf slice: Slice<UnsafeBufferPointer<UInt8>>) { bytes.append(contentsOf: slice) }

        mutating func append(_ value: UInt32) {
            switch value {
            case 0x3000: bytes.append(UInt8(ascii: " "))
            case 0xFF01...0xFF5E: append(ascii: UInt8(truncatingIfNeeded: value - 0xFEE0))
            case 0xFFE0...0xFFE6: append(unicode: Kana.symbols[Int(value - 0xFFE0)])
            case 0xFF61...0xFF9D: append(unicode: Kana.fullWidth[Int(value - 0xFF61)])
            case 0xFF9E, 0x3099: voice(Kana.voiced, else: 0x309B)
            case 0xFF9F, 0x309A: voice(Kana.halfVoiced, else: 0x309C)
            default: append(unicode: FormerTitle.lowerCase(value))
            }
        }

        private mutating func voice(_ voiced: (UInt32) -> UInt32?, else mark: UInt32) {
            if bytes.count >= 3, bytes[bytes.count - 3] == 0xE3 {
                let last = bytes.suffix(3).dropFirst().reduce(UInt32(3)) { $0 << 6 | UInt32($1 & 0x3F) }
                if let composed = voiced(last) {
                    bytes.removeLast(3)
                    return append(unicode: composed)
                }
            }
            append(unicode: mark)
        }

        private mutating func append(unicode value: UInt32) {
            guard let scalar = Unicode.Scalar(value) else { return }
            bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        }
    }

    /// Returns the lower case of a letter if that is one letter, or else the letter itself.
    private static func lowerCase(_ value: UInt32) -> UInt32 {
        if value == 0x03C2 { return 0x03C3 }  // a sigma at the end of a word
        guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenLowercased else { return value }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first?.value ?? value : value
    }
}

/// Half-width kana and their voice marks.
private enum Kana {
    /// U+FF61…U+FF9D as full-width characters.
    static let fullWidth: [UInt32] = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        .unicodeScalars.map(\.value)

    /// U+FFE0…U+FFE6 as ordinary characters.
    static let symbols: [UInt32] = "¢£¬¯¦¥₩".unicodeScalars.map(\.value)

    /// Returns the kana with a voice mark (が from か), or nil if it takes none. A voiced kana follows its plain one.
    static func voiced(_ kana: UInt32) -> UInt32? {
        switch kana {
        case 0x3046: 0x3094  // う
        case 0x30A6: 0x30F4  // ウ
        case 0x30EF...0x30F2: kana + 8  // ワ ヰ ヱ ヲ
        case 0x304B...0x3061 where kana % 2 == 1: kana + 1  // か…ち
        case 0x30AB...0x30C1 where kana % 2 == 1: kana + 1  // カ…チ
        case 0x3064...0x3068 where kana % 2 == 0: kana + 1  // つ て と
        case 0x30C4...0x30C8 where kana % 2 == 0: kana + 1  // ツ テ ト
        case 0x306F...0x307B where kana % 3 == 0: kana + 1  // は…ほ
        case 0x30CF...0x30DB where kana % 3 == 0: kana + 1  // ハ…ホ
        default: nil
        }
    }

    /// Returns the kana with a half voice mark (ぱ from は), or nil if it takes none.
    static func halfVoiced(_ kana: UInt32) -> UInt32? {
        switch kana {
        case 0x306F...0x307B where kana % 3 == 0: kana + 2
        case 0x30CF...0x30DB where kana % 3 == 0: kana + 2
        default: nil
        }
    }
}
