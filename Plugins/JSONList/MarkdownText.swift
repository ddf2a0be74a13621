import FeedHTML
import FeedModel

/// Converts Markdown to HTML, as far as a digest needs it: paragraphs, headings, bullets, code, `**strong**`, links.
///
/// It is not CommonMark: nested lists become one list, and any other markup stays as text. All text is escaped. The
/// sanitiser checks the result like any foreign markup.
struct MarkdownText {
    private let lines: [Substring]
    private var html = ""
    private var paragraph: [String] = []
    /// The lines of each item.
    private var bullets: [[String]] = []
    /// How many further searches for the end of a link, code or strong text are allowed. Without a limit, a text of
    /// brackets would cost quadratic time.
    private var searchesLeft = 2_000

    /// Returns the HTML of a Markdown text.
    static func html(_ text: String) -> String {
        var markdown = MarkdownText(text)
        return markdown.rendered()
    }

    private init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    private mutating func rendered() -> String {
        var index = lines.startIndex
        while index < lines.endIndex {
            let line = lines[index].drop { $0 == " " || $0 == "\t" }
            let follows = index > lines.startIndex && !Self.isBlank(lines[index - 1])
            let isInside = !bullets.isEmpty && (follows || line.startIndex != lines[index].startIndex)
            index += 1
            if let fence = ["```", "~~~"].first(where: line.hasPrefix) {
                endBlock()
                let end = lines[index...].firstIndex { $0.drop { $0 == " " }.hasPrefix(fence) } ?? lines.endIndex
                let code = lines[index..<end].joined(separator: "\n")
                html += "<pre>\(HTMLEscape.text(code))</pre>\n"
                index = min(end + 1, lines.endIndex)
            } else if line.isEmpty {
                // The list may continue after an empty line.
                if bullets.isEmpty { endBlock() }
            } else if let heading = Self.heading(line) {
                endBlock()
                html += "<p><strong>\(inline(heading))</strong></p>\n"
            } else if let item = Self.bullet(line) {
                if bullets.isEmpty { endBlock() }
                bullets.append([inline(item)])
            } else if isInside {
                bullets[bullets.count - 1].append(inline(line))
            } else {
                if !bullets.isEmpty { endBlock() }
                paragraph.append(inline(line))
            }
        }
        endBlock()
        return html
    }

