import FeedConfiguration
import FeedMessages
import FeedSelecting

/// Finds unknown names in XPath 1.0. libxml2 reports them only when a page makes it evaluate them.
///
/// Source: https://www.w3.org/TR/xpath-10/#exprlex.
struct XPathNames {
    private let text: [Unicode.Scalar]
    private var index: Int
    /// Whether the last token can stand before an operator. Only then is `and` an operator.
    private var isBehindOperand = false

    /// Throws for the first unknown function, variable or prefix in `text` behind its first `start` characters.
    static func check(_ text: String, from start: Int) throws(SelectorError) {
        var names = XPathNames(text: Array(text.unicodeScalars), index: start)
        try names.read()
    }

    private init(text: [Unicode.Scalar], index: Int) { (self.text, self.index) = (text, index) }

    /// The functions of XPath 1.0 §4, and those of `TypePlaces`.
    private static let functions: Set<String> = [
        "last", "position", "count", "id", "local-name", "namespace-uri", "name", "string", "concat", "starts-with",
        "contains", "substring-before", "substring-after", "substring", "string-length", "normalize-space", "translate",
        "boolean", "not", "true", "false", "lang", "number", "sum", "floor", "ceiling", "round",
        TypePlaces.beforeItself, TypePlaces.afterItself,
    ]
    private static let tests: Set<String> = ["text", "comment", "node", "processing-instruction"]
    private static let operators: Set<String> = ["and", "or", "div", "mod"]
    /// The element that is searched.
    private static let variable = "scope"
    /// The prefix of `xml:lang`, which needs no declaration.
    private static let knownPrefix = "xml"

    private mutating func read() throws(SelectorError) {
        while let sign = peek {
            switch sign {
            case "'", "\"":
                skip(to: sign)
                isBehindOperand = true
            case "$": try readVariable()
            case _ where Self.beginsName(sign): try readName()
            case _ where Self.isBlank(sign): index += 1
            case "0"..."9":
                skip { ("0"..."9").contains($0) || $0 == "." }
                isBehindOperand = true
            case "*":
                index += 1
                isBehindOperand.toggle()
            default:
                index += 1
                isBehindOperand = sign == ")" || sign == "]" || sign == "."
            }
        }
    }

    private mutating func readVariable() throws(SelectorError) {
        let start = index
        index += 1
        skip(while: Self.isBlank)
        let name = self.name()
        isBehindOperand = true
        guard name != Self.variable, !name.isEmpty else { return }
        throw SelectorError(
            column: start + 1, reason: .message("xpath.unknown_variable", ["name": .text(name)]),
            advice: .message("xpath.unknown_variable.cure", ["name": .text(Self.variable)]))
    }

    private mutating func readName() throws(SelectorError) {
        let start = index
        var name = self.name()
        if isBehindOperand, Self.operators.contains(name) {
            isBehindOperand = false
            return
        }
        let prefix = name
        var local: String?
        if peek == ":", let next = peek(1), next == "*" || Self.beginsName(next) {
            index += 1
            if next == "*" { index += 1 }
            local = next == "*" ? "*" : self.name()
            name += ":" + (local ?? "")
        }
        isBehindOperand = true
        skip(while: Self.isBlank)
        if peek == "(" {
            guard !Self.functions.contains(name), !Self.tests.contains(name) else { return }
            let meant = Spelling.nearest(to: name, among: Self.functions.sorted())
            throw SelectorError(
                column: start + 1, reason: .message("xpath.unknown_function", ["name": .text(name)]),
                advice: meant.map { .message("xpath.unknown_function.cure", ["name": .text($0)]) })
        }
        guard let local, prefix != Self.knownPrefix else { return }
        throw SelectorError(
            column: start + 1, reason: .message("xpath.prefix"),
            advice: local == "*"
                ? .message("xpath.prefix.any", ["local": .text(local)])
                : .message("xpath.prefix.cure", ["local": .text(local), "name": .text(name)]))
    }

    // MARK: Characters

    private var peek: Unicode.Scalar? { peek(0) }

    private func peek(_ distance: Int) -> Unicode.Scalar? {
        index + distance < text.count ? text[index + distance] : nil
    }

    private mutating func skip(while isSkipped: (Unicode.Scalar) -> Bool) {
        while let sign = peek, isSkipped(sign) { index += 1 }
    }

    /// Moves behind the quoted text that begins here.
    private mutating func skip(to quote: Unicode.Scalar) {
        index += 1
        skip { $0 != quote }
        index += 1
    }

    private mutating func name() -> String {
        let start = index
        skip { Self.beginsName($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "." || $0 == "\u{B7}" }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: text[start..<index])
        return String(name)
    }

    private static func isBlank(_ sign: Unicode.Scalar) -> Bool { sign.value <= 0x20 }

    private static func beginsName(_ sign: Unicode.Scalar) -> Bool {
        switch sign {
        case "a"..."z", "A"..."Z", "_": true
        default: sign.value >= 0xC0 && sign != "\u{D7}" && sign != "\u{F7}"
        }
    }
}
