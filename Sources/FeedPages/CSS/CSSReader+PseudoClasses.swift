import FeedConfiguration
import FeedMessages
import FeedSelecting

// Pseudo-classes (Selectors Level 4 §4–§14).
extension CSSReader {
    mutating func pseudoClass() throws(SelectorError) -> [CSSCondition] {
        let start = index
        index += 1
        guard peek != ":" else { throw try pseudoElement(from: start) }
        guard startsName(at: index) else { throw error(.message("css.pseudo_class_wanted")) }
        let name = try name().asciiLowercased
        guard peek == "(" else { return try plain(name, from: start) }
        index += 1
        return [try functional(name, from: start)]
    }

    private func plain(_ name: String, from start: Int) throws(SelectorError) -> [CSSCondition] {
        if let places = Self.places[name] { return places.map(CSSCondition.position) }
        if let state = CSSState(rawValue: name) { return [.state(state)] }
        if let example = Self.functions[name] {
            throw error(
                .message("css.wants_brackets", ["name": .text(name)]), at: start,
                advice: .message("css.such_as", ["example": .text(example)]))
        }
        throw refusal(of: name, from: start)
    }

    private mutating func functional(_ name: String, from start: Int) throws(SelectorError) -> CSSCondition {
        guard Self.functions[name] != nil else {
            guard CSSState(rawValue: name) == nil, Self.places[name] == nil else {
                throw error(.message("css.no_brackets", ["name": .text(name)]), at: start)
            }
            throw refusal(of: name, from: start)
        }
        guard depth < CSSSelector.mostNesting else {
            throw error(.message("css.deep_brackets", ["most": .number(CSSSelector.mostNesting)]), at: start)
        }
        depth += 1
        defer { depth -= 1 }
        let opening = ":\(name)("
        try skipBlanks()
        guard peek != ")" else {
            throw error(
                .message("css.empty_brackets", ["name": .text(name)]),
                advice: Self.functions[name].map { .message("css.such_as", ["example": .text($0)]) })
        }
        switch name {
        case "is", "where":
            return .any(try list(in: opening) { reader throws(SelectorError) in try reader.complex() })
        case "not":
            return .none(try list(in: opening) { reader throws(SelectorError) in try reader.complex() })
        case "has":
            guard hasDepth == 0 else {
                throw error(
                    .message("css.nested_has"), at: start,
                    advice: .message("css.nested_has.cure"))
            }
            hasDepth += 1
            defer { hasDepth -= 1 }
            return .has(try list(in: opening) { reader throws(SelectorError) in try reader.relative() })
        case "lang":
            return .language(try list(in: opening) { reader throws(SelectorError) in try reader.language() })
        default:
            return .position(try place(of: name, behind: opening, from: start))
        }
    }

    private mutating func language() throws(SelectorError) -> String {
        let start = index
        let range: String
        if peek == "\"" || peek == "'" {
            range = try string()
        } else {
            guard startsName(at: index) else { throw error(.message("css.language_wanted")) }
            range = try name()
        }
        guard !range.isEmpty, !range.contains("*") else {
            throw unsupported(.message("css.languages"), at: start, advice: .message("css.languages.cure"))
        }
        return range
    }

    private mutating func place(
        of name: String, behind opening: String, from start: Int
    ) throws(SelectorError) -> CSSPlace {
        var place = try series()
        place.isFromEnd = name.hasPrefix("nth-last")
        place.isOfType = name.hasSuffix("of-type")
        try skipBlanks()
        if peek == ")" {
            index += 1
            return place
        }
        guard peek != nil else { throw error(.message("css.open_bracket", ["opening": .text(opening)])) }
        let here = index
        guard !place.isOfType, startsName(at: index), try self.name().asciiLowercased == "of" else {
            index = here
            throw error(
                .message("css.open_bracket", ["opening": .text(opening)]),
                advice: place.isOfType ? nil : .message("css.or_of"))
        }
        try skipBlanks()
        guard let next = peek, next != ")" else { throw error(.message("css.selector_behind_of")) }
        guard ofDepth < 2 else { throw error(.message("css.deep_of"), at: start) }
        ofDepth += 1
        defer { ofDepth -= 1 }
        place.selectors = try list(in: opening) { reader throws(SelectorError) in try reader.complex() }
        return place
    }

