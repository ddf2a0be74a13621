import FeedModel

/// Writes entries: as leads and cards with an excerpt, or as brief lines. Every element is closed.
struct HTMLArticle {
    /// The place of an entry on a page.
    enum Form {
        /// At the head of the page, before the sections. The first one has a line that says by what it leads.
        case lead(remark: String?)
        /// With an excerpt, under a section's heading or in a page without sections.
        case card(isInSection: Bool)
        /// A title and its facts, in a list.
        case brief
    }

    let words: DigestWords
    let dates: DigestDates
    /// The moment of the edition, which dates are relative to.
    let edition: Timestamp
    let options: HTMLOptions

    /// Writes everything but the body and the end tag.
    func open(_ entry: PageEntry, as form: Form, under heading: String, into writer: inout HTMLWriter) {
        let card = entry.card
        let language = entry.language
        if case .brief = form { writer.markup("<li id=\"e-") } else { writer.markup("<article id=\"e-") }
        writer.text(entry.entry.key)
        writer.markup("\">\n")
        switch form {
        case .lead(let remark):
            if let remark {
                writer.markup("<p class=\"remark\">")
                writer.text(remark)
                writer.markup("</p>\n")
            }
            writeImage(of: card, into: &writer)
            writeTitle(of: card, in: language, "<h2", "</h2>\n", into: &writer)
        case .card(isInSection: false):
            writeTitle(of: card, in: language, "<h2", "</h2>\n", into: &writer)
            writeImage(of: card, into: &writer)
        case .card(isInSection: true):
            writeTitle(of: card, in: language, "<h3", "</h3>\n", into: &writer)
            writeImage(of: card, into: &writer)
        case .brief: writeTitle(of: card, in: language, "<span class=\"title\"", "</span>\n", into: &writer)
        }
        writeRemark(on: entry, into: &writer)
        if case .brief = form {
            writeFacts(of: entry, under: heading, hasTags: false, into: &writer)
            writeStory(of: entry, into: &writer)
            return
        }
        if options.page.excerpt > 0, let excerpt = card.excerpt {
            writer.markup("<p class=\"excerpt\"")
            writeLanguage(language, into: &writer)
            writer.markup(" dir=\"auto\">")
            writer.text(excerpt)
            writer.markup("</p>\n")
        }
        writeFacts(of: entry, under: heading, hasTags: true, into: &writer)
        writeStory(of: entry, into: &writer)
        writeRelated(of: card, in: language, into: &writer)
    }

    /// Writes the end tag.
    func close(_ form: Form, into writer: inout HTMLWriter) {
        if case .brief = form { writer.markup("</li>\n") } else { writer.markup("</article>\n") }
    }

    /// Writes the whole text of an entry, folded.
    func write(_ body: EntryBody, of entry: PageEntry, into writer: inout HTMLWriter) {
        switch body.content {
        case .tooLong:
            writer.markup("<p class=\"remark\">")
            writer.text(words.tooLong)
            writer.markup("</p>\n")
        case .html(let safe):
            unfold(body, in: entry.language, into: &writer)
            writer.body(safe, hasPictures: options.pictures != .none)
            writer.markup("</div>\n</details>\n")
        case .paragraphs(let paragraphs):
            unfold(body, in: entry.language, into: &writer)
            for paragraph in paragraphs {
                writer.markup("<p>")
                writer.text(paragraph)
                writer.markup("</p>\n")
            }
            writer.markup("</div>\n</details>\n")
        }
    }

    private func writeTitle(
        of card: EntryCard, in language: String?, _ start: StaticString, _ end: StaticString,
        into writer: inout HTMLWriter
    ) {
        writer.markup(start)
        writeLanguage(language, into: &writer)
        writer.markup(" dir=\"auto\">")
        writer.link(card.title, to: card.link)
        writer.markup(end)
    }

