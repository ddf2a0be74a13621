import FeedMessages
import FeedSelecting

/// Parses a list of selectors (Selectors Level 4 §18, CSS Syntax Level 3 §4), character by character.
///
/// It is stricter than a browser: an open bracket or string at the end is an error, and so is a wrong selector within
/// `:is()`.
struct CSSReader {
    let text: [Unicode.Scalar]
    var index = 0
    /// The number of open brackets.
    var depth = 0
    /// The number of open `:has()`, which cannot contain itself.
    var hasDepth = 0
    /// The number of open lists behind `of`; XPath repeats each of them several times.
    var ofDepth = 0
    private var parts = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    /// Parses the whole text.
    mutating func selectors() throws(SelectorError) -> [CSSComplex] {
        try skipBlanks()
        guard peek != nil else { throw error(.message("css.empty"), advice: .message("css.empty.cure")) }
        return try list(in: nil) { reader throws(SelectorError) in try reader.complex() }
    }

    /// Parses elements between commas up to the end of the text, or up to the `)` of `opening`, which is read, too.
    mutating func list<Element>(
        in opening: String?, _ element: (inout CSSReader) throws(SelectorError) -> Element
    ) throws(SelectorError) -> [Element] {
        var elements: [Element] = []
        while true {
            try skipBlanks()
            elements.append(try element(&self))
            try skipBlanks()
            switch peek {
            case ",": index += 1
            case ")" where opening != nil:
                index += 1
                return elements
            case nil:
                if let opening { throw error(.message("css.open_bracket", ["opening": .text(opening)])) }
                return elements
            case let other?: throw unexpected(other)
            }
        }
    }

    mutating func complex() throws(SelectorError) -> CSSComplex {
        if let sign = peek, Self.combinator(sign) != nil {
            throw error(
                .message("css.begins_with_combinator", ["sign": .text(String(sign))]),
                advice: sign == ">" && depth == 0 ? .message("css.begins_with_child") : nil)
        }
        return try complex(behind: lastSign)
    }

    /// Parses a selector within `:has()`.
    mutating func relative() throws(SelectorError) -> CSSRelative {
        let start = index
        var sign = lastSign
        var combinator = CSSCombinator.descendant
        if let found = peek, let written = Self.combinator(found) {
            index += 1
            try skipBlanks()
            sign = String(found)
            combinator = written
        }
        let complex = try complex(behind: sign)
        // XPath nests each compound in the one before it.
        guard complex.compounds.count <= CSSSelector.mostNesting else {
            throw error(.message("css.long_has", ["most": .number(CSSSelector.mostNesting)]), at: start)
        }
        return CSSRelative(combinator: combinator, complex: complex)
    }

    private mutating func complex(behind sign: String?) throws(SelectorError) -> CSSComplex {
        var complex = CSSComplex(compounds: [try compound(behind: sign)])
        while true {
            let hasBlank = try skipBlanks()
            guard let sign = peek, sign != ",", sign != ")" else { return complex }
            if let combinator = Self.combinator(sign) {
                index += 1
                try skipBlanks()
                complex.combinators.append(combinator)
                complex.compounds.append(try compound(behind: String(sign)))
            } else {
                guard hasBlank else { throw unexpected(sign) }
                complex.combinators.append(.descendant)
                complex.compounds.append(try compound(behind: nil))
            }
        }
    }

    private static func combinator(_ sign: Unicode.Scalar) -> CSSCombinator? {
        switch sign {
        case ">": .child
        case "+": .next
        case "~": .later
        default: nil
        }
    }

    private mutating func compound(behind sign: String?) throws(SelectorError) -> CSSCompound {
        let start = index
        var compound = CSSCompound()
        if peek == "*" {
            try countPart()
            index += 1
            try refuseNamespace(from: start)
        } else if startsName(at: index) {
            try countPart()
            compound.name = try name()
            try refuseNamespace(from: start)
        } else if peek == "|" {
            try refuseNamespace(from: start)
        }
        try skipComments()
        while let sign = peek, ["#", ".", "[", ":"].contains(sign) {
            try countPart()
            compound.conditions += try conditions(beginningWith: sign)
            try skipComments()
        }
        guard index == start else {
            if peek == "*" || startsName(at: index) {
                throw error(
                    .message("css.name_first"),
                    advice: .message("css.name_first.cure"))
            }
            return compound
        }
        guard let found = peek, ![",", ")", ">", "+", "~"].contains(found) else {
            throw error(.message("css.selector_wanted", sign.map { ["sign": .text($0)] } ?? [:]))
        }
        throw unexpected(found)
    }

    private mutating func conditions(beginningWith sign: Unicode.Scalar) throws(SelectorError) -> [CSSCondition] {
        switch sign {
        case "#":
            index += 1
            return [.id(try name(behind: "#"))]
        case ".":
            index += 1
            return [.className(try name(behind: "."))]
        case "[": return [.attribute(try attribute())]
        default: return try pseudoClass()
        }
    }

