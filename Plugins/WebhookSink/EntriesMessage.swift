import FeedJSON
import FeedModel
import FeedRendering

/// The body of a message with entries: `{"type":"entries.new","timestamp":…,"data":{"pipeline","entries":[…]}}`
/// (Standard Webhooks 1.0.0 §Payload structure).
enum EntriesMessage {
    static func payload(
        _ entries: [DigestEntry], of digest: Digest, at moment: Timestamp, fields: EntryJSON.Fields
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "entries.new")
        writer.member("timestamp", moment.rfc3339(offset: digest.zone.offset(at: moment)))
        writer.name("data")
        writer.beginObject()
        writer.member("pipeline", digest.pipeline)
        writer.name("entries")
        writer.beginArray()
        for entry in entries {
            EntryJSON.write(entry, pipeline: digest.pipeline, zone: digest.zone, fields: fields, into: &writer)
        }
        writer.endArray()
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }
}
