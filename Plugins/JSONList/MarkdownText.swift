import FeedHTML
import FeedModel

/// Markdown as HTML, as far as a digest needs it: paragraphs, headings, lists and code as lines, links as links.
///
/// No CommonMark: marks for emphasis stay as they are written. All text is escaped, and what comes out is judged by the
/// sanitiser like any other markup of strangers.
struct MarkdownText {
    private let lines: [Substring]
    private var html = ""
    private var paragraph: [String] = []
    /// Places that may still be looked at for a link: a text of brackets alone must not cost its square.
    private var placesLeft = 2_000

    /// HTML for a text.
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
            index += 1
            if let fence = ["```", "~~~"].first(where: line.hasPrefix) {
                endParagraph()
                let end = lines[index...].firstIndex { $0.drop { $0 == " " }.hasPrefix(fence) } ?? lines.endIndex
                let code = lines[index..<end].joined(separator: "\n")
                html += "<pre>\(HTMLEscape.text(code))</pre>\n"
                index = min(end + 1, lines.endIndex)
            } else if line.isEmpty {
                endParagraph()
            } else if let heading = Self.heading(line) {
                endParagraph()
                html += "<p><strong>\(inline(heading))</strong></p>\n"
            } else {
                paragraph.append(inline(line))
            }
        }
        endParagraph()
        return html
    }

    private mutating func endParagraph() {
        guard !paragraph.isEmpty else { return }
        html += "<p>\(paragraph.joined(separator: "<br>\n"))</p>\n"
        paragraph = []
    }

    private static func heading(_ line: Substring) -> Substring? {
        let marks = line.prefix { $0 == "#" }
        let rest = line[marks.endIndex...]
        guard (1...6).contains(marks.count), rest.first == " " else { return nil }
        return rest.drop { $0 == " " }
    }

    /// A line with its links: `[text](address)`, `<address>` and bare addresses.
    private mutating func inline(_ line: Substring) -> String {
        var html = ""
        var rest = line
        while let start = rest.firstIndex(where: { $0 == "[" || $0 == "<" || $0 == "h" || $0 == "!" }) {
            html += HTMLEscape.text(String(rest[..<start]))
            rest = rest[start...]
            if let link = link(at: rest, after: line[..<start].last) {
                html += "<a href=\"\(HTMLEscape.attribute(link.address))\">\(HTMLEscape.text(link.text))</a>"
                rest = rest[link.end...]
            } else {
                html += HTMLEscape.text(String(rest.removeFirst()))
            }
        }
        return html + HTMLEscape.text(String(rest))
    }

    private mutating func link(at text: Substring, after previous: Character?) -> Link? {
        guard placesLeft > 0, ["[", "![", "<http", "http"].contains(where: text.hasPrefix) else { return nil }
        placesLeft -= 1
        return Self.titledLink(text) ?? Self.bracketedLink(text) ?? Self.bareLink(text, after: previous)
    }

    private typealias Link = (text: String, address: String, end: Substring.Index)

    /// Characters that are looked at for the end of a link.
    private static let longest = 2048

    /// `[text](address "title")`, also that of a picture, behind `!`.
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

    /// `<https://example.com/>`
    private static func bracketedLink(_ text: Substring) -> Link? {
        let text = text.prefix(longest)
        guard text.first == "<", let end = text.firstIndex(of: ">") else { return nil }
        let address = String(text[text.index(after: text.startIndex)..<end])
        guard Address.isHTTP(address), !address.contains(" ") else { return nil }
        return (address, address, text.index(after: end))
    }

    /// `https://example.com/` in the midst of words, without the marks that end a sentence.
    private static func bareLink(_ text: Substring, after previous: Character?) -> Link? {
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), previous?.isLetter != true else { return nil }
        var address = text.prefix(longest).prefix { !$0.isWhitespace && !"<>\"`[](){}、。「」）（".contains($0) }
        while let last = address.last, ".,;:!?'*_".contains(last) { address.removeLast() }
        guard Address.host(String(address)) != nil else { return nil }
        return (String(address), String(address), address.endIndex)
    }
}
