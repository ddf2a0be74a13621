import FeedHTML
import FeedJSON
import FeedModel

/// JSON Feed 1.0 and 1.1, leniently: numbers as ids, `author` beside `authors`, dates of any form.
struct JSONFeedReader {
    private let url: String?
    private let limits: ParsingLimits

    static func read(
        _ text: ArraySlice<UInt8>, url: String?, limits: ParsingLimits
    ) throws(FeedReadingError) -> Feed {
        let value: JSONValue
        do {
            value = try JSONReader.read(Array(text))
        } catch {
            // Half a JSON document has no reading that could be trusted.
            let isFeed = String(decoding: text.prefix(512), as: UTF8.self).contains("jsonfeed.org/version")
            throw isFeed ? FeedReadingError(.incompleteDocument) : FeedReadingError(.notAFeed, found: "broken JSON")
        }
        guard let object = value.object, let format = format(of: object) else {
            throw FeedReadingError(.notAFeed, found: "JSON that is no feed")
        }
        return JSONFeedReader(url: url, limits: limits).feed(object, format)
    }

    private static func format(of object: JSONObject) -> FeedFormat? {
        let version = object["version"]?.string ?? ""
        if version.contains("jsonfeed.org/version") { return version.hasSuffix("/1") ? .json1 : .json11 }
        // Without a version only what looks like one in every other way.
        let hasItems = object["items"]?.array != nil && object["title"]?.string != nil
        return hasItems && object["home_page_url"] ?? object["feed_url"] != nil ? .json11 : nil
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
        for item in object["items"]?.array ?? [] {
            guard feed.entries.count < limits.entries else {
                feed.repairs.append(Repair(code: "too_many_entries"))
                break
            }
            if let entry = item.object.flatMap(entry) { feed.entries.append(entry) }
        }
        feed.inheritAuthors()
        return feed
    }

    private func entry(_ object: JSONObject) -> Entry? {
        var entry = Entry()
        entry.guid = scalar(object["id"])
        entry.url = address(object["url"])
        entry.externalURL = address(object["external_url"])
        entry.title = line(object["title"])
        let body = text(object["content_html"]).map {
            TextContent.html(UntrustedHTML(markup: $0, base: entry.url ?? url))
        }
        let summary = text(object["summary"]).map(TextContent.plain)
        entry.content = body ?? text(object["content_text"]).map(TextContent.plain) ?? summary
        entry.summary = entry.content == summary ? nil : summary
        entry.published = date(object["date_published"])
        entry.updated = date(object["date_modified"])
        entry.authors = authors(object)
        entry.language = text(object["language"]).flatMap(LanguageTag.normalised)
        entry.image = address(object["image"]) ?? address(object["banner_image"])
        let tags = (object["tags"]?.array ?? []).prefix(limits.repeats)
        entry.categories = tags.compactMap { line($0).map { Category(term: $0) } }
        let attachments = (object["attachments"]?.array ?? []).prefix(limits.repeats)
        entry.enclosures = attachments.compactMap { $0.object.flatMap(enclosure) }
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
            size: object["size_in_bytes"]?.int.flatMap { $0 >= 0 ? Int64($0) : nil }, duration: duration,
            title: line(object["title"]))
    }

    private func seconds(_ value: JSONValue) -> Int? {
        switch value {
        case .number(let text): Number.seconds(text)
        case .string(let text): Number.seconds(text)
        default: nil
        }
    }

    private func authors(_ object: JSONObject) -> [Person] {
        let list = object["authors"]?.array ?? object["author"].map { [$0] } ?? []
        return list.prefix(limits.repeats).compactMap { author in
            if let name = author.string { return OneLine.text(name).map { Person(name: $0) } }
            guard let author = author.object else { return nil }
            let person = Person(name: line(author["name"]), url: address(author["url"]))
            return person == Person() ? nil : person
        }
    }

    private func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string, text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
        return text.utf8.count <= limits.field ? text : Cut.text(text, to: limits.field)
    }

    private func line(_ value: JSONValue?) -> String? { text(value).flatMap(OneLine.text) }

    private func scalar(_ value: JSONValue?) -> String? {
        if case .number(let number) = value { return number }
        return line(value)
    }

    private func address(_ value: JSONValue?) -> String? {
        guard let reference = line(value), let resolved = Address.resolve(reference, against: url) else { return nil }
        return SafeScheme.allows(resolved) ? resolved : nil
    }

    private func date(_ value: JSONValue?) -> Timestamp? { scalar(value).flatMap { FeedDate.parse($0) } }
}

/// Texts that are longer than anybody reads.
enum Cut {
    /// At most `limit` bytes of `text`, whole characters.
    static func text(_ text: String, to limit: Int) -> String {
        var end = limit
        let bytes = Array(text.utf8.prefix(limit + 1))
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
