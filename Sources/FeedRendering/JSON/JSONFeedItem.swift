import FeedHTML
public import FeedJSON
public import FeedModel

/// Writes the members of a JSON Feed 1.1 item (§Items) for an entry.
public enum JSONFeedItem {
    /// Writes the members into an object that the caller begins and ends. Dates are in `zone`; if that is
    /// nil, they have their written offsets.
    ///
    /// One of `content_html` (sanitised) and `content_text` is always written, as the specification requires.
    public static func writeMembers(of entry: Entry, id: String, zone: Zone?, into writer: inout JSONWriter) {
        writeMembers(.usual, of: entry, id: id, zone: zone, into: &writer)
    }

    /// Writes those members that are among `fields`.
    static func writeMembers(
        _ fields: EntryJSON.Fields, of entry: Entry, id: String, zone: Zone?, into writer: inout JSONWriter
    ) {
        if fields.contains(.id) { writer.member("id", id) }
        if fields.contains(.url) { writer.member("url", entry.url) }
        if fields.contains(.externalURL) { writer.member("external_url", entry.externalURL) }
        if fields.contains(.title) { writer.member("title", entry.title) }
        if fields.contains(.excerpt) { writer.member("excerpt", Excerpt.of(entry, characters: 200)) }
        if fields.contains(.content) { writeContent(of: entry, into: &writer) }
        // Without other content, `content` is the summary.
        if fields.contains(.summary), entry.content != nil || !fields.contains(.content) {
            writer.member("summary", entry.summary?.plainText)
        }
        if fields.contains(.published) {
            writer.member("date_published", entry.published.map { text($0, entry.publishedOffset, in: zone) })
        }
        if fields.contains(.updated) {
            writer.member("date_modified", entry.updated.map { text($0, entry.updatedOffset, in: zone) })
        }
        if fields.contains(.authors) { writeAuthors(entry.authors, into: &writer) }
        if fields.contains(.tags) { writeTags(entry.categories, into: &writer) }
        if fields.contains(.language) { writer.member("language", entry.language) }
        if fields.contains(.image) { writer.member("image", entry.image) }
        if fields.contains(.attachments) { writeAttachments(entry.enclosures, into: &writer) }
    }

    private static func text(_ moment: Timestamp, _ clock: UTCOffset?, in zone: Zone?) -> String {
        zone.map { DigestDates(zone: $0).rfc3339(moment) } ?? moment.rfc3339(by: clock)
    }

    private static func writeContent(of entry: Entry, into writer: inout JSONWriter) {
        switch entry.content ?? entry.summary {
        case .html(let html): writer.member("content_html", HTMLSanitiser.sanitise(html, page: entry.url).markup)
        case .plain(let text): writer.member("content_text", text)
        case nil: writer.member("content_text", "")
        }
    }

    /// Writes the member `name` with authors, their email addresses as `_email`; nothing if no author has a value.
    static func writeAuthors(_ authors: [Person], named name: String = "authors", into writer: inout JSONWriter) {
        let known = authors.filter { $0.name != nil || $0.url != nil || $0.email != nil }
        guard !known.isEmpty else { return }
        writer.name(name)
        writer.beginArray()
        for author in known {
            writer.beginObject()
            writer.member("name", author.name ?? (author.url == nil ? author.email : nil))
            writer.member("url", author.url)
            writer.member("_email", author.email)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func writeTags(_ categories: [Category], into writer: inout JSONWriter) {
        guard !categories.isEmpty else { return }
        writer.name("tags")
        writer.beginArray()
        // Several vocabularies may have the same word.
        var written: Set<String> = []
        for category in categories where written.insert(category.term).inserted { writer.value(category.term) }
        writer.endArray()
    }

    static func writeAttachments(_ enclosures: [Enclosure], into writer: inout JSONWriter) {
        guard !enclosures.isEmpty else { return }
        writer.name("attachments")
        writer.beginArray()
        for enclosure in enclosures {
            writer.beginObject()
            writer.member("url", enclosure.url)
            writer.member("mime_type", enclosure.mediaType ?? MediaType.guess(fromAddress: enclosure.url))
            writer.member("title", enclosure.title)
            writer.member("size_in_bytes", enclosure.size.map(Int.init(_:)))
            writer.member("duration_in_seconds", enclosure.duration)
            writer.endObject()
        }
        writer.endArray()
    }
}
