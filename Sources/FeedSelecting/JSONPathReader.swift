import FeedMessages

/// Parses the text of a path (RFC 9535 §2), character by character.
struct JSONPathReader {
    private let text: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    /// Parses the whole text as steps.
    mutating func path() throws(SelectorError) -> [JSONPath.Step] {
        guard let first = peek else {
            throw error(.message("selecting.empty_path"), advice: .message("selecting.empty_path.cure"))
        }
        guard !Self.isBlank(first) else { throw error(.message("selecting.blank_before")) }
        var steps: [JSONPath.Step] = []
        if first == "$" {
            index += 1
        } else if first != "[" {
            steps.append(try nameOrWildcard())
        }
        while true {
            let end = index
            skipBlanks()
            guard let next = peek else {
                guard end == index else { throw error(.message("selecting.blank_behind"), at: end) }
                return steps
            }
            guard steps.count < JSONPath.mostSteps else {
                throw error(.message("selecting.many_steps", ["most": .number(JSONPath.mostSteps)]))
            }
            switch next {
            case ".": steps.append(try dotted())
            case "[": steps.append(try bracketed())
            default: throw unexpected(next)
            }
        }
    }

    /// Whether a name may follow a dot without quotes.
    static func isShorthand(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, isNameStart(first) else { return false }
        return name.unicodeScalars.allSatisfy(isNamePart)
    }

    private var peek: Unicode.Scalar? { index < text.count ? text[index] : nil }

    private func error(_ reason: LocalizedText, at place: Int? = nil, advice: LocalizedText? = nil) -> SelectorError {
        SelectorError(column: (place ?? index) + 1, reason: reason, advice: advice)
    }

    private func unsupported(_ what: LocalizedText, at place: Int, advice: LocalizedText? = nil) -> SelectorError {
        SelectorError(
            column: place + 1, reason: .message("selecting.unsupported", ["what": .message(what)]), advice: advice,
            isUnsupported: true)
    }

