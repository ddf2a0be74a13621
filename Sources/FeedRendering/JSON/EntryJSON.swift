public import FeedJSON
public import FeedModel

/// Writes an entry as a JSON object: the members of a JSON Feed item, and what the engine knows about the entry.
public enum EntryJSON {
    /// Writes the object. `pipeline` is the name of the pipeline that delivers. Dates are in `zone`.
    public static func write(
        _ entry: DigestEntry, pipeline: String, zone: Zone, into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writeMembers(of: entry, pipeline: pipeline, zone: zone, into: &writer)
        writer.endObject()
    }

    /// Writes the members into an object that the caller begins and ends. `pipeline` is left out if it is nil.
    package static func writeMembers(
        of entry: DigestEntry, pipeline: String?, zone: Zone, into writer: inout JSONWriter
    ) {
        let id = entry.entry.guid ?? entry.entry.url ?? entry.key
        JSONFeedItem.writeMembers(of: entry.entry, id: id, zone: zone, into: &writer)
        // The dates above are in the digest's zone, so the written offsets are members of their own.
        writer.member("published_offset", entry.entry.publishedOffset?.text)
        writer.member("modified_offset", entry.entry.updatedOffset?.text)
        writer.member("source", entry.source)
        writer.member("publisher", entry.entry.publisher?.name)
        RelatedJSON.write(entry.entry.related, into: &writer)
        writer.member("pipeline", pipeline)
        writeNumbers(entry.entry.numbers, into: &writer)
        ExtrasJSON.write(entry.entry.extras, into: &writer)
        writer.name("also_in")
        writer.beginArray()
        for source in entry.duplicates.sources(besides: entry.source) { writer.value(source) }
        writer.endArray()
        write(entry.duplicates, into: &writer)
        writer.member("key", entry.key)
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

    /// Returns about how many bytes the entries of a digest take: their content, a half for escapes, and member names.
    static func estimatedSize(of digest: Digest) -> Int {
        digest.sections.reduce(0) { size, section in
            section.entries.reduce(size) { $0 + 768 + 3 * ($1.entry.content?.length ?? 0) / 2 }
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
