import FeedHTML
public import FeedJSON
public import FeedModel

/// A whole feed as JSON Feed 1.1, with what that format has no member for under `_feed` and `_item`.
public enum JSONFeedDocument {
    /// The feed as one line of UTF-8; bodies are sanitised, addresses in them absolute, dates by the clocks that they were written by.
    public static func render(feed: Feed) -> [UInt8] {
        var writer = JSONWriter()
        write(feed: feed, into: &writer)
        return writer.bytes
    }

    /// Writes the feed as one value.
    public static func write(feed: Feed, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("version", "https://jsonfeed.org/version/1.1")
        writer.member("title", feed.title)
        writer.member("home_page_url", feed.homePageURL)
        writer.member("feed_url", feed.feedURL)
        writer.member("description", feed.description.map(plain))
        writer.member("language", feed.language)
        JSONFeedItem.writeAuthors(feed.authors, into: &writer)
        writer.member("icon", feed.icon)
        writer.member("favicon", feed.favicon)
        writeExtension(of: feed, into: &writer)
        writer.name("items")
        writer.beginArray()
        for entry in feed.entries { write(entry, into: &writer) }
        writer.endArray()
        writer.endObject()
    }

    /// One entry as an item of such a feed, on one line.
    public static func render(entry: Entry) -> [UInt8] {
        var writer = JSONWriter()
        write(entry, into: &writer)
        return writer.bytes
    }

    private static func write(_ entry: Entry, into writer: inout JSONWriter) {
        writer.beginObject()
        let id = entry.guid ?? entry.url ?? entry.enclosures.first?.url ?? MadeUpID.of(entry)
        JSONFeedItem.writeMembers(of: entry, id: id, zone: nil, into: &writer)
        writeExtension(of: entry, into: &writer)
        writer.endObject()
    }

    /// Text as a reader sees it.
    static func plain(_ text: TextContent) -> String {
        switch text {
        case .plain(let text): text
        case .html(let html): FeedHTML.HTMLText.plain(html.markup, keepsLines: false)
        }
    }
}

/// An id for an entry that has none: the same for the same title and body.
private enum MadeUpID {
    static func of(_ entry: Entry) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func mix(_ text: String?) {
            for byte in (text ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01b3
        }
        mix(entry.title)
        switch entry.content {
        case .plain(let text): mix(text)
        case .html(let html): mix(html.markup)
        case nil: mix(nil)
        }
        let digits = String(hash, radix: 16)
        return "urn:kawaraban:" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}
