import FeedJSON
import FeedModel
import FeedStages

/// Writes an entry for the state's `json` column and reads it back; numbers have a column of their own.
///
/// Absent parts are left out. The bytes are deterministic: the entry's content hash is taken over them.
enum EntryCodec {
    static func encode(_ entry: Entry) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("guid", entry.guid)
        writer.member("url", entry.url)
        writer.member("external_url", entry.externalURL)
        writer.member("title", entry.title)
        write(entry.summary, as: "summary", to: &writer)
        write(entry.content, as: "content", to: &writer)
        writer.member("published", entry.published)
        writer.member("updated", entry.updated)
        write(entry.authors, as: "authors", to: &writer)
        write(entry.contributors, as: "contributors", to: &writer)
        writeList(entry.categories, as: "categories", to: &writer) { category, writer in
            writer.member("term", category.term)
            writer.member("scheme", category.scheme)
            writer.member("label", category.label)
        }
        writer.member("language", entry.language)
        writer.member("image", entry.image)
        writeList(entry.enclosures, as: "enclosures", to: &writer) { enclosure, writer in
            writer.member("url", enclosure.url)
            writer.member("type", enclosure.mediaType)
            writer.member("size", enclosure.size.map { Int($0) })
            writer.member("duration", enclosure.duration)
            writer.member("title", enclosure.title)
        }
        writeList(entry.links, as: "links", to: &writer) { link, writer in
            writer.member("href", link.href)
            writer.member("rel", link.rel)
            writer.member("type", link.mediaType)
            writer.member("hreflang", link.hreflang)
            writer.member("title", link.title)
            writer.member("length", link.length.map { Int($0) })
        }
        writer.member("comments_url", entry.commentsURL)
        if let origin = entry.origin {
            writeObject("origin", to: &writer) { writer in
                writer.member("title", origin.title)
                writer.member("url", origin.url)
                writer.member("id", origin.id)
                writer.member("updated", origin.updated)
            }
        }
        if let publisher = entry.publisher {
            writeObject("publisher", to: &writer) { writer in
                writer.member("name", publisher.name)
                writer.member("url", publisher.url)
            }
        }
        write(entry.rights, as: "rights", to: &writer)
        writer.member("license", entry.license)
        if let itunes = entry.itunes {
            writeObject("itunes", to: &writer) { writer in
                writer.member("duration", itunes.duration)
                writer.member("explicit", itunes.explicit)
                writer.member("block", itunes.block)
            }
        }
        ExtrasCodec.write(entry.extras, to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// Throws `.stateUnusable` for bytes that this codec did not write.
    static func decode(_ bytes: [UInt8], numbers: String?) throws(StageError) -> Entry {
        let json = try read(bytes)
        var entry = Entry()
        entry.guid = json["guid"]?.string
        entry.url = json["url"]?.string
        entry.externalURL = json["external_url"]?.string
        entry.title = json["title"]?.string
        entry.summary = text(json["summary"])
        entry.content = text(json["content"])
        entry.published = time(json["published"])
        entry.updated = time(json["updated"])
        entry.authors = persons(json["authors"])
        entry.contributors = persons(json["contributors"])
        entry.categories = list(json["categories"]) { category in
            Category(
                term: category["term"]?.string ?? "", scheme: category["scheme"]?.string,
                label: category["label"]?.string)
        }
        entry.language = json["language"]?.string
        entry.image = json["image"]?.string
        entry.enclosures = list(json["enclosures"]) { enclosure in
            Enclosure(
                url: enclosure["url"]?.string ?? "", mediaType: enclosure["type"]?.string,
                size: enclosure["size"]?.int.map { Int64($0) }, duration: enclosure["duration"]?.int,
                title: enclosure["title"]?.string)
        }
        entry.links = list(json["links"]) { link in
            Link(
                href: link["href"]?.string ?? "", rel: link["rel"]?.string, mediaType: link["type"]?.string,
                hreflang: link["hreflang"]?.string, title: link["title"]?.string,
                length: link["length"]?.int.map { Int64($0) })
        }
        entry.commentsURL = json["comments_url"]?.string
        entry.origin = json["origin"].map { origin in
            Origin(
                title: origin["title"]?.string, url: origin["url"]?.string, id: origin["id"]?.string,
                updated: time(origin["updated"]))
        }
        entry.publisher = json["publisher"].map { publisher in
            Publisher(name: publisher["name"]?.string ?? "", url: publisher["url"]?.string)
        }
        entry.rights = text(json["rights"])
        entry.license = json["license"]?.string
        entry.itunes = json["itunes"].map { itunes in
            ITunesExtras(
                duration: itunes["duration"]?.int, explicit: itunes["explicit"]?.bool, block: itunes["block"]?.bool)
        }
        entry.extras = ExtrasCodec.read(json["extras"])
        entry.numbers = try decodeNumbers(numbers)
        return entry
    }

    /// Numbers as a JSON object with sorted names, or nil if there are none.
    static func encodeNumbers(_ numbers: [String: Int]) -> String? {
        guard !numbers.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.beginObject()
        for name in numbers.keys.sorted() { writer.member(name, numbers[name]) }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func decodeNumbers(_ text: String?) throws(StageError) -> [String: Int] {
        guard let text else { return [:] }
        var numbers: [String: Int] = [:]
        for member in try read(Array(text.utf8)).object?.members ?? [] { numbers[member.name] = member.value.int }
        return numbers
    }

    private static func read(_ bytes: [UInt8]) throws(StageError) -> JSONValue {
        do {
            return try JSONReader.read(bytes)
        } catch {
            throw StageError(.stateUnusable, subject: "entry", explanation: error.reason)
        }
    }
}

extension EntryCodec {
    private static func write(_ text: TextContent?, as name: String, to writer: inout JSONWriter) {
        guard let text else { return }
        writeObject(name, to: &writer) { writer in
            switch text {
            case .plain(let plain):
                writer.member("text", plain)
            case .html(let html):
                writer.member("html", html.markup)
                writer.member("base", html.base)
            }
        }
    }

    private static func write(_ persons: [Person], as name: String, to writer: inout JSONWriter) {
        writeList(persons, as: name, to: &writer) { person, writer in
            writer.member("name", person.name)
            writer.member("url", person.url)
            writer.member("email", person.email)
        }
    }

    private static func writeObject(_ name: String, to writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void) {
        writer.name(name)
        writer.beginObject()
        body(&writer)
        writer.endObject()
    }

    private static func writeList<Element>(
        _ elements: [Element], as name: String, to writer: inout JSONWriter,
        _ body: (Element, inout JSONWriter) -> Void
    ) {
        guard !elements.isEmpty else { return }
        writer.name(name)
        writer.beginArray()
        for element in elements {
            writer.beginObject()
            body(element, &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func text(_ json: JSONValue?) -> TextContent? {
        guard let json else { return nil }
        if let plain = json["text"]?.string { return .plain(plain) }
        guard let markup = json["html"]?.string else { return nil }
        return .html(UntrustedHTML(markup: markup, base: json["base"]?.string))
    }

    private static func persons(_ json: JSONValue?) -> [Person] {
        list(json) { person in
            Person(name: person["name"]?.string, url: person["url"]?.string, email: person["email"]?.string)
        }
    }

    private static func list<Element>(_ json: JSONValue?, _ read: (JSONValue) -> Element) -> [Element] {
        json?.array?.map(read) ?? []
    }

    private static func time(_ json: JSONValue?) -> Timestamp? {
        json?.int.map { Timestamp(milliseconds: Int64($0)) }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ moment: Timestamp?) {
        member(name, moment.map { Int($0.milliseconds) })
    }
}
