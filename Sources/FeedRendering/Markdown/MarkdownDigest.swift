public import FeedModel

/// Renders a digest in CommonMark: headings with excerpts in plain text, then lists of links.
public enum MarkdownDigest {
    /// Renders a digest as UTF-8.
    public static func render(_ digest: Digest) -> [UInt8] { render(digest, options: MarkdownOptions()) }

    /// Renders a digest as a user has chosen, as UTF-8.
    public static func render(_ digest: Digest, options: MarkdownOptions) -> [UInt8] {
        var page = MarkdownPage(parts: PageParts(digest, options: options.page), options: options)
        guard let note = page.parts.note else { return page.rendered() }
        page.writeNote(note)
        return page.bytes
    }
}

/// Every block is one line with an empty line after it, so that text of an entry cannot begin a block.
private struct MarkdownPage: DigestPage {
    let parts: PageParts
    private let options: MarkdownOptions
    private var writer = MarkdownWriter()

    init(parts: PageParts, options: MarkdownOptions) {
        self.parts = parts
        self.options = options
    }

    var bytes: [UInt8] { writer.bytes }

    /// Writes the whole file of one entry.
    mutating func writeNote(_ entry: PageEntry) {
        writeFrontMatter()
        writer.markup("# ")
        if options.hasCheckboxes {
            writer.text(entry.card.title)
            writer.endBlock()
        }
        writeCard(entry, under: "", as: options.hasCheckboxes ? Self.task : "")
    }

    mutating func writeHead() {
        writeFrontMatter()
        writer.markup("# ")
        writer.text(parts.digest.title)
        writer.endBlock()
        for text in parts.head { writer.block(text) }
    }

    mutating func writeHeading(_ title: String) {
        writer.markup("## ")
        writer.text(title)
        writer.endBlock()
    }

    mutating func writeCard(_ entry: PageEntry, under heading: String) {
        writeCard(entry, under: heading, as: options.hasCheckboxes ? Self.task : "### ")
    }

    /// Writes a title after a mark, and the blocks below it. Those of a task are part of its item.
    private mutating func writeCard(_ entry: PageEntry, under heading: String, as mark: String) {
        writer.markup(mark)
        writer.link(entry.card.title, to: entry.card.link)
        writer.endBlock()
        let indent = mark == Self.task ? "  " : ""
        let start = writer.bytes.count
        writeFacts(of: entry, under: heading, hasTags: true, indent: indent)
        if writer.bytes.count > start { writer.endBlock() }
        if let remark = entry.remark {
            writer.markup(indent)
            writer.block(remark)
        }
        if let excerpt = parts.excerpt(of: entry) {
            writer.markup(indent)
            writer.block(excerpt)
        }
        if let story = entry.story {
            writer.markup(indent)
            write(story)
            writer.endBlock()
        }
        for attachment in entry.card.attachments {
            writer.markup(indent)
            write(attachment)
            writer.endBlock()
        }
    }

    mutating func writeBriefs(_ entries: [PageEntry], under heading: String) {
        for entry in entries {
            writer.markup(options.hasCheckboxes ? Self.task : "- ")
            writer.link(entry.card.title, to: entry.card.link)
            if let remark = entry.remark {
                writer.markup(PageParts.dot)
                writer.text(remark)
            }
            writeFacts(of: entry, under: heading, hasTags: false, after: PageParts.dot)
            if let story = entry.story {
                writer.markup(PageParts.dot)
                write(story)
            }
            for attachment in entry.card.attachments {
                writer.markup(PageParts.dot)
                write(attachment)
            }
            writer.markup("\n")
        }
        writer.markup("\n")
    }

    private mutating func writeFrontMatter() {
        if options.hasFrontMatter { writer.markup(FrontMatter(of: parts).text) }
    }

    /// The mark of a task that is not done.
    private static let task = "- [ ] "

    mutating func writeFoot() {
        writer.markup("---")
        writer.endBlock()
        for text in parts.end { writer.block(text) }
        let links = parts.links
        for (index, link) in links.enumerated() {
            if index > 0 { writer.markup(PageParts.dot) }
            writer.link(link.text, to: link.address)
        }
        if !links.isEmpty { writer.endBlock() }
        let failedSources = parts.digest.failedSources
        guard !failedSources.isEmpty else { return }
        writer.block(parts.words.failedSources + ":")
        for failed in failedSources {
            writer.markup("- **")
            writer.text(failed.shownTitle)
            writer.markup("** (")
            writer.text(failed.code)
            writer.markup("): ")
            writer.text(parts.words.reason(for: failed))
            writer.markup("\n")
        }
        writer.markup("\n")
    }

    /// Writes `[Publisher] 2026/11/20 07:00 · likes 12 · #swift` and the other sources: after a title, or as a block with
    /// an indent. The brackets make no link: none is defined.
    private mutating func writeFacts(
        of entry: PageEntry, under heading: String, hasTags: Bool, after before: String = "", indent: String = ""
    ) {
        let isBlock = before.isEmpty
        var separator = before + indent
        let start = writer.bytes.count
        if let label = parts.label(of: entry, under: heading) {
            writer.markup(separator + "[")
            writer.text(label)
            writer.markup("]")
            separator = " "
        }
        for fact in parts.facts(of: entry, hasTags: hasTags) {
            let isAtStart = isBlock && writer.bytes.count == start
            writer.markup(separator)
            writer.text(fact, isAtStart: isAtStart)
            separator = PageParts.dot
        }
        for (index, other) in entry.card.alsoIn.enumerated() {
            let isAtStart = writer.bytes.count == start
            writer.markup(index > 0 ? parts.words.separator : isAtStart ? separator : PageParts.dot)
            if index == 0 { writer.markup(parts.words.alsoIn + ": ") }
            writer.link(other.phrase(parts.words), to: other.link, isAtStart: false)
        }
    }

    /// Writes the other entries of a story, each with its link.
    private mutating func write(_ story: StoryLine) {
        writer.markup(story.phrase + ": ")
        for (index, entry) in story.entries.enumerated() {
            if index > 0 { writer.markup(PageParts.dot) }
            writer.link(entry.label, to: entry.link, isAtStart: false)
        }
    }

    private mutating func write(_ attachment: EntryCard.Attachment) {
        let words = parts.words
        writer.markup(words.attachments + ": ")
        writer.link(attachment.name, to: attachment.url)
        writer.markup(words.parentheses.open)
        writer.text(attachment.details.joined(separator: words.separator))
        writer.markup(words.parentheses.close)
    }
}
