import FeedModel

/// The HTML of a letter: one column, all of its style in its elements, and nothing that a mail program would have to
/// load. It has the parts of a page in the same order as text.
struct LetterPage: DigestPage {
    let parts: PageParts
    private let hasPictures: Bool
    private let dates: DigestDates
    private var writer = HTMLWriter()

    var bytes: [UInt8] { writer.bytes }

    init(_ parts: PageParts, hasPictures: Bool) {
        self.parts = parts
        self.hasPictures = hasPictures
        dates = DigestDates(zone: parts.digest.zone)
    }

    mutating func writeHead() {
        writer.markup("<!DOCTYPE html>\n<html lang=\"")
        writer.text(parts.words.language)
        writer.markup(
            """
            " dir="ltr">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="supported-color-schemes" content="light dark">
            <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
            <title>
            """)
        writer.text(parts.title)
        writer.markup("</title>\n<style>\n")
        writer.markup(LetterRule.dark)
        writer.markup(
            """

            </style>
            <!--[if mso]><style>h1,h2,h3,p,a,td,div{font-family:"Yu Gothic",Meiryo,"Segoe UI",Arial,sans-serif}</style><![endif]-->
            </head>
            <body
            """)
        writer.styled(.backdrop)
        writePreheader()
        writer.markup(
            """

            <!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td style="padding:20px 16px 32px"><![endif]-->
            <div lang="
            """)
        // Some mail programs keep only what is within the body.
        writer.text(parts.words.language)
        writer.markup("\" dir=\"ltr\"")
        writer.styled(.column)
        writer.markup("\n<div")
        writer.styled(.masthead)
        writer.markup("<h1 dir=\"auto\"")
        writer.styled(.title)
        writer.text(parts.title)
        writer.markup("</h1>\n")
        for line in parts.head { paragraph(line, .meta) }
        writer.markup("</div>\n")
    }

    /// Writes what a list of letters shows behind the subject: the titles after the first one, which is in the subject.
    private mutating func writePreheader() {
        let titles = parts.plan.blocks.lazy.joined().map(\.card.title)
        let first = parts.position.isFirst ? 1 : 0
        let text = titles.dropFirst(first).prefix(Self.mostPreviewed).joined(separator: PageParts.dot)
        guard !text.isEmpty else { return }
        writer.markup("\n<div")
        writer.styled(.preheader)
        writer.text(Excerpt.cut(text, columns: Self.widestPreheader))
        writer.markup("</div>")
    }

    mutating func writeHeading(_ title: String) {
        writer.markup("<h2 dir=\"auto\"")
        writer.styled(.heading)
        writer.text(Excerpt.cut(title, columns: Self.widestHeading))
        writer.markup("</h2>\n")
    }

    mutating func writeCard(_ entry: PageEntry, under heading: String) {
        let isBelowHeading = hasHeadings && !isStory(heading)
        // An entry below no heading stands right below the title.
        if isBelowHeading { writer.markup("<h3") } else { writer.markup("<h2") }
        writeLanguage(of: entry)
        writer.markup(" dir=\"auto\"")
        let isLead = parts.plan.leads.contains { $0.entry.key == entry.entry.key }
        writer.styled(isLead ? .lead : .headline)
        writer.link(entry.card.title, to: entry.card.link, .link)
        writer.markup(isBelowHeading ? "</h3>\n" : "</h2>\n")
        writePicture(of: entry.card)
        if let remark = entry.remark { paragraph(remark, .facts) }
        if let excerpt = parts.excerpt(of: entry) {
            writer.markup("<p")
            writeLanguage(of: entry)
            writer.markup(" dir=\"auto\"")
            writer.styled(.excerpt)
            writer.text(excerpt)
            writer.markup("</p>\n")
        }
        writer.markup("<p")
        writer.styled(.facts)
        writeFacts(of: entry, under: heading, hasTags: true)
        writer.markup("</p>\n")
        writeStory(of: entry)
        writeRelated(of: entry.card)
    }

    /// Writes an entry with its excerpt and, below it, those that follow it.
    mutating func write(card entry: PageEntry, under heading: String) {
        writeCard(entry, under: heading)
        writeBriefs(entry.followers, under: heading)
    }

    mutating func writeBriefs(_ entries: [PageEntry], under heading: String) {
        let rule = isStory(heading) ? LetterRule.member : .brief
        for entry in entries {
            writer.markup("<p")
            writeLanguage(of: entry)
            writer.markup(" dir=\"auto\"")
            writer.styled(rule)
            writer.link(entry.card.title, to: entry.card.link, .link)
            writer.markup("<br><span")
            if hasForeignLanguage(entry) {
                writer.markup(" lang=\"")
                writer.text(parts.words.language)
                writer.markup("\"")
            }
            writer.styled(.small)
            if let remark = entry.remark {
                writer.markup("<span dir=\"auto\">")
                writer.text(remark)
                writer.markup("</span><br>")
            }
            writeFacts(of: entry, under: heading, hasTags: false)
            writer.markup("</span></p>\n")
            writeStory(of: entry)
        }
    }

    mutating func writeFoot() {
        for (index, line) in parts.end.enumerated() { paragraph(line, index == 0 ? .end : .meta) }
        let failed = parts.failedSources
        if !failed.isEmpty {
            writer.markup("<h2")
            writer.styled(.failures)
            writer.text(parts.words.failedSources)
            writer.markup("</h2>\n")
            for source in failed.prefix(Self.mostFailed) { write(source) }
            if failed.count > Self.mostFailed { paragraph(parts.words.more(failed.count - Self.mostFailed), .meta) }
        }
        writer.markup("</div>\n<!--[if mso]></td></tr></table><![endif]-->\n</body>\n</html>\n")
    }

