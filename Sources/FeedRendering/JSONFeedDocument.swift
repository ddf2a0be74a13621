import FeedHTML
public import FeedJSON
public import FeedModel

/// Renders a whole feed as JSON Feed 1.1. Values without a member in that format are in `_feed` and `_item`.
public enum JSONFeedDocument {
    /// Renders a feed as one line of UTF-8. Bodies are sanitised, with absolute addresses. Dates have their
    /// written offsets.
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

    /// Renders one entry as an item of such a feed, on one line.
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

    /// Returns the text as a reader sees it.
    static func plain(_ text: TextContent) -> String {
        switch text {
        case .plain(let text): text
        case .html(let html): FeedHTML.HTMLText.plain(html.markup, keepsLines: false)
        }
    }
}

/// Makes an id for an entry without one. Equal titles and contents give equal ids.
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
