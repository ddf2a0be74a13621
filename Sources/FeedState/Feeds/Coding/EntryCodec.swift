import FeedModel
import FeedStages

/// Encodes an entry in two parts: the head, which filters and lists need, and the body (`summary` and `content`), which
/// is most of it. Numbers have a column of their own.
///
/// Absent fields are left out. The encoding is deterministic, so a change of an entry shows in the hash of its bytes.
enum EntryCodec {
    /// An encoded entry; the body is nil if it has neither summary nor content.
    struct Encoded: Sendable {
        let head: [UInt8]
        let body: [UInt8]?

        var count: Int { head.count + (body?.count ?? 0) }
    }

    static func encode(_ entry: Entry) -> Encoded { Encoded(head: head(of: entry), body: body(of: entry)) }

    /// Encodes the head without what differs from fetch to fetch: a relative date of publication, related articles.
    static func encodeLasting(_ entry: Entry) -> [UInt8] {
        var entry = entry
        if entry.isPublishedRelative { entry.setPublished(nil) }
        entry.related = []
        return head(of: entry)
    }

    /// Decodes an entry from columns of a row. Without a body it has neither summary nor content. `added` has the numbers
    /// that filters gave it; where its source gives the same number, the higher value counts. Throws `.stateDamaged` for
    /// bytes that no version wrote.
    static func decode(
        _ row: StateRow, head: Int32, body: Int32?, numbers: Int32, added: Int32? = nil
    ) throws(StageError) -> Entry {
        var entry = Entry()
        _ = try row.withBlob(head) { bytes throws(StageError) in try entry.read(head: bytes) }
        if let body {
            _ = try row.withBlob(body) { bytes throws(StageError) in try entry.read(body: bytes) }
        }
        if let numbers = row.optionalText(numbers) { entry.numbers = try NumbersJSON.decode(numbers) }
        if let added = added.flatMap({ row.optionalText($0) }) {
            entry.numbers.merge(try NumbersJSON.decode(added)) { max($0, $1) }
        }
        return entry
    }

    /// Decodes the title of an entry alone, which takes a fraction of the time. Throws `.stateDamaged` for bytes that no
    /// version wrote.
    static func title(_ row: StateRow, head: Int32) throws(StageError) -> String? {
        var title: String?
        _ = try row.withBlob(head) { bytes throws(StageError) in
            var fields = try FieldReader.reading(bytes)
            while title == nil, let field = fields.next() { if field.tag == Tag.title { title = field.text } }
        }
        return title
    }

    /// Decodes an entry, without its numbers. Throws `.stateDamaged` for bytes that no version wrote.
    static func decode(_ encoded: Encoded) throws(StageError) -> Entry {
        var entry = Entry()
        try encoded.head.withUnsafeBufferPointer { bytes throws(StageError) in try entry.read(head: bytes) }
        if let body = encoded.body {
            try body.withUnsafeBufferPointer { bytes throws(StageError) in try entry.read(body: bytes) }
        }
        return entry
    }

    /// The tags of head and body. A number that was once used keeps its meaning.
    enum Tag {
        static let guid: UInt8 = 1
        static let url: UInt8 = 2
        static let externalURL: UInt8 = 3
        static let title: UInt8 = 4
        static let published: UInt8 = 5
        static let updated: UInt8 = 6
        static let author: UInt8 = 7
        static let contributor: UInt8 = 8
        static let category: UInt8 = 9
        static let language: UInt8 = 10
        static let image: UInt8 = 11
        static let enclosure: UInt8 = 12
        static let link: UInt8 = 13
        static let commentsURL: UInt8 = 14
        static let origin: UInt8 = 15
        static let publisher: UInt8 = 16
        static let rights: UInt8 = 17
        static let license: UInt8 = 18
        static let itunes: UInt8 = 19
        static let extra: UInt8 = 20
        static let summary: UInt8 = 21
        static let content: UInt8 = 22
        /// Minutes east of UTC, as is `updatedOffset`.
        static let publishedOffset: UInt8 = 23
        static let updatedOffset: UInt8 = 24
        static let isPublishedRelative: UInt8 = 25
        static let related: UInt8 = 26
    }
}

extension EntryCodec {
    private static func body(of entry: Entry) -> [UInt8]? {
        guard entry.summary != nil || entry.content != nil else { return nil }
        var writer = FieldWriter(capacity: length(entry.summary) + length(entry.content) + 64)
        write(entry.summary, as: Tag.summary, to: &writer)
        write(entry.content, as: Tag.content, to: &writer)
        return writer.bytes
    }

