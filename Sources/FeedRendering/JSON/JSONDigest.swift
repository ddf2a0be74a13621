import FeedJSON
public import FeedModel

/// Renders a digest as one JSON object: its head with failed sources and tally, and its entries.
public enum JSONDigest {
    /// Renders a digest as UTF-8, with a newline at the end.
    public static func render(_ digest: Digest) -> [UInt8] {
        var writer = JSONWriter(capacity: EntryJSON.estimatedSize(of: digest))
        writer.beginObject()
        writer.name("digest")
        writeHead(of: digest, into: &writer)
        writer.name("entries")
        writer.beginArray()
        for section in digest.sections {
            for entry in section.entries {
                EntryJSON.write(entry, pipeline: digest.pipeline, zone: digest.zone, into: &writer)
            }
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    private static func writeHead(of digest: Digest, into writer: inout JSONWriter) {
        let dates = DigestDates(zone: digest.zone)
        writer.beginObject()
        writer.member("pipeline", digest.pipeline)
        writer.member("title", digest.title)
        writer.member("generated_at", dates.rfc3339(digest.generatedAt))
        if let from = digest.from {
            writer.member("from", dates.rfc3339(from))
        } else {
            writer.name("from")
            writer.null()
        }
        writer.member("to", dates.rfc3339(digest.to))
        writer.name("failed_sources")
        writer.beginArray()
        for failed in digest.failedSources {
            writer.beginObject()
            writer.member("source", failed.source)
            writer.member("code", failed.code)
            writer.member("message", failed.message)
            writer.endObject()
        }
        writer.endArray()
        writer.member("later", digest.tally?.passedOver[.later] ?? 0)
        writer.name("tally")
        write(digest.tally, into: &writer)
        if let catchUp = digest.catchUp {
            writer.name("catch_up")
            writer.beginObject()
            writer.member("offered", catchUp.offered)
            writer.member("passed_over", catchUp.passedOver)
            writer.member("undecided", catchUp.undecided)
            writer.endObject()
        }
        writer.endObject()
    }

    private static func write(_ tally: DigestTally?, into writer: inout JSONWriter) {
        guard let tally else { return writer.null() }
        writer.beginObject()
        writer.member("offered", tally.offered)
        writer.member("new", tally.new)
        writer.member("carried_in", tally.offered - tally.new)
        writer.member("kept", tally.kept)
        writer.name("passed_over")
        writer.beginObject()
        for kind in PassedOver.allCases { writer.member(kind.rawValue, tally.passedOver[kind] ?? 0) }
        writer.endObject()
        writer.endObject()
    }
}
