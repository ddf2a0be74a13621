import FeedJSON
import FeedModel
import FeedStages

/// Reads entries as the first two versions of the state wrote them: JSON objects.
enum EntryJSON {
    /// Whether bytes are of that kind.
    static func wrote(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { bytes.first == UInt8(ascii: "{") }

    /// Throws `.stateDamaged` for bytes that this codec did not write.
    static func decode(_ bytes: [UInt8]) throws(StageError) -> Entry {
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
        entry.extras = ExtrasJSON.read(json["extras"])
        return entry
    }

    private static func read(_ bytes: [UInt8]) throws(StageError) -> JSONValue {
        do {
            return try JSONReader.read(bytes)
        } catch {
            throw StageError(.stateDamaged, subject: "entry", explanation: error.reason)
        }
    }
}

extension EntryJSON {
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
