import FeedModel

/// Writes entries as articles. Title, facts and excerpt are open, the whole text is folded.
struct HTMLArticle {
    let words: DigestWords
    let dates: DigestDates
    let sourceTitles: SourceTitles
    /// Bytes that the texts of the remaining entries may take.
    private var budget: Int

    init(words: DigestWords, dates: DigestDates, sourceTitles: SourceTitles, budget: Int = pageLimit) {
        self.words = words
        self.dates = dates
        self.sourceTitles = sourceTitles
        self.budget = budget
    }

    /// Writes one article under a section's heading, which is empty if there is none. Every element is closed.
    mutating func write(_ entry: DigestEntry, under heading: String, into writer: inout HTMLWriter) {
        let card = EntryCard(entry, columns: Self.excerptWidth, words: words, sourceTitles: sourceTitles)
        let body = EntryBody(of: entry.entry, excerpt: card.excerpt, limit: min(Self.bodyLimit, budget))
        budget -= body?.size ?? 0
        writer.markup("<article id=\"e-")
        writer.text(entry.key)
        writer.markup("\">\n")
        let language = Language.of(entry.entry, card: card)
        if let image = card.image { writeImage(image, into: &writer) }
        writeTitle(of: card, in: language, isInSection: !heading.isEmpty, into: &writer)
        writeFacts(of: card, under: heading, into: &writer)
        if let excerpt = card.excerpt {
            writer.markup("<p class=\"excerpt\"")
            writeLanguage(language, into: &writer)
            writer.markup(" dir=\"auto\">")
            writer.text(excerpt)
            writer.markup("</p>\n")
        }
        writeTags(of: card, into: &writer)
        writeAttachments(of: card, into: &writer)
        if let body { write(body, in: language, into: &writer) }
        writer.markup("</article>\n")
    }

    private func writeTitle(
        of card: EntryCard, in language: String?, isInSection: Bool, into writer: inout HTMLWriter
    ) {
        writer.markup(isInSection ? "<h3" : "<h2 class=\"title\"")
        writeLanguage(language, into: &writer)
        writer.markup(" dir=\"auto\">")
        writeLink(card.title, to: card.link, into: &writer)
        writer.markup(isInSection ? "</h3>\n" : "</h2>\n")
    }

    private func writeFacts(of card: EntryCard, under heading: String, into writer: inout HTMLWriter) {
        let isBare = card.published == nil && card.authors.isEmpty && card.numbers.isEmpty && card.alsoIn.isEmpty
        if isBare, card.label == heading { return }
        writer.markup("<p class=\"facts\">")
        if card.label != heading {
            writer.markup("<bdi class=\"label\">")
            writer.text(card.label)
            writer.markup("</bdi>")
        }
        if let published = card.published {
            writer.markup(" <time datetime=\"")
            writer.text(dates.rfc3339(published))
            writer.markup("\">")
            writer.text(dates.minute(published))
            writer.markup("</time>")
        }
        if !card.authors.isEmpty {
            writer.markup(" <bdi class=\"authors\">")
            writer.text(card.authors.joined(separator: words.separator))
            writer.markup("</bdi>")
        }
        for number in card.numbers {
            writer.markup(" <span class=\"number\">")
            writer.text(number.name)
            writer.markup(" <b>")
            writer.text(words.grouped(number.value))
            writer.markup("</b></span>")
        }
        if !card.alsoIn.isEmpty {
            writer.markup(" <span class=\"also\">")
            writer.text(words.alsoIn + ": ")
            for (index, other) in card.alsoIn.enumerated() {
                writer.text(index == 0 ? "" : words.separator)
                writer.markup("<bdi>")
                writeLink(other.phrase(words), to: other.link, into: &writer)
                writer.markup("</bdi>")
            }
            writer.markup("</span>")
        }
        writer.markup("</p>\n")
    }

    /// The box has a fixed size, so that nothing moves when the picture is loaded.
    private func writeImage(_ address: String, into writer: inout HTMLWriter) {
        writer.markup("<img class=\"lead\" src=\"")
        writer.text(address)
        writer.markup(
            """
            " alt="" width="160" height="90" loading="lazy" decoding="async" referrerpolicy="no-referrer">

            """)
    }

    private func writeTags(of card: EntryCard, into writer: inout HTMLWriter) {
        guard !card.tags.isEmpty else { return }
        writer.markup("<ul class=\"tags\">")
        for tag in card.tags {
            writer.markup("<li><bdi>")
            writer.text(tag)
            writer.markup("</bdi></li>")
        }
        writer.markup("</ul>\n")
    }

    private func writeAttachments(of card: EntryCard, into writer: inout HTMLWriter) {
        guard !card.attachments.isEmpty else { return }
        writer.markup("<ul class=\"files\">\n")
        for attachment in card.attachments {
            writer.markup("<li>")
            writer.text(words.attachments)
            writer.markup(": ")
            writeLink(attachment.name, to: attachment.url, into: &writer)
            writer.text(words.parentheses.open + attachment.details.joined(separator: words.separator))
            writer.text(words.parentheses.close)
            writer.markup("</li>\n")
        }
        writer.markup("</ul>\n")
    }

    private func write(_ body: EntryBody, in language: String?, into writer: inout HTMLWriter) {
        switch body.content {
        case .tooLong:
            writer.markup("<p class=\"remark\">")
            writer.text(words.tooLong)
            writer.markup("</p>\n")
        case .html(let safe):
            open(body, in: language, into: &writer)
            writer.body(safe)
            writer.markup("</div>\n</details>\n")
        case .paragraphs(let paragraphs):
            open(body, in: language, into: &writer)
            for paragraph in paragraphs {
                writer.markup("<p>")
                writer.text(paragraph)
                writer.markup("</p>\n")
            }
            writer.markup("</div>\n</details>\n")
        }
    }

    private func open(_ body: EntryBody, in language: String?, into writer: inout HTMLWriter) {
        writer.markup("<details>\n<summary>")
        writer.text(words.fullText)
        if body.minutes > 1 {
            writer.markup(" <span class=\"length\">")
            writer.text(words.readingTime(minutes: body.minutes))
            writer.markup("</span>")
        }
        writer.markup("</summary>\n<div class=\"body\"")
        writeLanguage(language, into: &writer)
        writer.markup(" dir=\"auto\">\n")
    }

    /// Writes the language of an entry's own text. The words around it are in the page's language.
    private func writeLanguage(_ language: String?, into writer: inout HTMLWriter) {
        guard let language, language != words.language else { return }
        writer.markup(" lang=\"")
        writer.text(language)
        writer.markup("\"")
    }

    private func writeLink(_ title: String, to address: String?, into writer: inout HTMLWriter) {
        guard let address else { return writer.text(title) }
        writer.markup("<a href=\"")
        writer.text(address)
        writer.markup("\" rel=\"noopener noreferrer\">")
        writer.text(title)
        writer.markup("</a>")
    }

    /// Width of an excerpt, in columns.
    private static let excerptWidth = 280
    /// Size limits in bytes, for an entry's text and for the texts of all entries of a page.
    private static let bodyLimit = 262_144
    private static let pageLimit = 16_777_216
}
