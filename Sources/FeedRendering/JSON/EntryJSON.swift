public import FeedJSON
public import FeedModel

/// Writes an entry as a JSON object: the members of a JSON Feed item, and what the engine knows about the entry.
public enum EntryJSON {
    /// A part of the object: the member of that name, unless it says otherwise. They are written in this order.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case id, url
        case externalURL = "external_url"
        case title
        /// The beginning of the entry's text: plain text on one line, at most 200 characters.
        case excerpt
        /// `content_html` or `content_text`.
        case content
        case summary
        /// `date_published` and `published_offset`.
        case published
        /// `date_modified` and `modified_offset`.
        case updated
        case authors, tags, language, image, attachments, source, publisher, related, pipeline
        /// Why filters kept the entry.
        case reason
        case numbers
        /// How much the entry is talked about, if the pipeline measures that.
        case buzz
        case extras
        case alsoIn = "also_in"
        case duplicates
        /// The entry's part in its story.
        case story
        case key

        /// The bit of the field in `Fields`.
        fileprivate var bit: UInt32 {
            switch self {
            case .id: 1 << 0
            case .url: 1 << 1
            case .externalURL: 1 << 2
            case .title: 1 << 3
            case .excerpt: 1 << 4
            case .content: 1 << 5
            case .summary: 1 << 6
            case .published: 1 << 7
            case .updated: 1 << 8
            case .authors: 1 << 9
            case .tags: 1 << 10
            case .language: 1 << 11
            case .image: 1 << 12
            case .attachments: 1 << 13
            case .source: 1 << 14
            case .publisher: 1 << 15
            case .related: 1 << 16
            case .pipeline: 1 << 17
            case .reason: 1 << 18
            case .numbers: 1 << 19
            case .buzz: 1 << 20
            case .extras: 1 << 21
            case .alsoIn: 1 << 22
            case .duplicates: 1 << 23
            case .story: 1 << 24
            case .key: 1 << 25
            }
        }
    }

    /// Some of the fields.
    public struct Fields: Sendable, Hashable {
        private var bits: UInt32 = 0

        /// Makes a set of fields.
        public init(_ fields: some Sequence<Field>) { for field in fields { bits |= field.bit } }

        /// Whether a field is among them.
        public func contains(_ field: Field) -> Bool { bits & field.bit != 0 }

        /// All but `excerpt`, which the content has in it.
        public static let usual = Fields(Field.allCases.filter { $0 != .excerpt })
    }

    /// Writes the object, by default with all that is usual. `pipeline` is the name of the pipeline that delivers. Dates
    /// are in `zone`.
    public static func write(
        _ entry: DigestEntry, pipeline: String, zone: Zone, fields: Fields = .usual,
        into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writeMembers(fields, of: entry, pipeline: pipeline, zone: zone, into: &writer)
        writer.endObject()
    }

    /// Writes the members into an object that the caller begins and ends. `pipeline` is left out if it is nil.
    package static func writeMembers(
        _ fields: Fields = .usual, of entry: DigestEntry, pipeline: String?, zone: Zone,
        into writer: inout JSONWriter
    ) {
        let id = entry.entry.guid ?? entry.entry.url ?? entry.key
        JSONFeedItem.writeMembers(fields, of: entry.entry, id: id, zone: zone, into: &writer)
        // The dates above are in the digest's zone, so the written offsets are members of their own.
        if fields.contains(.published) { writer.member("published_offset", entry.entry.publishedOffset?.text) }
        if fields.contains(.updated) { writer.member("modified_offset", entry.entry.updatedOffset?.text) }
        if fields.contains(.source) { writer.member("source", entry.source) }
        if fields.contains(.publisher) { writer.member("publisher", entry.entry.publisher?.name) }
        if fields.contains(.related) { RelatedJSON.write(entry.entry.related, into: &writer) }
        if fields.contains(.pipeline) { writer.member("pipeline", pipeline) }
        if fields.contains(.reason), !entry.reason.isEmpty { writer.member("reason", entry.reason) }
        if fields.contains(.numbers) { writeNumbers(entry.entry.numbers, into: &writer) }
        if fields.contains(.buzz), let buzz = entry.buzz { BuzzJSON.write(buzz, into: &writer) }
        if fields.contains(.extras) { ExtrasJSON.write(entry.entry.extras, into: &writer) }
        if fields.contains(.alsoIn) {
            writer.name("also_in")
            writer.beginArray()
            for source in entry.duplicates.sources(besides: entry.source) { writer.value(source) }
            writer.endArray()
        }
        if fields.contains(.duplicates) { write(entry.duplicates, into: &writer) }
        if fields.contains(.story) { StoryJSON.write(entry.story, zone: zone, into: &writer) }
        if fields.contains(.key) { writer.member("key", entry.key) }
    }

    private static func write(_ duplicates: [Duplicate], into writer: inout JSONWriter) {
        writer.name("duplicates")
        writer.beginArray()
        for duplicate in duplicates {
            writer.beginObject()
            writer.member("key", duplicate.key)
            writer.member("source", duplicate.source)
            writer.member("source_title", duplicate.sourceTitle)
            writer.member("title", duplicate.title)
            writer.member("url", duplicate.url)
            writeNumbers(duplicate.numbers, into: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    /// Returns about how many bytes the entries of a digest take: their content, as much again for escapes and for links
    /// that become absolute, and member names. Too little would cost a copy of them all.
    static func estimatedSize(of digest: Digest) -> Int {
        digest.sections.reduce(0) { size, section in
            section.entries.reduce(size) { size, entry in
                size + 768 + 2 * ((entry.entry.content ?? entry.entry.summary)?.length ?? 0)
            }
        }
    }

    private static func writeNumbers(_ numbers: [String: Int], into writer: inout JSONWriter) {
        writer.name("numbers")
        writer.beginObject()
        for number in numbers.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            writer.member(number.key, number.value)
        }
        writer.endObject()
    }
}