    /// Reads `odd`, `even`, `3`, `2n+1` or `-n + 3` (CSS Syntax Level 3 §6).
    private mutating func series() throws(SelectorError) -> CSSPlace {
        let start = index
        for (word, offset) in [("odd", 1), ("even", 0)] where isWord(word) {
            index += word.unicodeScalars.count
            return CSSPlace(step: 2, offset: offset)
        }
        let mistake = error(
            .message("css.series_wanted"), at: start,
            advice: .message("css.series_wanted.cure"))
        var sign = 1
        if peek == "+" || peek == "-" {
            sign = peek == "-" ? -1 : 1
            index += 1
        }
        let number = figures()
        guard peek == "n" || peek == "N" else {
            guard let number, !endsInName else { throw mistake }
            return CSSPlace(step: 0, offset: sign * number)
        }
        index += 1
        let step = sign * (number ?? 1)
        guard peek == "-" || !endsInName else { throw mistake }
        let end = index
        try skipBlanks()
        guard peek == "+" || peek == "-" else {
            index = end
            return CSSPlace(step: step, offset: 0)
        }
        let direction = peek == "-" ? -1 : 1
        index += 1
        try skipBlanks()
        guard let offset = figures(), !endsInName else { throw mistake }
        return CSSPlace(step: step, offset: direction * offset)
    }

    private var endsInName: Bool { peek.map { Self.isNamePart($0) || $0 == "." || $0 == "\\" } ?? false }

    private func isWord(_ word: String) -> Bool {
        let end = index + word.unicodeScalars.count
        guard end <= text.count else { return false }
        var found = String.UnicodeScalarView()
        found.append(contentsOf: text[index..<end])
        return String(found).asciiLowercased == word && !(end < text.count && Self.isNamePart(text[end]))
    }

    /// Larger numbers are equal to this one: no page has so many children.
    private static let mostPlaces = 1_000_000_000

    private mutating func figures() -> Int? {
        let start = index
        var value = 0
        while let digit = peek, Self.isDigit(digit) {
            value = min(value * 10 + Int(digit.value - 0x30), Self.mostPlaces)
            index += 1
        }
        return index > start ? value : nil
    }
}

// Unsupported pseudo-classes and pseudo-elements.
extension CSSReader {
    /// The pseudo-classes with brackets, with an example of each.
    private static let functions = [
        "is": ":is(h2, h3)", "where": ":where(h2, h3)", "not": ":not(.ad)", "has": ":has(> img)",
        "lang": ":lang(ja)", "nth-child": ":nth-child(2n+1)", "nth-last-child": ":nth-last-child(1)",
        "nth-of-type": ":nth-of-type(2)", "nth-last-of-type": ":nth-last-of-type(1)",
    ]
    private static let places: [String: [CSSPlace]] = [
        "first-child": [CSSPlace()],
        "last-child": [CSSPlace(isFromEnd: true)],
        "only-child": [CSSPlace(), CSSPlace(isFromEnd: true)],
        "first-of-type": [CSSPlace(isOfType: true)],
        "last-of-type": [CSSPlace(isFromEnd: true, isOfType: true)],
        "only-of-type": [CSSPlace(isOfType: true), CSSPlace(isFromEnd: true, isOfType: true)],
    ]

    private mutating func pseudoElement(from start: Int) throws(SelectorError) -> SelectorError {
        index += 1
        let name = startsName(at: index) ? try name().asciiLowercased : ""
        let advice: LocalizedText =
            switch name {
            case "text": .message("css.pseudo_text")
            case "attr": .message("css.pseudo_attribute")
            default: .message("css.pseudo_element")
            }
        return unsupported(.message("css.pseudo_elements", ["name": .text(name)]), at: start, advice: advice)
    }

    private func refusal(of name: String, from start: Int) -> SelectorError {
        if let refused = CSSRefusal.all[name] {
            return SelectorError(
                column: start + 1, reason: refused.reason.sentence(of: name), advice: refused.advice,
                isUnsupported: refused.isOfCSS)
        }
        let known = Array(Self.places.keys) + Array(Self.functions.keys) + CSSState.allCases.map(\.rawValue)
        let meant = Spelling.nearest(to: name, among: known)
        return error(
            .message("css.unknown_pseudo_class", ["name": .text(name)]), at: start,
            advice: meant.map { .message("plugin.did_you_mean", ["name": .text(":\($0)")]) })
    }
}
