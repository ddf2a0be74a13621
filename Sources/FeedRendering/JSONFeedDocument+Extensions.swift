import FeedHTML
import FeedJSON
import FeedModel

/// Writes values without a member in JSON Feed.
extension JSONFeedDocument {
    static func writeExtension(of feed: Feed, into writer: inout JSONWriter) {
        writer.name("_feed")
        writer.beginObject()
        writer.member("format", feed.format.rawValue)
        writer.member("id", feed.id)
        writer.member("date_published", feed.published?.rfc3339(by: feed.publishedOffset))
        writer.member("date_modified", feed.updated?.rfc3339(by: feed.updatedOffset))
        writeText(feed.rights, named: "rights", into: &writer)
        writer.member("license", feed.license)
        if case .html(let html) = feed.description, html.markup.utf8.contains(UInt8(ascii: "<")) {
            writer.member("description_html", FeedHTML.HTMLSanitiser.sanitise(html).markup)
        }
        write(feed.generator, into: &writer)
        write(feed.categories, into: &writer)
        JSONFeedItem.writeAuthors(feed.contributors, named: "contributors", into: &writer)
        write(feed.links, into: &writer)
        write(feed.itunes, into: &writer)
        if !feed.isComplete { writer.member("complete", false) }
        write(feed.repairs, into: &writer)
        writer.endObject()
    }

    static func writeExtension(of entry: Entry, into writer: inout JSONWriter) {
        var inner = JSONWriter()
        inner.beginObject()
        let empty = inner.bytes.count
        if entry.content != nil, case .html(let html) = entry.summary {
            inner.member("summary_html", FeedHTML.HTMLSanitiser.sanitise(html, page: entry.url).markup)
        }
        inner.member("comments", entry.commentsURL)
        write(entry.origin, into: &inner)
        write(entry.itunes, into: &inner)
        if entry.categories.contains(where: { $0.scheme != nil || $0.label != nil }) {
            write(entry.categories, into: &inner)
        }
        JSONFeedItem.writeAuthors(entry.contributors, named: "contributors", into: &inner)
        write(entry.links, into: &inner)
        writeText(entry.rights, named: "rights", into: &inner)
        inner.member("license", entry.license)
        write(entry.publisher, into: &inner)
        RelatedJSON.write(entry.related, into: &inner)
        write(entry.numbers, into: &inner)
        ExtrasJSON.write(entry.extras, into: &inner)
        guard inner.bytes.count > empty else { return }
        inner.endObject()
        writer.name("_item")
        writer.value(encoded: inner.bytes)
    }

    private static func writeText(_ text: TextContent?, named name: String, into writer: inout JSONWriter) {
        guard let text else { return }
        writer.member(name, plain(text))
        if case .html(let html) = text {
            writer.member(name + "_html", FeedHTML.HTMLSanitiser.sanitise(html).markup)
        }
    }

    private static func write(_ generator: Generator?, into writer: inout JSONWriter) {
        guard let generator else { return }
        writer.name("generator")
        writer.beginObject()
        writer.member("name", generator.name)
        writer.member("url", generator.url)
        writer.member("version", generator.version)
        writer.endObject()
    }

    private static func write(_ origin: Origin?, into writer: inout JSONWriter) {
        guard let origin else { return }
        writer.name("source")
        writer.beginObject()
        writer.member("title", origin.title)
        writer.member("url", origin.url)
        writer.member("id", origin.id)
        writer.member("date_modified", origin.updated?.rfc3339())
        writer.endObject()
    }

    private static func write(_ publisher: Publisher?, into writer: inout JSONWriter) {
        guard let publisher else { return }
        writer.name("publisher")
        writer.beginObject()
        writer.member("name", publisher.name)
        writer.member("url", publisher.url)
        writer.endObject()
    }

    private static func write(_ extras: ITunesExtras?, into writer: inout JSONWriter) {
        guard let extras, extras != ITunesExtras() else { return }
        writer.name("itunes")
        writer.beginObject()
        writer.member("duration", extras.duration)
        writer.member("explicit", extras.explicit)
        writer.member("block", extras.block)
        writer.endObject()
    }

    private static func write(_ numbers: [String: Int], into writer: inout JSONWriter) {
        guard !numbers.isEmpty else { return }
        writer.name("numbers")
        writer.beginObject()
        for number in numbers.sorted(by: { $0.key < $1.key }) { writer.member(number.key, number.value) }
        writer.endObject()
    }

    private static func write(_ categories: [Category], into writer: inout JSONWriter) {
        guard !categories.isEmpty else { return }
        writer.name("categories")
        writer.beginArray()
        for category in categories {
            writer.beginObject()
            writer.member("term", category.term)
            writer.member("scheme", category.scheme)
            writer.member("label", category.label)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func write(_ links: [Link], into writer: inout JSONWriter) {
        guard !links.isEmpty else { return }
        writer.name("links")
        writer.beginArray()
        for link in links {
            writer.beginObject()
            writer.member("rel", link.rel ?? "alternate")
            writer.member("type", link.mediaType)
            writer.member("href", link.href)
            writer.member("hreflang", link.hreflang)
            writer.member("title", link.title)
            writer.member("length", link.length.map(Int.init(_:)))
            writer.endObject()
        }
        writer.endArray()
    }

    private static func write(_ repairs: [Repair], into writer: inout JSONWriter) {
        guard !repairs.isEmpty else { return }
        writer.name("repairs")
        writer.beginObject()
        for repair in repairs { writer.member(repair.code, repair.count) }
        writer.endObject()
    }
}
