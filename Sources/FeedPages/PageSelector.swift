public import FeedConfiguration
public import FeedMessages
import FeedModel
public import FeedSelecting

/// A place on a page: a CSS selector or XPath 1.0, optionally with an attribute.
///
/// `article.card` finds elements, `a@href` an attribute of elements, `@href` an attribute of the context element. A
/// text that begins with `/`, `./`, `../`, `(` or `xpath:`, or that is `.`, is XPath; all others are CSS.
public struct PageSelector: Sendable, Hashable {
    /// The selector as written.
    public let text: String
    /// The XPath of the selector. Its context is an element, which is also `$scope`.
    public let xpath: String
    /// The attribute to read; nil to take the element.
    public let attribute: String?
    /// Whether the selector searches the whole page from any context.
    public let isAbsolute: Bool

    /// Bytes of a selector, at most.
    static let longest = 2_000

    /// Parses a selector. Throws `SelectorError` with the column of the error.
    public init(_ text: String) throws(SelectorError) {
        guard text.utf8.count <= Self.longest else {
            throw SelectorError(
                column: 1, reason: .message("page.long_selector", ["most": .number(Self.longest)]),
                advice: .message("page.long_selector.cure"))
        }
        self.text = text
        let trimmed = text.trimmedLine
        if let path = Self.xpath(trimmed) {
            try XPathNames.check(text, from: Self.xpathStart(of: text))
            guard PageTree.compiles(path) else {
                throw SelectorError(
                    column: 1, reason: .message("page.no_xpath"),
                    advice: .message("page.no_xpath.cure"))
            }
            xpath = path
            attribute = nil
            isAbsolute = Self.isAbsolute(path)
            return
        }
        let (elements, attribute) = Self.parts(of: trimmed)
        self.attribute = attribute
        isAbsolute = false
        if elements.isEmpty, attribute != nil {
            xpath = "self::*"
        } else {
            xpath = "descendant::*[\(try CSSSelector(elements).predicate)]"
        }
    }

    /// The classes (`.card`) and ids (`#main`) in a CSS selector, the last one first. Empty for XPath.
    public var names: [String] {
        guard Self.xpath(text.trimmedLine) == nil else { return [] }
        var names: [String] = []
        var depth = 0
        var name = ""
        for character in text + " " {
            if !name.isEmpty, character == "-" || character == "_" || character.isLetter || character.isNumber {
                name.append(character)
                continue
            }
            if name.count > 1 { names.append(name) }
            name = ""
            switch character {
            case "[": depth += 1
            case "]": depth -= 1
            case ".", "#": if depth == 0 { name = String(character) }
            default: break
            }
        }
        return names.reversed()
    }

    /// Whether a path, or one inside it, begins at the document: a `/` that follows no step, as in `(//h2)[1]`.
    private static func isAbsolute(_ path: String) -> Bool {
        var quote: Character?
        var previous: Character = "("
        for character in path where character != " " {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "/", "([,|=<>+".contains(previous) {
                return true
            }
            previous = character
        }
        return false
    }

    private static let xpathMark = "xpath:"

    /// The number of characters before the path, up to the end of `xpath:`.
    private static func xpathStart(of text: String) -> Int {
        guard let mark = text.firstRange(of: xpathMark), text[..<mark.lowerBound].allSatisfy(\.isWhitespace) else {
            return 0
        }
        return text[..<mark.upperBound].unicodeScalars.count
    }

    /// The path if the text is XPath, else nil.
    private static func xpath(_ text: String) -> String? {
        if text.hasPrefix(xpathMark) { return String(text.dropFirst(xpathMark.count)).trimmedLine }
        let isPath = ["/", "./", "../", "("].contains { text.hasPrefix($0) } || text == "."
        return isPath ? text : nil
    }

    /// The selector, and the name behind its last `@`, or nil.
    private static func parts(of text: String) -> (elements: String, attribute: String?) {
        guard let sign = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return (text, nil) }
        let name = text[text.utf8.index(after: sign)...]
        let isName =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F: true
                default: false
                }
            }
        guard isName else { return (text, nil) }
        return (String(text[..<sign]).trimmedLine, name.lowercased())
    }
}

extension PageSelector: ListPlace {
    /// What messages call a selector: `a selector`.
    public static var kindName: LocalizedText { .message("page.selector") }
    /// The selector as written.
    public var description: String { text }
    /// The type's name in messages.
    public static var typeName: LocalizedText {
        .message("type.page_selector")
    }
    /// A selector of the context element.
    public static var placeholder: PageSelector { PageSelector() }
    /// The selector as written.
    public var manualText: String { text }

    private init() { (text, xpath, attribute, isAbsolute) = ("", "self::*", nil, false) }

    /// Reads a selector from the configuration. Reports errors to `section` and returns nil.
    public static func read(_ node: Node, in section: ConfigSection) -> PageSelector? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        do throws(SelectorError) {
            return try PageSelector(text)
        } catch {
            section.report(error, in: node)
            return nil
        }
    }
}
