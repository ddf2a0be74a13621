public import FeedModel

/// Renders a digest for terminals and mail, at most 78 columns wide unless the caller knows better. Addresses may be longer: they are never broken.
///
/// Lines of the digest itself begin in the first column or after two spaces. A continued text of an entry has a larger
/// indent, so that no title can look like such a line.
public enum TextDigest {
    /// Renders a digest as UTF-8.
    public static func render(_ digest: Digest) -> [UInt8] { render(digest, options: PageOptions()) }

    /// Renders a digest as a user has chosen, as UTF-8.
    public static func render(_ digest: Digest, options: PageOptions) -> [UInt8] {
        render(digest, options: options, columns: width)
    }

    /// Renders a digest for a terminal of this width, as UTF-8.
    package static func render(_ digest: Digest, options: PageOptions, columns: Int) -> [UInt8] {
        TextPage(parts: PageParts(digest, options: options), width: max(columns, narrowest)).rendered()
    }

    /// Renders a part of a digest for mail, as UTF-8.
    static func render(_ parts: PageParts) -> [UInt8] { TextPage(parts: parts, width: width).rendered() }

    /// Width of a line of mail, in columns.
    private static let width = 78
    /// With fewer columns hardly a word would fit beside an indent.
    private static let narrowest = 20
}

private struct TextPage: DigestPage {
    let parts: PageParts
    /// Width of a line, in columns.
    private let width: Int
    private(set) var bytes: [UInt8] = []

    init(parts: PageParts, width: Int) { (self.parts, self.width) = (parts, width) }

    mutating func writeHead() {
        writeTitle(parts.digest.title, suffix: parts.position.suffix, underline: "=")
        for text in parts.head { wrapped(text, first: "", rest: "  ") }
        line()
    }

    mutating func writeHeading(_ title: String) {
        writeTitle(title, underline: "-")
        line()
    }

    mutating func writeCard(_ entry: PageEntry, under heading: String) {
        wrapped(entry.card.title, first: "* ")
        writeFacts(of: entry, under: heading, hasTags: true)
        if let excerpt = parts.excerpt(of: entry) { wrapped(excerpt, first: Self.foreignIndent) }
        writeStory(of: entry)
        line()
    }

    mutating func writeBriefs(_ entries: [PageEntry], under heading: String) {
        for entry in entries {
            wrapped(entry.card.title, first: "- ")
            writeFacts(of: entry, under: heading, hasTags: false)
            writeStory(of: entry)
        }
        line()
    }

    mutating func writeFoot() {
        for text in parts.end {
            wrapped(text, first: "", rest: "  ")
            line()
        }
        let failedSources = parts.failedSources
        guard !failedSources.isEmpty else { return }
        line(parts.words.failedSources + ":")
        for failed in failedSources {
            let text = "\(failed.shownTitle) (\(failed.code)): \(parts.words.reason(for: failed))"
            wrapped(VisibleText.line(text), first: "  ! ")
        }
        line()
    }

    /// Writes `[Publisher] 2026/11/20 07:00 · likes 12 · #swift`, the address, other sources and files.
    private mutating func writeFacts(of entry: PageEntry, under heading: String, hasTags: Bool) {
        let label = parts.label(of: entry, under: heading).map { "[\($0)]" }
        let facts = parts.facts(of: entry, hasTags: hasTags).joined(separator: PageParts.dot)
        wrapped([label ?? "", facts].filter { !$0.isEmpty }.joined(separator: " "), first: "  ")
        let card = entry.card
        if let link = card.link { line("  " + link) }
        if let remark = entry.remark { wrapped(remark, first: "  ") }
        if !card.alsoIn.isEmpty {
            let others = card.alsoIn.map { $0.phrase(parts.words) }.joined(separator: parts.words.separator)
            wrapped(parts.words.alsoIn + ": " + others, first: "  ")
            for other in card.alsoIn { if let link = other.link { line("  " + link) } }
        }
        for attachment in card.attachments { line("  \(parts.words.attachments): \(attachment.url)") }
    }

    /// Writes the other entries of a story, each with its title and its address.
    private mutating func writeStory(of entry: PageEntry) {
        guard let story = entry.story else { return }
        wrapped(story.phrase + ":", first: "  ")
        for other in story.entries {
            wrapped(other.link == nil ? other.label : "\(other.name): \(other.title)", first: Self.foreignIndent)
            if let link = other.link { line(Self.foreignIndent + link) }
        }
    }

    private mutating func writeTitle(_ title: String, suffix: String = "", underline: String) {
        let text = Excerpt.cut(VisibleText.line(title), columns: width - suffix.utf8.count) + suffix
        line(text)
        line(String(repeating: underline, count: max(4, min(DisplayWidth.of(text), width))))
    }

    private mutating func wrapped(_ text: String, first: String, rest: String = foreignIndent) {
        var indent = first
        for part in LineBreaker(width: width - rest.utf8.count).lines(text) {
            line(indent + part)
            indent = rest
        }
    }

    private mutating func line(_ text: String = "") {
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    private static let foreignIndent = "    "
}