    private mutating func name(behind sign: String) throws(SelectorError) -> String {
        guard startsName(at: index) else {
            guard let digit = peek, ("0"..."9").contains(digit) else {
                throw error(.message("css.name_wanted", ["sign": .text(sign)]))
            }
            throw error(
                .message("css.name_begins_with_figure"),
                advice: .message("css.figure_escape", ["sign": .text(sign), "digit": .text(String(digit))]))
        }
        return try name()
    }

    private mutating func countPart() throws(SelectorError) {
        parts += 1
        guard parts <= CSSSelector.mostParts else {
            throw error(.message("css.many_parts", ["most": .number(CSSSelector.mostParts)]))
        }
    }

    /// Refuses `ns|name`, `*|name` and `|name`, but not `[name|="value"]`.
    mutating func refuseNamespace(from start: Int) throws(SelectorError) {
        guard peek == "|", peek(1) != "=" else { return }
        guard peek(1) != "|" else {
            throw unsupported(
                .message("css.columns"), at: index, advice: .message("css.columns.cure"))
        }
        throw unsupported(.message("css.namespaces"), at: start, advice: .message("css.namespaces.cure"))
    }
}

// Attributes.
extension CSSReader {
    private mutating func attribute() throws(SelectorError) -> CSSAttribute {
        let opening = index
        index += 1
        try skipBlanks()
        let start = index
        if peek == "*" { index += 1 }
        try refuseNamespace(from: start)
        guard startsName(at: index) else { throw error(.message("css.attribute_wanted"), at: start) }
        var attribute = CSSAttribute(name: try name())
        try refuseNamespace(from: start)
        try skipBlanks()
        switch peek {
        case "]":
            index += 1
            return attribute
        case nil: throw missingBracket(from: opening)
        default: break
        }
        let (comparison, sign) = try comparison(of: attribute.name)
        try skipBlanks()
        let value = try value(of: attribute.name, behind: sign)
        try skipBlanks()
        let ignoresCase = try flag()
        attribute.test = CSSAttribute.Test(
            comparison: comparison, value: value,
            ignoresCase: ignoresCase ?? CSSAttribute.namesWithoutCase.contains(attribute.name.asciiLowercased))
        try skipBlanks()
        guard peek == "]" else { throw missingBracket(from: opening) }
        index += 1
        return attribute
    }

    private func missingBracket(from opening: Int) -> SelectorError {
        error(
            .message("css.open_attribute"),
            advice: peek == nil
                ? .message("css.open_attribute.place", ["column": .number(opening + 1)])
                : .message("css.open_attribute.quotes"))
    }

    private mutating func comparison(of name: String) throws(SelectorError) -> (CSSAttribute.Comparison, String) {
        guard let sign = peek, sign != "=" else {
            index += 1
            return (.equal, "=")
        }
        let comparison: CSSAttribute.Comparison? =
            switch sign {
            case "~": .word
            case "|": .languageRange
            case "^": .prefix
            case "$": .suffix
            case "*": .part
            default: nil
            }
        guard peek(1) == "=" else {
            throw error(
                .message("css.unexpected", ["sign": .text(Self.shown(sign))]), advice: .message("css.comparison_wanted")
            )
        }
        guard let comparison else {
            throw error(
                .message("css.no_comparison", ["sign": .text(Self.shown(sign))]),
                advice: sign == "!"
                    ? .message("css.other_value", ["name": .text(name)]) : .message("css.comparisons")
            )
        }
        index += 2
        return (comparison, "\(sign)=")
    }

    private mutating func value(of name: String, behind sign: String) throws(SelectorError) -> String {
        if peek == "\"" || peek == "'" { return try string() }
        if startsName(at: index) { return try self.name() }
        guard let found = peek, found != "]" else { throw error(.message("css.value_wanted", ["sign": .text(sign)])) }
        var end = index
        while end < text.count, !["]", "\"", "\\", "\n"].contains(text[end]) { end += 1 }
        var shown = String.UnicodeScalarView()
        shown.append(contentsOf: text[index..<min(end, index + 60)])
        throw error(
            .message("css.unquoted_value", ["sign": .text(Self.shown(found))]),
            advice: end < text.count && text[end] == "]" && end <= index + 60
                ? .message(
                    "css.write_in_quotes", ["name": .text(name), "sign": .text(sign), "value": .text(String(shown))])
                : nil)
    }

    /// Reads a flag: true for `i`, false for `s`, nil if there is none.
    private mutating func flag() throws(SelectorError) -> Bool? {
        guard let letter = peek, startsName(at: index) else { return nil }
        let start = index
        switch try name().asciiLowercased {
        case "i": return true
        case "s": return false
        default:
            throw error(
                .message("css.unexpected", ["sign": .text(Self.shown(letter))]), at: start,
                advice: .message("css.unknown_flag"))
        }
    }
}
