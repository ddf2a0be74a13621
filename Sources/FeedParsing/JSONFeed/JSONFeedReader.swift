import FeedHTML
import FeedJSON
import FeedMessages
import FeedModel

/// Reads JSON Feed 1.0 and 1.1. It accepts numbers as ids, `author` beside `authors`, and dates of any form.
struct JSONFeedReader {
    private let url: String?
    private let limits: ParsingLimits
    private let repairCounts = RepairCounts()

    static func read(
        _ text: ArraySlice<UInt8>, url: String?, limits: ParsingLimits
    ) throws(FeedReadingError) -> Feed {
        let (value, cut): (JSONValue, Int)
        do {
            (value, cut) = try text.withUnsafeBufferPointer { (bytes) throws(JSONError) in
                try JSONReader.readCutting(bytes, isValidUTF8: true)
            }
        } catch {
            throw refusal(of: text, error)
        }
        if let xml = value.object.flatMap(RSSInJSON.xml) {
            return try XMLFeedReader.read(xml[...], url: url, limits: limits)
        }
        guard let object = value.object, let format = format(of: object) else {
            throw FeedReadingError(.notAFeed, found: .message("document.other_json"))
        }
        var feed = JSONFeedReader(url: url, limits: limits).feed(object, format)
        if cut > 0 { feed.repairs.append(Repair(code: XMLFlaws.Flaw.tooDeep.rawValue, count: cut)) }
        return feed
    }

    /// The error for invalid JSON. A feed that was cut off is refused like any other, but with a reason of its own.
    private static func refusal(of text: ArraySlice<UInt8>, _ error: JSONError) -> FeedReadingError {
        guard error.isAtEnd else {
            let place: [String: MessageArgument] = ["reason": .message(error.reason), "offset": .number(error.offset)]
            return FeedReadingError(.notAFeed, found: .message("document.broken_json", place))
        }
        let start = String(decoding: text.prefix(16 << 10), as: UTF8.self)
        let hasAddress = start.contains("\"feed_url\"") || start.contains("\"home_page_url\"")
        let isFeed = start.contains("jsonfeed.org/version") || (hasAddress && start.contains("\"items\""))
        return isFeed
            ? FeedReadingError(.incompleteDocument) : FeedReadingError(.notAFeed, found: .message("document.cut_json"))
    }

    /// The format, or nil. Without the required version, the object must look like a feed in other ways.
    private static func format(of object: JSONObject) -> FeedFormat? {
        let version = scalar(object["version"]) ?? ""
        if version.contains("jsonfeed.org/version") {
            return version.hasSuffix("/1") || version.hasSuffix("/1.0") ? .json1 : .json11
        }
        guard let items = object["items"]?.array else { return nil }
        if version == "1" || version == "1.0" || version == "1.1" {
            let isFeed = items.isEmpty ? object["title"]?.string != nil : items.contains(where: isItem)
            return isFeed ? (version == "1.1" ? .json11 : .json1) : nil
        }
        let hasAddress = (object["home_page_url"] ?? object["feed_url"])?.string != nil
        return hasAddress && object["title"]?.string != nil ? .json11 : nil
    }

    private static func isItem(_ value: JSONValue) -> Bool {
        guard let item = value.object else { return false }
        return item["content_html"]?.string != nil || item["content_text"]?.string != nil
    }

    private func feed(_ object: JSONObject, _ format: FeedFormat) -> Feed {
        var feed = Feed(format: format)
        feed.title = line(object["title"]) ?? ""
        feed.homePageURL = address(object["home_page_url"])
        feed.feedURL = address(object["feed_url"])
        feed.description = text(object["description"]).map(TextContent.plain)
        feed.language = text(object["language"]).flatMap(LanguageTag.normalised)
        feed.authors = authors(object)
        feed.icon = address(object["icon"])
        feed.favicon = address(object["favicon"])
        feed.links = hubs(object)
        var emptyEntries = 0
        for item in object["items"]?.array ?? [] {
            guard feed.entries.count < limits.entries else {
                feed.repairs.append(Repair(code: "too_many_entries"))
                break
            }
            if let entry = item.object.flatMap(entry) {
                feed.entries.append(entry)
            } else {
                emptyEntries += 1
            }
        }
        if emptyEntries > 0 { feed.repairs.append(Repair(code: "empty_entry", count: emptyEntries)) }
        feed.repairs += repairCounts.repairs
        feed.inheritAuthors()
        feed.inheritLanguage()
        // A JSON feed has no date of its own: it is as new as its newest entry.
        feed.updated = feed.entries.lazy.compactMap { $0.updated ?? $0.published }.max()
        return feed
    }

