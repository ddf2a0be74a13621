import FeedEngine
import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedState

extension StoredEntry {
    /// Returns the entry for a digest. The source's title is that of `plan`, else that of its feed, else its name.
    func digestEntry(_ plan: Plan?) -> DigestEntry {
        let configured = plan?.sources.first { $0.name == source }?.title
        return DigestEntry(
            key: id.key, entry: entry, source: source, sourceTitle: configured ?? feedTitle ?? source,
            firstSeen: firstSeen)
    }

    /// Writes the object that sinks write, with the times when it was seen, its state in each pipeline, and what its numbers
    /// were at each age: `{"likes": [{"hours": 1, "value": 2}, {"hours": null, "value": 45}]}`.
    func write(
        _ states: [String: EntryHistory.InPipeline.State], numbers: [NumberTrack] = [], zone: Zone,
        into writer: inout JSONWriter
    ) {
        let dates = DigestDates(zone: zone)
        writer.beginObject()
        EntryJSON.writeMembers(of: digestEntry(nil), pipeline: nil, zone: zone, into: &writer)
        writer.member("first_seen", dates.rfc3339(firstSeen))
        writer.member("last_seen", dates.rfc3339(lastSeen))
        writer.name("pipelines")
        writer.beginObject()
        for (pipeline, state) in states.sorted(by: { $0.key < $1.key }) { writer.member(pipeline, state.rawValue) }
        writer.endObject()
        if !numbers.isEmpty { Self.write(numbers, into: &writer) }
        writer.endObject()
        writer.endLine()
    }

    private static func write(_ numbers: [NumberTrack], into writer: inout JSONWriter) {
        writer.name("numbers_by_age")
        writer.beginObject()
        for track in numbers.sorted(by: { $0.name < $1.name }) {
            writer.name(track.name)
            writer.beginArray()
            for point in track.points {
                writer.beginObject()
                writer.name("hours")
                if let hours = point.bucket.endInHours { writer.value(hours) } else { writer.null() }
                writer.member("value", point.value)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
    }
}

extension Entry {
    /// Returns its title, else the beginning of its text, else its address: one line, safe to print.
    func shownTitle(columns: Int, _ localized: Localizer) -> String {
        let line = VisibleText.line(title ?? "")
        if !line.isEmpty { return Excerpt.cut(line, columns: columns) }
        let text = Excerpt.of(self, columns: columns) ?? VisibleText.line(url ?? "")
        return text.isEmpty ? localized("look.untitled") : Excerpt.cut(text, columns: columns)
    }
}
