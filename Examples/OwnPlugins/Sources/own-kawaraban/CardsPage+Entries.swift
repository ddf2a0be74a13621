import FeedHTML
import FeedModel
import FeedRendering

extension CardsPage {
    /// Writes an entry with its picture, its excerpt, its whole text and its facts.
    mutating func card(_ shown: PageEntry) {
        put("<article lang=\"", shown.language ?? "", "\" dir=\"auto\">\n<h3>")
        link(shown.card.title, to: shown.card.link)
        writer.markup("</h3>\n")
        if let picture = shown.card.image { put("<img alt=\"\" loading=\"lazy\" src=\"", picture, "\">\n") }
        if let excerpt = shown.card.excerpt { put("<p>", excerpt, "</p>\n") }
        if case .html(let html)? = shown.entry.entry.content {
            put("<details>\n<summary>", words.fullText, "</summary>\n")
            writer.body(HTMLSanitiser.sanitise(html, page: shown.card.link))
            writer.markup("\n</details>\n")
        }
        let date = shown.card.published.map { dates.brief($0, edition: edition, words: words) }
        let numbers = shown.card.mainNumbers.map { "\($0.name) \(words.grouped($0.value))" }
        let facts = [shown.card.label, shown.host, date].compactMap(\.self) + numbers + shown.tags
        put("<p><small>", facts.joined(separator: words.separator), "</small></p>\n</article>\n")
    }

    /// Writes a line an entry, each with a remark that may be empty.
    mutating func list(_ lines: [(card: EntryCard, remark: String)]) {
        guard !lines.isEmpty else { return }
        writer.markup("<ul>\n")
        for (card, remark) in lines {
            writer.markup("<li dir=\"auto\">")
            link(card.title, to: card.link)
            let facts = [card.label, VisibleText.line(remark)].filter { !$0.isEmpty }
            put(" <small>", facts.joined(separator: ": "), "</small></li>\n")
        }
        writer.markup("</ul>\n")
    }
}