    /// Writes one quiet line: who, when, at most two numbers, other sources, tags, files.
    private func writeFacts(
        of entry: PageEntry, under heading: String, hasTags: Bool, into writer: inout HTMLWriter
    ) {
        let card = entry.card
        var facts = HTMLWriter()
        if card.label != heading {
            facts.markup("<bdi class=\"label\">")
            facts.text(card.label)
            facts.markup("</bdi> ")
        }
        for name in entry.names(words) {
            facts.markup("<bdi>")
            facts.text(name)
            facts.markup("</bdi> ")
        }
        if let published = card.published {
            facts.time(published, as: dates.brief(published, edition: edition, words: words), dates)
            facts.markup(" ")
        }
        for part in card.buzz?.parts ?? [] { write(part, into: &facts) }
        // The line of related articles says their number.
        for number in card.buzz == nil ? card.mainNumbers : []
        where !hasTags || card.related.isEmpty || number.key != "related" {
            facts.markup("<span class=\"number\">")
            facts.text(number.name)
            facts.markup(" <b>")
            facts.text(words.grouped(number.value))
            facts.markup("</b></span> ")
        }
        writeOthers(of: card, into: &facts)
        for tag in hasTags ? entry.tags : [] {
            facts.markup("<bdi class=\"tag\">#")
            facts.text(tag)
            facts.markup("</bdi> ")
        }
        writeAttachments(of: card, into: &facts)
        guard !facts.bytes.isEmpty else { return }
        writer.markup("<p class=\"facts\">")
        writer.append(facts, 0..<facts.bytes.count - 1)
        writer.markup("</p>\n")
    }

    private func write(_ part: BuzzLine.Part, into writer: inout HTMLWriter) {
        writer.markup("<span class=\"number\">")
        if let place = part.text.firstRange(of: part.number) {
            writer.text(String(part.text[..<place.lowerBound]))
            writer.markup("<b>")
            writer.text(part.number)
            writer.markup("</b>")
            writer.text(String(part.text[place.upperBound...]))
        } else {
            writer.text(part.text)
        }
        writer.markup("</span> ")
    }

    private func writeOthers(of card: EntryCard, into writer: inout HTMLWriter) {
        guard !card.alsoIn.isEmpty else { return }
        writer.markup("<span class=\"also\">")
        writer.text(words.alsoIn + ": ")
        for (index, other) in card.alsoIn.enumerated() {
            writer.text(index == 0 ? "" : words.separator)
            writer.markup("<bdi>")
            writer.link(other.phrase(words), to: other.link)
            writer.markup("</bdi>")
        }
        writer.markup("</span> ")
    }

    /// Writes one quiet line of what others write about the same story.
    private func writeRelated(of card: EntryCard, in language: String?, into writer: inout HTMLWriter) {
        guard !card.related.isEmpty else { return }
        writer.markup("<p class=\"related\">")
        writer.text(words.related + ": ")
        for (index, article) in card.related.enumerated() {
            if index > 0 { writer.dot() }
            writer.markup("<bdi")
            writeLanguage(language, into: &writer)
            writer.markup(">")
            writer.link(article.title, to: article.link)
            if let publisher = article.publisher {
                writer.text(words.parentheses.open + publisher + words.parentheses.close)
            }
            writer.markup("</bdi>")
        }
        if card.relatedCount > card.related.count {
            writer.text(" " + words.moreRelated(card.relatedCount - card.related.count))
        }
        writer.markup("</p>\n")
    }

    private func writeAttachments(of card: EntryCard, into writer: inout HTMLWriter) {
        for attachment in card.attachments {
            writer.markup("<span class=\"file\">")
            writer.text(words.attachments)
            writer.markup(": <bdi>")
            writer.link(attachment.name, to: attachment.url)
            writer.markup("</bdi>")
            writer.text(words.parentheses.open + attachment.details.joined(separator: words.separator))
            writer.text(words.parentheses.close)
            writer.markup("</span> ")
        }
    }

    private func isShown(_ picture: String) -> Bool {
        switch options.pictures {
        case .auto: !TitlePicture.isDrawn(picture)
        case .all: true
        case .none: false
        }
    }

    /// The box has a fixed size, so that nothing moves when the picture is loaded.
    private func writeImage(of card: EntryCard, into writer: inout HTMLWriter) {
        guard let address = card.image, isShown(address) else { return }
        writer.markup("<img class=\"picture\" src=\"")
        writer.text(address)
        writer.markup(
            """
            " alt="" width="160" height="90" loading="lazy" decoding="async" referrerpolicy="no-referrer">

            """)
    }

    private func unfold(_ body: EntryBody, in language: String?, into writer: inout HTMLWriter) {
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
}
