import FeedSelecting

/// Reads the text of a list of selectors (Selectors Level 4 §18, CSS Syntax Level 3 §4), scalar by scalar.
///
/// Stricter than a browser: what is open at the end is a mistake, and so is a wrong selector within `:is()`.
struct CSSReader {
    let text: [Unicode.Scalar]
    var index = 0
    /// How many brackets are open around what is read.
    var depth = 0
    /// How many of these are `:has()`, which cannot hold itself.
    var hasDepth = 0
    /// How many of these have `of`: each is written several times in XPath.
    var ofDepth = 0
    private var parts = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    /// The whole text.
    mutating func selectors() throws(SelectorError) -> [CSSComplex] {
        guard text.count <= CSSSelector.mostCharacters else {
            throw error("more than \(CSSSelector.mostCharacters) characters", at: CSSSelector.mostCharacters)
        }
        try skipBlanks()
        guard peek != nil else { throw error("the selector is empty", advice: "`*` is any element") }
        return try list(in: nil) { reader throws(SelectorError) in try reader.complex() }
    }

    /// What stands between commas, up to the end of the text or the `)` of `opening`, which is read, too.
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
                if let opening { throw error("`)` is missing behind `\(opening)`") }
                return elements
            case let other?: throw unexpected(other)
            }
        }
    }

    mutating func complex() throws(SelectorError) -> CSSComplex {
        if let sign = peek, Self.combinator(sign) != nil {
            throw error(
                "a selector does not begin with `\(sign)`",
                advice: sign == ">" && depth == 0 ? "`:scope >` begins with what is directly inside" : nil)
        }
        return try complex(behind: lastSign)
    }

    /// A selector within `:has()`.
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
        // In XPath each of them stands within the one before.
        guard complex.compounds.count <= CSSSelector.mostNesting else {
            throw error("more than \(CSSSelector.mostNesting) elements in a row within `:has()`", at: start)
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
                    "an element's name stands before everything else",
                    advice: "write a blank, if it is another element's name")
            }
            return compound
        }
        guard let found = peek, ![",", ")", ">", "+", "~"].contains(found) else {
            let wanted = sign.map { "a selector is wanted behind `\($0)`" } ?? "a selector is wanted"
            throw error(wanted)
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
                throw error("a name is wanted behind `\(sign)`")
            }
            throw error(
                "a name does not begin with a figure", advice: "`\(sign)\\3\(digit) ` stands for `\(sign)\(digit)`")
        }
        return try name()
    }

    private mutating func countPart() throws(SelectorError) {
        parts += 1
        guard parts <= CSSSelector.mostParts else { throw error("more than \(CSSSelector.mostParts) parts") }
    }

    /// `ns|name`, `*|name` and `|name`, but not `[name|="value"]`.
    mutating func refuseNamespace(from start: Int) throws(SelectorError) {
        guard peek == "|", peek(1) != "=" else { return }
        guard peek(1) != "|" else {
            throw unsupported(
                "columns of tables (`||`)", at: index, advice: "`td:nth-child(2)` is the second cell of a row")
        }
        throw unsupported("namespaces (`|`)", at: start, advice: "write the name alone")
    }
}

// Attributes
extension CSSReader {
    private mutating func attribute() throws(SelectorError) -> CSSAttribute {
        let opening = index
        index += 1
        try skipBlanks()
        let start = index
        if peek == "*" { index += 1 }
        try refuseNamespace(from: start)
        guard startsName(at: index) else { throw error("an attribute's name is wanted behind `[`", at: start) }
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
            "`]` is missing",
            advice: peek == nil
                ? "`[` is character \(opening + 1)"
                : "a value with other signs than letters, figures, `-` and `_` stands in quotes")
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
                "`\(Self.shown(sign))` cannot stand here", advice: "`]`, or one of `=`, `~=`, `|=`, `^=`, `$=` and `*=`"
            )
        }
        guard let comparison else {
            throw error(
                "`\(Self.shown(sign))=` is no comparison",
                advice: sign == "!"
                    ? "`:not([\(name)=…])` is what has another value" : "there are `=`, `~=`, `|=`, `^=`, `$=` and `*=`"
            )
        }
        index += 2
        return (comparison, "\(sign)=")
    }

    private mutating func value(of name: String, behind sign: String) throws(SelectorError) -> String {
        if peek == "\"" || peek == "'" { return try string() }
        if startsName(at: index) { return try self.name() }
        guard let found = peek, found != "]" else { throw error("a value is wanted behind `\(sign)`") }
        var end = index
        while end < text.count, !["]", "\"", "\\", "\n"].contains(text[end]) { end += 1 }
        var shown = String.UnicodeScalarView()
        shown.append(contentsOf: text[index..<min(end, index + 60)])
        throw error(
            "a value that begins with `\(Self.shown(found))` stands in quotes",
            advice: end < text.count && text[end] == "]" && end <= index + 60
                ? "write `[\(name)\(sign)\"\(String(shown))\"]`" : nil)
    }

    /// Whether case is ignored, or nil if nothing is said about it.
    private mutating func flag() throws(SelectorError) -> Bool? {
        guard let letter = peek, startsName(at: index) else { return nil }
        let start = index
        switch try name().asciiLowercased {
        case "i": return true
        case "s": return false
        default:
            throw error(
                "`\(Self.shown(letter))` cannot stand here", at: start,
                advice: "a value with blanks stands in quotes; `i` behind it ignores case, `s` does not")
        }
    }
}