    private func entry(_ object: JSONObject) -> Entry? {
        var entry = Entry()
        entry.guid = line(object["id"])
        entry.url = address(object["url"])
        entry.externalURL = address(object["external_url"])
        entry.title = line(object["title"])
        let body = text(object["content_html"]).map {
            TextContent.html(UntrustedHTML(markup: $0, base: entry.url ?? url))
        }
        let summary = text(object["summary"]).map(TextContent.plain)
        entry.content = body ?? text(object["content_text"]).map(TextContent.plain) ?? summary
        entry.summary = entry.content == summary ? nil : summary
        entry.setPublished(date(object["date_published"]))
        entry.setUpdated(date(object["date_modified"]))
        entry.authors = authors(object)
        entry.language = text(object["language"]).flatMap(LanguageTag.normalised)
        entry.image = address(object["image"]) ?? address(object["banner_image"])
        entry.categories = tags(object["tags"]).map { Category(term: $0) }
        let attachments = list(object["attachments"])
        // A list that grows step by step takes twice the memory.
        entry.enclosures.reserveCapacity(attachments.count)
        entry.enclosures += attachments.lazy.compactMap { $0.object.flatMap(enclosure) }
        if entry.url == nil, let guid = entry.guid, Address.isHTTP(guid) {
            entry.url = Address.resolve(guid, against: nil)
        }
        let isEmpty =
            entry.guid == nil && entry.url == nil && entry.title == nil && entry.content == nil
            && entry.enclosures.isEmpty
        return isEmpty ? nil : entry
    }

    private func enclosure(_ object: JSONObject) -> Enclosure? {
        guard let url = address(object["url"]) else { return nil }
        let duration = object["duration_in_seconds"].flatMap(seconds)
        return Enclosure(
            url: url, mediaType: text(object["mime_type"]),
            size: line(object["size_in_bytes"]).flatMap { Number.size($0.utf8) }, duration: duration,
            title: line(object["title"]))
    }

    private func seconds(_ value: JSONValue) -> Int? { Self.scalar(value).flatMap { Number.seconds($0.utf8) } }

    /// The authors of 1.1 and the single one of 1.0, unless the list already has that name.
    private func authors(_ object: JSONObject) -> [Person] {
        let authors = list(object["authors"]).compactMap(person)
        guard let first = object["author"].flatMap(person), !authors.contains(where: { $0.name == first.name }) else {
            return authors
        }
        return [first] + authors
    }

    private func person(_ value: JSONValue) -> Person? {
        if let name = value.string { return OneLine.text(name).map { Person(name: $0) } }
        guard let author = value.object else { return nil }
        let person = Person(name: line(author["name"]), url: address(author["url"]))
        return person == Person() ? nil : person
    }

    /// The strings of a list, or the parts of one string between commas.
    private func tags(_ value: JSONValue?) -> [String] {
        if let words = value?.string {
            return words.split(separator: ",").prefix(limits.repeats).compactMap { OneLine.text(String($0)) }
        }
        return list(value).compactMap(line)
    }

    /// The addresses of hubs, which announce changes (JSON Feed 1.1 §hubs).
    private func hubs(_ object: JSONObject) -> [Link] {
        list(object["hubs"]).compactMap { hub in
            hub.object.flatMap { address($0["url"]) }.map { Link(href: $0, rel: "hub") }
        }
    }

    /// The elements of a list. An object in place of a list counts as its only element.
    private func list(_ value: JSONValue?) -> ArraySlice<JSONValue> {
        switch value {
        case .array(let elements): elements.prefix(limits.repeats)
        case .object: value.map { [$0] } ?? []
        default: []
        }
    }

    private func text(_ value: JSONValue?) -> String? {
        guard let text = Self.scalar(value), text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
        guard text.utf8.count > limits.field else { return text }
        repairCounts.cutFields += 1
        return Cut.text(text, to: limits.field)
    }

    private func line(_ value: JSONValue?) -> String? { text(value).flatMap(OneLine.text) }

    /// A string, or a number whose quotes are missing.
    private static func scalar(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text
        case .number(let digits): digits
        default: nil
        }
    }

    private func address(_ value: JSONValue?) -> String? {
        guard var reference = line(value) else { return nil }
        if let plain = EscapedQuery.mended(reference) {
            reference = plain
            repairCounts.escapedLinks += 1
        }
        guard let resolved = Address.resolve(reference, against: url) else { return nil }
        return SafeScheme.allows(resolved) ? resolved : nil
    }

    private func date(_ value: JSONValue?) -> WrittenDate? { line(value).flatMap { FeedDate.read($0) } }
}

/// Cuts long texts.
enum Cut {
    /// The first whole characters of `text`, at most `limit` bytes.
    static func text(_ text: String, to limit: Int) -> String {
        var end = limit
        let bytes = Array(text.utf8.prefix(limit + 1))
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
