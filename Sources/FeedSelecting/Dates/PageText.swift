/// A text prepared for finding dates: full-width digits and signs become ASCII, white space one blank or line feed.
struct PageText {
    private let scalars: [Unicode.Scalar]

    /// Characters that are searched, at most.
    private static let longest = 4000

    init(_ text: String) {
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars.prefix(Self.longest) {
            let narrow = Self.narrowed(scalar)
            guard narrow == " " || narrow == "\n" else {
                scalars.append(narrow)
                continue
            }
            switch scalars.last {
            case nil, "\n": break
            case " ": scalars[scalars.count - 1] = narrow
            default: scalars.append(narrow)
            }
        }
        if let last = scalars.last, last == " " || last == "\n" { scalars.removeLast() }
        self.scalars = scalars
    }

    private static func narrowed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x0A, 0x0D, 0x2028, 0x2029: "\n"
        case 0...0x20, 0x7F...0xA0, 0x2000...0x200B, 0x202F, 0x205F, 0x3000, 0xFEFF: " "
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0x301C: "~"
        case 0x2010, 0x2011, 0x2212: "-"
        default: scalar
        }
    }

    var count: Int { scalars.count }

    /// The character at `index`; NUL outside the text.
    subscript(_ index: Int) -> Unicode.Scalar { scalars.indices.contains(index) ? scalars[index] : "\0" }

    /// A part of the text in lower case.
    func lowercased(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range.clamped(to: 0..<count)])
        return String(text).lowercased()
    }

    func isDigit(_ index: Int) -> Bool { ("0"..."9").contains(self[index]) }

    func isLetter(_ index: Int) -> Bool { self[index].isLatin }

    /// Whether the character at `index` is a Japanese, Chinese or Korean letter.
    func isIdeograph(_ index: Int) -> Bool { self[index].isIdeograph }

    func isBlank(_ index: Int) -> Bool { self[index] == " " || self[index] == "\n" }

    /// The position behind the blank at `index`; `index` if there is none.
    func afterBlank(_ index: Int) -> Int { isBlank(index) ? index + 1 : index }

    /// The number at `index` if it has as many digits as allowed, and the position behind it.
    func number(at index: Int, digits: ClosedRange<Int>) -> (value: Int, end: Int)? {
        var (value, end) = (0, index)
        while isDigit(end) {
            guard end - index < digits.upperBound else { return nil }
            value = value * 10 + Int(self[end].value - 0x30)
            end += 1
        }
        return end - index >= digits.lowerBound ? (value, end) : nil
    }

    /// The position behind the Latin word at `index`.
    func endOfWord(_ index: Int) -> Int {
        var end = index
        while isLetter(end) { end += 1 }
        return end
    }

    /// The Latin word at `index` in lower case, if it is short enough for a date, and the position behind it.
    func word(at index: Int) -> (text: String, end: Int)? {
        let end = endOfWord(index)
        return (1...Self.longestWord).contains(end - index) ? (lowercased(index..<end), end) : nil
    }

    private static let longestWord = 10

    /// The position behind the first of `texts` that is at `index`, or nil.
    func end(ofAny texts: [String], at index: Int) -> Int? {
        for text in texts {
            var end = index
            if text.unicodeScalars.allSatisfy({ scalar in
                defer { end += 1 }
                return self[end] == scalar
            }) {
                return end
            }
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// Whether this is a Latin letter.
    var isLatin: Bool {
        switch value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F: true
        default: false
        }
    }

    /// Whether this is a Japanese, Chinese or Korean letter.
    var isIdeograph: Bool {
        switch value {
        case 0x3005...0x3007, 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x3400...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }
}