    private var hasHeadings: Bool {
        !parts.plan.leads.isEmpty || parts.plan.sections.contains { !$0.title.isEmpty && $0.kind != .story }
    }

    /// Whether a section is a story: the title of its first entry stands in the place of a heading.
    private func isStory(_ heading: String) -> Bool {
        !heading.isEmpty && parts.plan.sections.contains { $0.kind == .story && $0.title == heading }
    }

    private mutating func paragraph(_ text: String, _ rule: LetterRule) {
        writer.markup("<p dir=\"auto\"")
        writer.styled(rule)
        writer.text(text)
        writer.markup("</p>\n")
    }

    private mutating func write(_ failed: FailedSource) {
        writer.markup("<p dir=\"auto\"")
        writer.styled(.meta)
        writer.markup("<b>")
        writer.text(failed.shownTitle)
        writer.markup("</b>: <span lang=\"")
        writer.text(parts.words.languageOfReason(for: failed))
        writer.markup("\">")
        writer.text(Excerpt.cut(parts.words.reason(for: failed), columns: Self.widestReason))
        writer.markup("</span></p>\n")
    }

    private mutating func writeLanguage(of entry: PageEntry) {
        guard let language = entry.language, hasForeignLanguage(entry) else { return }
        writer.markup(" lang=\"")
        writer.text(language)
        writer.markup("\"")
    }

    private func hasForeignLanguage(_ entry: PageEntry) -> Bool {
        entry.language.map { $0 != parts.words.language } ?? false
    }

    /// Writes one line of the other entries of a story, each with its link. Mail programs can fold nothing, so the line
    /// is whole.
    private mutating func writeStory(of entry: PageEntry) {
        guard let story = entry.story else { return }
        writer.markup("<p")
        writer.styled(.facts)
        writer.text(story.phrase + ": ")
        for (index, other) in story.entries.enumerated() {
            if index > 0 { writer.dot() }
            // Gmail and Outlook remove <bdi>.
            writer.markup("<span dir=\"auto\">")
            writer.link(other.label, to: other.link, .softLink)
            writer.markup("</span>")
        }
        writer.markup("</p>\n")
    }

    /// Writes who, when, the numbers, tags, other sources and files, with dots between them.
    private mutating func writeFacts(of entry: PageEntry, under heading: String, hasTags: Bool) {
        let (card, words) = (entry.card, parts.words)
        var hasOne = false
        func dot(_ writer: inout HTMLWriter) {
            if hasOne { writer.dot() }
            hasOne = true
        }
        if let label = parts.label(of: entry, under: heading) {
            dot(&writer)
            writer.markup("<span dir=\"auto\"")
            writer.styled(.label)
            writer.text(label)
            writer.markup("</span>")
        }
        let date = card.published.map { dates.brief($0, edition: parts.digest.to, words: words) }
        let numbers = card.countsForLine(words)
        let facts =
            entry.names(words).map { ($0, isOurs: false) } + ([date].compactMap(\.self) + numbers).map { ($0, true) }
            + (hasTags ? entry.tags.map { ("#" + $0, false) } : [])
        for (fact, isOurs) in facts {
            dot(&writer)
            if isOurs {
                writer.markup("<span")
                writer.styled(.unbroken)
            } else {
                writer.markup("<span dir=\"auto\">")
            }
            writer.text(fact)
            writer.markup("</span>")
        }
        for (index, other) in card.alsoIn.enumerated() {
            if index == 0 {
                dot(&writer)
                writer.text(words.alsoIn + ": ")
            } else {
                writer.text(words.separator)
            }
            writer.link(other.phrase(words), to: other.link, .softLink)
        }
        for file in card.attachments {
            dot(&writer)
            writer.text(words.attachments + ": ")
            writer.link(file.name, to: file.url, .softLink)
            writer.text(words.parentheses.open + file.details.joined(separator: words.separator))
            writer.text(words.parentheses.close)
        }
    }

    private mutating func writeRelated(of card: EntryCard) {
        guard !card.related.isEmpty else { return }
        let words = parts.words
        writer.markup("<p")
        writer.styled(.facts)
        writer.text(words.related + ": ")
        for (index, article) in card.related.enumerated() {
            if index > 0 { writer.dot() }
            writer.link(article.title, to: article.link, .softLink)
            if let publisher = article.publisher {
                writer.text(words.parentheses.open + publisher + words.parentheses.close)
            }
        }
        if card.relatedCount > card.related.count {
            writer.text(" " + words.moreRelated(card.relatedCount - card.related.count))
        }
        writer.markup("</p>\n")
    }

    /// Writes the picture beside the text. `align` is for mail programs that know no floating.
    private mutating func writePicture(of card: EntryCard) {
        guard hasPictures, let address = card.image, !TitlePicture.isDrawn(address) else { return }
        writer.markup("<img src=\"")
        writer.text(address)
        writer.markup("\" alt=\"\" width=\"112\" align=\"right\"")
        writer.styled(.picture)
        writer.markup("\n")
    }

    private static let mostPreviewed = 8
    /// Width limits, in columns.
    private static let widestPreheader = 180
    private static let widestHeading = 120
    private static let widestReason = 400
    /// The most failed sources that a letter explains.
    private static let mostFailed = 20
}
