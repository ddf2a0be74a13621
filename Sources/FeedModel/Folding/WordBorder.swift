/// Borders of words in folded texts: where letters of one kind meet other letters or none.
///
/// The kinds are ideographs, hiragana, katakana, and all other letters and digits with their marks and `_`. A long vowel
/// mark belongs to the kana before it. UAX #29 has no border between such other letters and digits either: `H264`.
enum WordBorder {
    /// A kind of letter.
    enum Kind {
        case ideograph, hiragana, katakana, longVowel, other
    }

    /// Whether letters of these kinds are of one word. Nil stands for no letter.
    static func join(_ left: Kind?, _ right: Kind?) -> Bool {
        guard let left, let right else { return false }
        if left == .longVowel || right == .longVowel {
            let both = [left, right]
            return !both.contains(.ideograph) && !both.contains(.other)
        }
        return left == right
    }

    /// Returns the kind of a letter, or nil for anything else.
    static func kind(of letter: Unicode.Scalar) -> Kind? {
        switch letter.value {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: .other
        case 0..<0x80: nil
        case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: .ideograph
        case 0x3041...0x3096, 0x309D...0x309E: .hiragana
        case 0x30FC: .longVowel
        case 0x30A1...0x30FA, 0x30FD...0x30FE, 0x31F0...0x31FF: .katakana
        default: isOther(letter) ? .other : nil
        }
    }

    private static func isOther(_ letter: Unicode.Scalar) -> Bool {
        switch letter.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation:
            true
        default: false
        }
    }

    /// Hiragana that follow or precede words more often than they are part of them.
    private static let particles = Set("はがをにでとのもへや".unicodeScalars)

    /// Whether the bytes of `range` stand as a word in the folded text.
    static func surrounds(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        guard let first = scalar(at: range.lowerBound, of: text), let last = scalar(before: range.upperBound, of: text)
        else { return false }
        if let before = scalar(before: range.lowerBound, of: text), !isBorder(between: first, and: before) {
            return false
        }
        guard let after = scalar(at: range.upperBound, of: text) else { return true }
        return isBorder(between: last, and: after) && !isNameSign(after, at: range.upperBound, of: text, after: last)
    }

    private static func isBorder(between letter: Unicode.Scalar, and neighbour: Unicode.Scalar) -> Bool {
        let kind = kind(of: letter)
        if kind == .hiragana, particles.contains(neighbour) { return true }
        return !join(kind, Self.kind(of: neighbour))
    }

    /// Whether the sign continues a name, as in C++ and C#, and does not stand between two words (`Swift+Linux`).
    private static func isNameSign(
        _ sign: Unicode.Scalar, at place: Int, of text: [UInt8], after last: Unicode.Scalar
    ) -> Bool {
        guard sign == "+" || sign == "#", kind(of: last) == .other else { return false }
        return scalar(at: place + 1, of: text).flatMap(kind) != .other
    }

    private static func scalar(at place: Int, of text: [UInt8]) -> Unicode.Scalar? {
        guard place < text.count else { return nil }
        var rest = text[place...].prefix(4).makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
        return scalar
    }

    private static func scalar(before place: Int, of text: [UInt8]) -> Unicode.Scalar? {
        var start = place - 1
        while start >= 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        return start >= 0 ? scalar(at: start, of: text) : nil
    }
}