    private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy { $0 == " " || $0 == "\t" } }

    private mutating func endBlock() {
        if !paragraph.isEmpty { html += "<p>\(paragraph.joined(separator: "<br>\n"))</p>\n" }
        if !bullets.isEmpty {
            html += "<ul>\n"
            for item in bullets { html += "<li>\(item.joined(separator: "<br>\n"))</li>\n" }
            html += "</ul>\n"
        }
        (paragraph, bullets) = ([], [])
    }

    /// The text after `- `, `* ` or `+ `; nil for any other line, and for a line of such marks only, which is a rule.
    private static func bullet(_ line: Substring) -> Substring? {
        guard let mark = line.first, "-*+".contains(mark), line.dropFirst().first == " " else { return nil }
        let item = line.dropFirst(2).drop { $0 == " " }
        return item.allSatisfy { $0 == mark || $0 == " " } ? nil : item
    }

    private static func heading(_ line: Substring) -> Substring? {
        let marks = line.prefix { $0 == "#" }
        let rest = line[marks.endIndex...]
        guard (1...6).contains(marks.count), rest.first == " " else { return nil }
        return rest.drop { $0 == " " }
    }

    /// Converts a line with its links (`[text](address)`, `<address>` and bare addresses), code and strong text.
    private mutating func inline(_ line: Substring) -> String {
        var html = ""
        var rest = line
        while let start = rest.firstIndex(where: { "[<h!`*".contains($0) }) {
            html += HTMLEscape.text(String(rest[..<start]))
            rest = rest[start...]
            if rest.first == "`" || rest.first == "*" {
                let marks = rest.prefix { $0 == rest.first }
                if let span = span(at: rest, marks) {
                    html +=
                        marks.first == "`"
                        ? "<code>\(HTMLEscape.text(String(span.inside)))</code>"
                        : "<strong>\(inline(span.inside))</strong>"
                    rest = rest[span.end...]
                } else {
                    html += String(marks)
                    rest = rest[marks.endIndex...]
                }
            } else if let link = link(at: rest, after: line[..<start].last) {
                html += "<a href=\"\(HTMLEscape.attribute(link.address))\">\(HTMLEscape.text(link.text))</a>"
                rest = rest[link.end...]
            } else {
                html += HTMLEscape.text(String(rest.removeFirst()))
            }
        }
        return html + HTMLEscape.text(String(rest))
    }

    /// Reads code or strong text that begins at `marks`, which `text` begins with, and ends before the next such marks.
    /// Returns the text inside and the index after the closing marks; nil for anything else. Code has any number of "`"
    /// on each side. Strong text has "**" on each side, and no blank beside them.
    private mutating func span(at text: Substring, _ marks: Substring) -> (inside: Substring, end: Substring.Index)? {
        guard searchesLeft > 0, marks.first == "`" || marks.count == 2 else { return nil }
        searchesLeft -= 1
        let rest = text[marks.endIndex...].prefix(Self.longest)
        guard let end = rest.firstRange(of: marks), rest[end.upperBound...].first != marks.first else { return nil }
        let inside = rest[..<end.lowerBound]
        let isTight = inside.first?.isWhitespace == false && inside.last?.isWhitespace == false
        guard marks.first == "`" ? !inside.isEmpty : isTight else { return nil }
        return (inside, end.upperBound)
    }

    private mutating func link(at text: Substring, after previous: Character?) -> Link? {
        guard searchesLeft > 0, ["[", "![", "<http", "http"].contains(where: text.hasPrefix) else { return nil }
        searchesLeft -= 1
        return Self.titledLink(text) ?? Self.bracketedLink(text) ?? Self.bareLink(text, after: previous)
    }

    private typealias Link = (text: String, address: String, end: Substring.Index)

    /// The most characters in which the end of a link, code or strong text is searched.
    private static let longest = 2048

    /// Reads `[text](address "title")`, also that of an image, after `!`.
    private static func titledLink(_ text: Substring) -> Link? {
        let text = text.prefix(longest)
        let opening = text.first == "!" ? text.dropFirst() : text
        guard opening.first == "[", let middle = opening.firstIndex(of: "]") else { return nil }
        let target = opening[opening.index(after: middle)...]
        guard target.first == "(", let end = target.firstIndex(of: ")") else { return nil }
        let inside = target[target.index(after: target.startIndex)..<end]
        let address = String(inside.prefix { $0 != " " })
        guard Address.isHTTP(address) else { return nil }
        let words = opening[opening.index(after: opening.startIndex)..<middle]
        return (words.isEmpty ? address : String(words), address, target.index(after: end))
    }

    /// Reads `<https://example.com/>`.
    private static func bracketedLink(_ text: Substring) -> Link? {
        let text = text.prefix(longest)
        guard text.first == "<", let end = text.firstIndex(of: ">") else { return nil }
        let address = String(text[text.index(after: text.startIndex)..<end])
        guard Address.isHTTP(address), !address.contains(" ") else { return nil }
        return (address, address, text.index(after: end))
    }

    /// Reads `https://example.com/` in running text, without the punctuation that ends a sentence.
    private static func bareLink(_ text: Substring, after previous: Character?) -> Link? {
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), previous?.isLetter != true else { return nil }
        var address = text.prefix(longest).prefix { !$0.isWhitespace && !"<>\"`[](){}、。「」）（".contains($0) }
        while let last = address.last, ".,;:!?'*_".contains(last) { address.removeLast() }
        guard Address.host(String(address)) != nil else { return nil }
        return (String(address), String(address), address.endIndex)
    }
}
