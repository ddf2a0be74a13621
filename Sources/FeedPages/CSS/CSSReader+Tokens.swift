import FeedMessages
import FeedSelecting

// Names, strings, blanks and comments (CSS Syntax Level 3 §4.3).
extension CSSReader {
    var peek: Unicode.Scalar? { peek(0) }

    func peek(_ distance: Int) -> Unicode.Scalar? {
        index + distance < text.count ? text[index + distance] : nil
    }

    /// Skips blanks and comments. Returns whether there was a blank; a comment alone does not separate.
    @discardableResult
    mutating func skipBlanks() throws(SelectorError) -> Bool {
        var hasBlank = false
        try skipComments()
        while let scalar = peek, Self.isBlank(scalar) {
            hasBlank = true
            index += 1
            try skipComments()
        }
        return hasBlank
    }

    mutating func skipComments() throws(SelectorError) {
        while peek == "/", peek(1) == "*" {
            let start = index
            index += 2
            while peek != "*" || peek(1) != "/" {
                guard peek != nil else { throw error(.message("css.open_comment"), at: start) }
                index += 1
            }
            index += 2
        }
    }

    /// Whether a name begins at `place`.
    func startsName(at place: Int) -> Bool {
        guard place < text.count else { return false }
        switch text[place] {
        case "-":
            guard place + 1 < text.count else { return false }
            return text[place + 1] == "-" || Self.isNameStart(text[place + 1]) || startsEscape(at: place + 1)
        case "\\": return startsEscape(at: place)
        case let scalar: return Self.isNameStart(scalar)
        }
    }

    /// Reads the name at the current position.
    mutating func name() throws(SelectorError) -> String {
        let start = index
        var name = String.UnicodeScalarView()
        while let scalar = peek {
            if Self.isNamePart(scalar) {
                name.append(scalar)
                index += 1
            } else if startsEscape(at: index) {
                name.append(try escape())
            } else {
                break
            }
        }
        return try presentable(name, from: start)
    }

    /// Reads the quoted string whose opening quote is at the current position.
    mutating func string() throws(SelectorError) -> String {
        let opening = index
        let quote = text[index]
        index += 1
        var value = String.UnicodeScalarView()
        while let scalar = peek {
            switch scalar {
            case quote:
                index += 1
                return try presentable(value, from: opening)
            case "\n", "\r", "\u{C}":
                throw error(.message("css.line_break_in_quotes"), advice: .message("css.line_break_in_quotes.cure"))
            case "\\" where peek(1).map(Self.isLineBreak) ?? false:
                index += peek(1) == "\r" && peek(2) == "\n" ? 3 : 2
            case "\\": value.append(try escape())
            case "\u{0}":
                value.append("\u{FFFD}")
                index += 1
            default:
                value.append(scalar)
                index += 1
            }
        }
        throw error(.message("css.open_quotes"), at: opening)
    }

    private func startsEscape(at place: Int) -> Bool {
        place < text.count && text[place] == "\\" && !(place + 1 < text.count && Self.isLineBreak(text[place + 1]))
    }

    private mutating func escape() throws(SelectorError) -> Unicode.Scalar {
        let start = index
        index += 1
        guard let first = peek else { throw error(.message("css.open_escape"), at: start) }
        guard Self.isHexDigit(first) else {
            index += 1
            return first == "\u{0}" ? "\u{FFFD}" : first
        }
        var value: UInt32 = 0
        var count = 0
        while count < 6, let digit = peek, Self.isHexDigit(digit), let figure = Character(digit).hexDigitValue {
            value = value << 4 | UInt32(figure)
            index += 1
            count += 1
        }
        if let blank = peek, Self.isBlank(blank) {
            index += blank == "\r" && peek(1) == "\n" ? 2 : 1
        }
        guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
        return scalar
    }

    /// Refuses characters that an XPath expression cannot contain (XML 1.0 §2.2).
    private func presentable(_ value: String.UnicodeScalarView, from start: Int) throws(SelectorError) -> String {
        for scalar in value {
            switch scalar {
            case "\t", "\n", "\r", " "..."\u{FFFD}", "\u{10000}"...: continue
            default:
                throw error(
                    .message("css.unfindable", ["sign": .text(Self.shown(scalar))]), at: start,
                    advice: .message("css.unfindable.cure"))
            }
        }
        return String(value)
    }

    static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || isLineBreak(scalar) }

    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool { ["\n", "\r", "\u{C}"].contains(scalar) }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isHexDigit(_ scalar: Unicode.Scalar) -> Bool {
        isDigit(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
    }

    private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
            || (scalar.value >= 0x80 && !isForeignBlank(scalar))
    }

    static func isNamePart(_ scalar: Unicode.Scalar) -> Bool { isNameStart(scalar) || isDigit(scalar) || scalar == "-" }

    /// Whether a character looks like a blank or a quote. Older rules accept it in a name.
    static func isForeignBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{200C}", "\u{200D}", "\u{203F}", "\u{2040}": false
        case "\u{A0}", "\u{2000}"..."\u{206F}", "\u{3000}", "\u{FEFF}": true
        default: false
        }
    }
}

// Errors.
extension CSSReader {
    func error(_ reason: LocalizedText, at place: Int? = nil, advice: LocalizedText? = nil) -> SelectorError {
        SelectorError(column: (place ?? index) + 1, reason: reason, advice: advice)
    }

    func unsupported(_ what: LocalizedText, at place: Int, advice: LocalizedText?) -> SelectorError {
        SelectorError(
            column: place + 1, reason: .message("selecting.unsupported", ["what": .message(what)]), advice: advice,
            isUnsupported: true)
    }

    /// The comma or bracket before the current position, in a list; nil if another character is there.
    var lastSign: String? {
        let before = text[..<index].last { !Self.isBlank($0) }
        return before.flatMap { $0 == "," || $0 == "(" ? String($0) : nil }
    }

    /// The error for a character that cannot be at the current position.
    func unexpected(_ scalar: Unicode.Scalar) -> SelectorError {
        let advice: LocalizedText? =
            switch scalar {
            case "@": .message("css.attribute_last")
            case "/": .message("css.xpath")
            case "{", "}", ";": .message("css.rule")
            case "&": .message("css.scope")
            case "\"", "'": .message("css.attribute_value")
            case "=": .message("css.attribute_value")
            case ")": .message("css.lone_bracket")
            case "0"..."9": .message("css.name_begins_with_figure")
            case let scalar where Self.isForeignBlank(scalar): .message("css.foreign_blank")
            default: nil
            }
        return error(.message("css.unexpected", ["sign": .text(Self.shown(scalar))]), advice: advice)
    }

    /// A character in the form for messages.
    static func shown(_ scalar: Unicode.Scalar) -> String {
        let isVisible = scalar.value >= 0x20 && scalar.value != 0x7F && !isForeignBlank(scalar)
        return isVisible ? String(scalar) : "U+" + String(scalar.value, radix: 16, uppercase: true)
    }
}

extension String {
    /// The string with ASCII letters in lower case, as CSS compares its keywords.
    var asciiLowercased: String {
        String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
