import FeedJSON
public import FeedModel

/// Renders a digest as a JSON Feed 1.1.
public enum JSONFeedDigest {
    /// Renders a digest as UTF-8, with a newline at the end.
    public static func render(_ digest: Digest, as feed: PublishedFeed) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("version", "https://jsonfeed.org/version/1.1")
        writer.member("title", VisibleText.line(digest.title))
        writer.member("feed_url", feed.address)
        writer.member("language", digest.locale.rawValue)
        writer.name("items")
        writer.beginArray()
        for entry in feed.entries(of: digest) { write(entry, into: &writer) }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    private static func write(_ entry: PublishedEntry, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", entry.id)
        writer.member("url", entry.link)
        writer.member("title", entry.title)
        switch entry.body {
        case .html(let markup): writer.member("content_html", markup)
        case .text(let text): writer.member("content_text", text)
        // One of the two is required.
        case nil: writer.member("content_text", entry.excerpt ?? "")
        }
        if entry.body != nil { writer.member("summary", entry.excerpt) }
        writer.member("date_published", entry.published?.rfc3339())
        writer.member("date_modified", entry.updated.rfc3339())
        JSONFeedItem.writeAuthors(entry.authors.map { Person(name: $0) }, into: &writer)
        if !entry.tags.isEmpty {
            writer.name("tags")
            writer.beginArray()
            for tag in entry.tags { writer.value(tag) }
            writer.endArray()
        }
        writer.member("language", entry.language)
        JSONFeedItem.writeAttachments(entry.enclosures, into: &writer)
        writer.endObject()
    }
}
