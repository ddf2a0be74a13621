import FeedHTML
public import FeedModel

/// Renders a digest as an Atom feed (RFC 4287).
public enum AtomDigest {
    /// Renders a digest as UTF-8, with a newline at the end.
    public static func render(_ digest: Digest, as feed: PublishedFeed) -> [UInt8] {
        let entries = feed.entries(of: digest)
        var writer = XMLWriter()
        writer.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        writer.markup("<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"")
        writer.text(digest.locale.rawValue)
        writer.markup("\">\n")
        writer.element("<id>", feed.id(of: digest), "</id>\n")
        let title = VisibleText.line(digest.title)
        write(title, in: "title", into: &writer)
        writer.element("<updated>", feed.updated(digest, entries).rfc3339(), "</updated>\n")
        // Required unless each entry has one (§4.1.1).
        writer.element("<author><name>", title, "</name></author>\n")
        writer.markup("<generator>Kawaraban</generator>\n")
        writer.element("<link rel=\"self\" type=\"application/atom+xml\" href=\"", feed.address, "\"/>\n")
        for entry in entries { write(entry, into: &writer) }
        writer.markup("</feed>\n")
        return writer.bytes
    }

    private static func write(_ entry: PublishedEntry, into writer: inout XMLWriter) {
        writer.markup("<entry")
        writer.element(" xml:lang=\"", entry.language, "\"")
        writer.markup(">\n")
        writer.element("<id>", entry.id, "</id>\n")
        write(entry.title, in: "title", into: &writer)
        writer.element("<link href=\"", entry.link, "\"/>\n")
        for other in entry.related { writer.element("<link rel=\"related\" href=\"", other, "\"/>\n") }
        writer.element("<published>", entry.published?.rfc3339(), "</published>\n")
        writer.element("<updated>", entry.updated.rfc3339(), "</updated>\n")
        for author in entry.authors { writer.element("<author><name>", author, "</name></author>\n") }
        for tag in entry.tags { writer.element("<category term=\"", tag, "\"/>\n") }
        for enclosure in entry.enclosures { write(enclosure, into: &writer) }
        if let excerpt = entry.excerpt { write(excerpt, in: "summary", into: &writer) }
        switch entry.body {
        case .html(let markup): writer.element("<content type=\"html\">", markup, "</content>\n")
        case .text(let text): writer.element("<content>", text, "</content>\n")
        // Required without a link (§4.1.2).
        case nil: if entry.link == nil { writer.element("<content>", entry.excerpt ?? "", "</content>\n") }
        }
        writer.markup("</entry>\n")
    }

    /// Writes a text construct (§3.1). Some readers take plain text with `<` or `&` for markup, so it is written as HTML.
    private static func write(_ text: String, in name: StaticString, into writer: inout XMLWriter) {
        writer.markup("<")
        writer.markup(name)
        let isAmbiguous = text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
        if isAmbiguous { writer.markup(" type=\"html\"") }
        writer.markup(">")
        writer.text(isAmbiguous ? HTMLEscape.text(text) : text)
        writer.markup("</")
        writer.markup(name)
        writer.markup(">\n")
    }

    private static func write(_ enclosure: Enclosure, into writer: inout XMLWriter) {
        writer.element("<link rel=\"enclosure\" href=\"", enclosure.url, "\"")
        writer.element(" type=\"", enclosure.mediaType ?? MediaType.guess(fromAddress: enclosure.url), "\"")
        writer.element(" length=\"", enclosure.size.map(String.init), "\"")
        writer.markup("/>\n")
    }
}