    private static func length(_ text: TextContent?) -> Int {
        switch text {
        case .plain(let plain): plain.utf8.count
        case .html(let html): html.markup.utf8.count + (html.base?.utf8.count ?? 0)
        case nil: 0
        }
    }

    private static func head(of entry: Entry) -> [UInt8] {
        var writer = FieldWriter(capacity: 512)
        writer.field(Tag.guid, entry.guid)
        writer.field(Tag.url, entry.url)
        writer.field(Tag.title, entry.title)
        writer.field(Tag.published, entry.published?.milliseconds)
        writer.field(Tag.updated, entry.updated?.milliseconds)
        writer.field(Tag.publishedOffset, entry.publishedOffset.map { Int64($0.minutes) })
        writer.field(Tag.updatedOffset, entry.updatedOffset.map { Int64($0.minutes) })
        for author in entry.authors { write(author, as: Tag.author, to: &writer) }
        for category in entry.categories {
            writer.fields(Tag.category) { writer in
                writer.field(1, category.term)
                writer.field(2, category.scheme)
                writer.field(3, category.label)
            }
        }
        writer.field(Tag.language, entry.language)
        writer.field(Tag.image, entry.image)
        for enclosure in entry.enclosures {
            writer.fields(Tag.enclosure) { writer in
                writer.field(1, enclosure.url)
                writer.field(2, enclosure.mediaType)
                writer.field(3, enclosure.size)
                writer.field(4, enclosure.duration.map { Int64($0) })
                writer.field(5, enclosure.title)
            }
        }
        for link in entry.links {
            writer.fields(Tag.link) { writer in
                writer.field(1, link.href)
                writer.field(2, link.rel)
                writer.field(3, link.mediaType)
                writer.field(4, link.hreflang)
                writer.field(5, link.title)
                writer.field(6, link.length)
            }
        }
        if entry.hasRareParts { writeRareParts(of: entry, to: &writer) }
        return writer.bytes
    }

    private static func writeRareParts(of entry: Entry, to writer: inout FieldWriter) {
        writer.field(Tag.externalURL, entry.externalURL)
        for contributor in entry.contributors { write(contributor, as: Tag.contributor, to: &writer) }
        writer.field(Tag.commentsURL, entry.commentsURL)
        if let origin = entry.origin {
            writer.fields(Tag.origin) { writer in
                writer.field(1, origin.title)
                writer.field(2, origin.url)
                writer.field(3, origin.id)
                writer.field(4, origin.updated?.milliseconds)
            }
        }
        if let publisher = entry.publisher {
            writer.fields(Tag.publisher) { writer in
                writer.field(1, publisher.name)
                writer.field(2, publisher.url)
            }
        }
        for article in entry.related {
            writer.fields(Tag.related) { writer in
                writer.field(1, article.title)
                writer.field(2, article.url)
                writer.field(3, article.publisher)
            }
        }
        write(entry.rights, as: Tag.rights, to: &writer)
        writer.field(Tag.license, entry.license)
        if let itunes = entry.itunes {
            writer.fields(Tag.itunes) { writer in
                writer.field(1, itunes.duration.map { Int64($0) })
                writer.field(2, itunes.explicit)
                writer.field(3, itunes.block)
            }
        }
        writer.field(Tag.isPublishedRelative, entry.isPublishedRelative ? true : nil)
        for extra in entry.extras.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            writer.fields(Tag.extra) { writer in
                writer.field(1, extra.key)
                switch extra.value {
                case .text(let text): writer.field(2, text)
                case .number(let number): writer.field(3, Int64(bitPattern: number.bitPattern))
                case .flag(let flag): writer.field(4, flag)
                case .address(let address): writer.field(5, address)
                }
            }
        }
    }

    private static func write(_ text: TextContent?, as tag: UInt8, to writer: inout FieldWriter) {
        guard let text else { return }
        writer.fields(tag) { writer in
            switch text {
            case .plain(let plain):
                writer.field(1, plain)
            case .html(let html):
                writer.field(2, html.markup)
                writer.field(3, html.base)
            }
        }
    }

    private static func write(_ person: Person, as tag: UInt8, to writer: inout FieldWriter) {
        writer.fields(tag) { writer in
            writer.field(1, person.name)
            writer.field(2, person.url)
            writer.field(3, person.email)
        }
    }
}
