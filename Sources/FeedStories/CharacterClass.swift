/// The script of a character, as far as titles are cut into words by it.
enum CharacterClass: UInt8 {
    case digit, letter, hiragana, katakana, ideograph, mark, other

    init(_ code: UInt32) {
        switch code {
        case 0x30...0x39: self = .digit
        case 0x41...0x5A, 0x61...0x7A: self = .letter
        case 0..<0xC0, 0xD7, 0xF7: self = .other
        case 0xC0...0x24F: self = .letter
        case 0x300...0x36F, 0x3099, 0x309A, 0xFE00...0xFE0F: self = .mark
        case 0x3041...0x309F: self = .hiragana
        case 0x30A1...0x30FA, 0x30FC...0x30FF: self = .katakana
        case 0x3005, 0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .ideograph
        // Hangul is written with blanks, but its particles are not: bigrams serve it better than words.
        case 0xAC00...0xD7A3: self = .ideograph
        case 0x2000...0x303F, 0xD800...0xFFFF, 0x1F000...0x1FAFF: self = .other
        default:
            guard let scalar = Unicode.Scalar(code) else {
                self = .other
                return
            }
            let properties = scalar.properties
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .spacingMark: self = .mark
            default: self = properties.isAlphabetic ? .letter : .other
            }
        }
    }

    var isJapanese: Bool { self == .hiragana || self == .katakana || self == .ideograph }
}