    /// The error for a character that is not allowed between two steps or in a name.
    private func unexpected(_ scalar: Unicode.Scalar) -> SelectorError {
        let start = text[..<index].lastIndex { $0 == "." || $0 == "]" || Self.isBlank($0) }.map { $0 + 1 } ?? 0
        var end = index
        while end < text.count, ![".", "["].contains(text[end]), !Self.isBlank(text[end]) { end += 1 }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: text[start..<end])
        let isName = start < end && !name.contains { ["'", "\"", "\\", "$", "]", "?", "(", ")"].contains($0) }
        return error(
            .message("selecting.unexpected", ["sign": .text(Self.shown(scalar))]),
            advice: isName
                ? .message("selecting.quote_name", ["name": .text(String(name))]) : nil)
    }

    private mutating func dotted() throws(SelectorError) -> JSONPath.Step {
        let dot = index
        index += 1
        if peek == "." {
            throw unsupported(
                .message("selecting.descendants"), at: dot, advice: .message("selecting.descendants.cure"))
        }
        return try nameOrWildcard()
    }

    private mutating func nameOrWildcard() throws(SelectorError) -> JSONPath.Step {
        guard let first = peek else { throw error(.message("selecting.no_name")) }
        if first == "*" {
            index += 1
            return .wildcard
        }
        guard Self.isNameStart(first) else { throw unexpected(first) }
        var name = String.UnicodeScalarView()
        while let scalar = peek, Self.isNamePart(scalar) {
            name.append(scalar)
            index += 1
        }
        return .name(String(name))
    }

    private mutating func bracketed() throws(SelectorError) -> JSONPath.Step {
        index += 1
        skipBlanks()
        let start = index
        let step: JSONPath.Step
        switch peek {
        case nil: throw error(.message("selecting.open_bracket_at_end"))
        case "*":
            index += 1
            step = .wildcard
        case "'", "\"": step = .name(try quoted())
        case "?":
            throw unsupported(.message("selecting.filters"), at: start, advice: .message("selecting.filters.cure"))
        case ":": throw unsupported(.message("selecting.slices"), at: start)
        case let sign? where sign == "-" || Self.isDigit(sign): step = .index(try number())
        case let other?: throw error(.message("selecting.no_step", ["sign": .text(Self.shown(other))]))
        }
        skipBlanks()
        switch peek {
        case "]":
            index += 1
            return step
        case ":":
            if case .index = step { throw unsupported(.message("selecting.slices"), at: start) }
            throw error(.message("selecting.open_bracket"))
        case ",": throw unsupported(.message("selecting.several"), at: index)
        case nil: throw error(.message("selecting.open_bracket_at_end"))
        default: throw error(.message("selecting.open_bracket"))
        }
    }

    /// RFC 9535 §2.1: the largest integer that every JSON reader keeps exactly.
    private static let mostIndex = 9_007_199_254_740_991

    private mutating func number() throws(SelectorError) -> Int {
        let start = index
        let isNegative = peek == "-"
        if isNegative { index += 1 }
        let first = index
        var value = 0
        while let digit = peek, Self.isDigit(digit) {
            value = value * 10 + Int(digit.value - 0x30)
            guard value <= Self.mostIndex else { throw error(.message("selecting.large_number"), at: start) }
            index += 1
        }
        let count = index - first
        guard count > 0 else { throw error(.message("selecting.lone_minus"), at: start) }
        guard text[first] != "0" || (count == 1 && !isNegative) else {
            throw error(isNegative ? .message("selecting.minus_zero") : .message("selecting.leading_zero"), at: start)
        }
        return isNegative ? -value : value
    }

    private mutating func skipBlanks() {
        while let scalar = peek, Self.isBlank(scalar) { index += 1 }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\n", "\r"].contains(scalar) }
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_" || scalar.value >= 0x80
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool { isNameStart(scalar) || isDigit(scalar) }

    /// A character in the form for messages.
    private static func shown(_ scalar: Unicode.Scalar) -> String {
        scalar.value < 0x20 || scalar.value == 0x7F ? "U+" + String(scalar.value, radix: 16) : String(scalar)
    }
}

// Quoted names (RFC 9535 §2.3.1).
extension JSONPathReader {
    private mutating func quoted() throws(SelectorError) -> String {
        let opening = index
        let quote = text[index]
        index += 1
        var name = String.UnicodeScalarView()
        while let scalar = peek {
            switch scalar {
            case quote:
                index += 1
                return String(name)
            case "\\": name.append(try escape(in: quote))
            case "\u{0}"..<" ": throw error(.message("selecting.control_character"))
            default:
                name.append(scalar)
                index += 1
            }
        }
        throw error(.message("selecting.open_name"), at: opening)
    }

    private mutating func escape(in quote: Unicode.Scalar) throws(SelectorError) -> Unicode.Scalar {
        let start = index
        index += 1
        guard let letter = peek else { throw error(.message("selecting.open_escape"), at: start) }
        index += 1
        switch letter {
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "/", "\\", quote: return letter
        case "u": return try unicodeEscape(from: start)
        default: throw error(.message("selecting.unknown_escape"), at: start)
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(SelectorError) -> Unicode.Scalar {
        let unit = try fourDigits(from: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, peek == "\\", index + 1 < text.count, text[index + 1] == "u" else {
            throw error(.message("selecting.half_character"), at: start)
        }
        index += 2
        let low = try fourDigits(from: start)
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw error(.message("selecting.half_character"), at: start) }
        return scalar
    }

    private mutating func fourDigits(from start: Int) throws(SelectorError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = peek, digit.isASCII, let figure = Character(digit).hexDigitValue else {
                throw error(.message("selecting.short_escape"), at: start)
            }
            value = value << 4 | UInt32(figure)
            index += 1
        }
        return value
    }
}
