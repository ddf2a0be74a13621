public import FeedModel

/// Renders the entries that a digest leaves out as one HTML page without scripts: a line for each, under the filters
/// that decided.
public struct HTMLOmittedPage {
    private let omitted: OmittedEntries
    private let digest: Digest
    private let options: HTMLOptions
    private let words: DigestWords
    private let dates: DigestDates
    private let article: HTMLArticle
    private let sourceTitles: SourceTitles
    private var writer = HTMLWriter()

    /// Renders the page as UTF-8.
    ///
    /// - Parameters:
    ///   - omitted: the entries, in the order of the filters that decided.
    ///   - digest: the digest that leaves them out.
    ///   - page: the address of the digest's page, as a relative reference.
    ///   - options: the choices for the digest's page.
    public static func render(
        _ omitted: OmittedEntries, of digest: Digest, page: String, options: HTMLOptions = HTMLOptions()
    ) -> [UInt8] {
        var rendering = HTMLOmittedPage(omitted, of: digest, options: options)
        rendering.writeMasthead(page: page)
        rendering.writeMain()
        rendering.writeFoot()
        return rendering.writer.bytes
    }

    private init(_ omitted: OmittedEntries, of digest: Digest, options: HTMLOptions) {
        self.omitted = omitted
        self.options = options
        self.digest = digest
        words = DigestWords(digest.locale)
        dates = DigestDates(zone: digest.zone)
        article = HTMLArticle(words: words, dates: dates, edition: digest.to, options: options)
        sourceTitles = SourceTitles(omitted.entries.lazy.map(\.entry))
    }

    private mutating func writeMasthead(page: String) {
        let title = words.omittedTitle(of: VisibleText.line(digest.title))
        writer.head(titled: title, words: words, options: options)
        writer.markup("<header class=\"masthead\">\n<h1 dir=\"auto\">")
        writer.text(title)
        writer.markup("</h1>\n<p class=\"ear\">")
        writer.time(digest.to, as: dates.heading(digest.to, words: words), dates)
        writer.markup(" <a href=\"")
        writer.text(page)
        writer.markup("\">")
        writer.text(words.backToPage)
        writer.markup("</a></p>\n<p class=\"ear size\">")
        writer.text(words.entries(omitted.count))
        writer.markup("</p>\n</header>\n")
    }

    private mutating func writeMain() {
        writer.markup("<main id=\"main\" class=\"omitted\">\n")
        if omitted.count == 0 {
            writer.markup("<p class=\"empty\">")
            writer.text(words.nothingOmitted)
            writer.markup("</p>\n")
        }
        var rest = omitted.entries[...]
        while let first = rest.first {
            let group = rest.prefix { $0.filter == first.filter && $0.fate == first.fate }
            rest = rest.dropFirst(group.count)
            write(group)
        }
        writer.markup("</main>\n")
    }

    /// Writes entries on which one filter decided alike. A reason that all share stands once.
    private mutating func write(_ group: ArraySlice<OmittedEntry>) {
        guard let first = group.first else { return }
        let isShared = group.allSatisfy { $0.reason == first.reason && $0.until == first.until }
        writer.markup("<section>\n<h2><span>")
        writer.text(words.omitted(first.fate, by: first.filter.map(VisibleText.line)))
        writer.markup("</span>")
        writer.count(group.count, words)
        writer.markup("</h2>\n")
        if isShared { writeReason(of: first) }
        writer.markup("<ul class=\"briefs\">\n")
        for entry in group {
            let card = EntryCard(entry.entry, columns: 0, words: words, sourceTitles: sourceTitles)
            let shown = PageEntry(entry: entry.entry, card: card, tags: [], host: nil)
            article.open(shown, as: .brief, under: "", into: &writer)
            if !isShared { writeReason(of: entry) }
            article.close(.brief, into: &writer)
        }
        writer.markup("</ul>\n</section>\n")
    }

    private mutating func writeReason(of entry: OmittedEntry) {
        let reason = Excerpt.cut(VisibleText.line(entry.reason), columns: 160)
        let until = entry.until.map { words.waits(until: dates.brief($0, edition: digest.to, words: words)) } ?? ""
        let parts = [reason, until].filter { !$0.isEmpty }
        guard !parts.isEmpty else { return }
        writer.markup("<p class=\"reason\" dir=\"auto\">")
        writer.text(parts.joined(separator: words.separator))
        writer.markup("</p>\n")
    }

    private mutating func writeFoot() {
        writer.markup("<footer>\n")
        if omitted.count > omitted.entries.count {
            writer.markup("<p>")
            writer.text(words.omittedCut(shown: omitted.entries.count, of: omitted.count))
            writer.markup("</p>\n")
        }
        writer.markup("<p class=\"colophon\">Kawaraban ")
        writer.time(digest.generatedAt, as: dates.minute(digest.generatedAt), dates)
        writer.markup("</p>\n</footer>\n</body>\n</html>\n")
    }
}
