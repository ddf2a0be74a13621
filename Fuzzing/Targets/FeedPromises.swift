import FeedJSON
import FeedModel
import FeedParsing
import FeedRendering

/// Any bytes are a feed or are refused. A feed is written as JSON Feed that every reader accepts.
enum FeedPromises {
    static func brokenPromise(byReading input: [UInt8]) -> String? {
        let (contentType, body) = ContentTypeChoice.split(input)
        let address = "https://example.com/feeds/index.xml"
        guard let feed = try? FeedReader.read(Array(body), contentType: contentType, url: address) else { return nil }
        return brokenPromise(of: feed)
    }

    static func brokenPromise(of feed: Feed) -> String? {
        let bytes = JSONFeedDocument.render(feed: feed)
        guard String(validating: bytes, as: UTF8.self) != nil else { return "the JSON Feed is no UTF-8" }
        guard let json = try? JSONReader.read(bytes) else { return "the JSON Feed is no JSON" }
        guard let items = json["items"]?.array, items.count == feed.entries.count else {
            return "\(feed.entries.count) entries, but not so many items"
        }
        if let fault = fault(inAddressesOf: json) { return fault }
        for item in items {
            guard let id = item["id"]?.string, !id.isEmpty else { return "an item without an id" }
            if let fault = fault(inAddressesOf: item) { return fault }
            if let fault = fault(in: item["content_html"]) { return "content: " + fault }
            if let fault = fault(in: item["_item"]?["summary_html"]) { return "summary: " + fault }
            if let title = item["title"]?.string, title.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
                return "a control character in the title \(title)"
            }
        }
        return fault(inReading: bytes, items: items)
    }

    private static func fault(in markup: JSONValue?) -> String? {
        markup?.string.flatMap { SafeMarkupReader.fault(in: $0) }
    }

    /// Finds addresses that run code when they are opened.
    private static func fault(inAddressesOf object: JSONValue) -> String? {
        for name in ["url", "external_url", "image", "home_page_url", "feed_url", "icon", "favicon"] {
            guard let address = object[name]?.string else { continue }
            let start = address.lowercased().utf8.drop { $0 <= 0x20 }
            if ["javascript:", "vbscript:", "data:"].contains(where: { start.starts(with: $0.utf8) }) {
                return "\(name) is \(address)"
            }
        }
        return nil
    }

    /// Checks that the written document is read with the same number of entries.
    private static func fault(inReading bytes: [UInt8], items: [JSONValue]) -> String? {
        guard let again = try? FeedReader.read(bytes, contentType: nil, url: nil) else {
            return "the JSON Feed is not read again"
        }
        guard again.entries.count == items.count else {
            return "\(items.count) items are read again as \(again.entries.count)"
        }
        return nil
    }
}
