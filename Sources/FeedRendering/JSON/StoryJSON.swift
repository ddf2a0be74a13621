import FeedJSON
import FeedModel

/// Writes the part of an entry in its story as JSON.
enum StoryJSON {
    /// Writes `story`, or nothing if the entry is in none. `members` are the keys of the entries that follow the entry in
    /// its digest, and `follows` is the key of the one that it follows itself.
    static func write(_ part: StoryPart?, zone: Zone, into writer: inout JSONWriter) {
        guard let part else { return }
        writer.name("story")
        writer.beginObject()
        writer.member("id", part.story)
        writer.member("role", part.role.rawValue)
        writer.member("follows", part.follows)
        if !part.members.isEmpty {
            writer.name("members")
            writer.beginArray()
            for member in part.members { writer.value(member) }
            writer.endArray()
        }
        writer.member("headline", part.headline)
        writer.member("told_at", part.toldAt.map(DigestDates(zone: zone).rfc3339))
        writer.endObject()
    }
}
