import FeedConfiguration
import FeedEngine
import FeedJSON
import FeedModel
import FeedRendering
import FeedState

/// The history of an entry as JSON, one object on each line.
struct EntryHistoryJSON {
    let history: EntryHistory
    let plan: Plan?
    let zone: Zone

    /// Writes the object and ends its line.
    func write(into writer: inout JSONWriter) {
        let entry = history.entry
        writer.beginObject()
        writer.member("key", entry.id.key)
        writer.member("title", entry.entry.title)
        writer.member("url", entry.entry.url)
        writer.member("source", entry.source)
        if let place = plan?.sources.first(where: { $0.name == entry.source })?.place { write(place, into: &writer) }
        writer.member("date_published", entry.entry.published.map(time))
        writer.member("first_seen", time(entry.firstSeen))
        writer.member("last_seen", time(entry.lastSeen))
        writer.name("pipelines")
        writer.beginObject()
        for pipeline in history.pipelines {
            writer.name(pipeline.name)
            write(pipeline, into: &writer)
        }
        writer.endObject()
        writer.endObject()
        writer.endLine()
    }

    private func write(_ pipeline: EntryHistory.InPipeline, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("state", pipeline.state.rawValue)
        writer.member("decided_at", time(pipeline.decidedAt))
        writer.member("filter", pipeline.filter)
        let planned = plan?.pipelines.first { $0.name == pipeline.name }
        if let place = planned?.filters.first(where: { $0.name == pipeline.filter })?.place {
            write(place, into: &writer)
        }
        writer.member("reason", pipeline.reason?.text(in: .en))
        writer.member("until", pipeline.until.map(time))
        writer.member("held_since", pipeline.filter.flatMap { pipeline.holds[$0] }.map(time))
        if let buzz = pipeline.buzz { BuzzJSON.write(buzz, into: &writer) }
        writer.name("also_in")
        writer.beginArray()
        for source in pipeline.duplicates.sources(besides: history.entry.source) { writer.value(source) }
        writer.endArray()
        writer.member("same_as", pipeline.sameAs?.key)
        writer.name("duplicates")
        writer.beginArray()
        for duplicate in pipeline.duplicates { writer.value(duplicate.key) }
        writer.endArray()
        if let story = pipeline.story {
            writer.name("story")
            writer.beginObject()
            writer.member("id", story.story)
            writer.member("role", story.role.rawValue)
            writer.name("others")
            writer.beginArray()
            for other in pipeline.storyMembers { writer.value(other.key) }
            writer.endArray()
            writer.endObject()
        }
        writer.name("sinks")
        writer.beginObject()
        for sink in pipeline.sinks {
            writer.name(sink.name)
            writer.beginObject()
            write(sink.state, into: &writer)
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
    }

    private func write(_ state: EntryHistory.AtSink.State, into writer: inout JSONWriter) {
        switch state {
        case .waiting(let since):
            writer.member("state", "waiting")
            writer.member("since", time(since))
        case .planned(let message): write(message, "planned", into: &writer)
        case .delivered(let message): write(message, "delivered", into: &writer)
        case .givenUp(let message): write(message, "given_up", into: &writer)
        case .discarded(let message): write(message, "discarded", into: &writer)
        case .unknown: writer.member("state", "unknown")
        }
    }

    private func write(_ message: EntryHistory.MessageHistory, _ state: String, into writer: inout JSONWriter) {
        writer.member("state", state)
        writer.member("message", Int(message.number))
        writer.member("id", message.id)
        writer.member("target", message.target)
        writer.member("planned_at", time(message.plannedAt))
        writer.member(state == "planned" ? "not_before" : "at", (message.finishedAt ?? message.nextAt).map(time))
        writer.member("attempts", message.attempts)
        writer.member("reason", state == "delivered" ? nil : message.lastReason)
    }

    private func write(_ place: Place, into writer: inout JSONWriter) {
        writer.member("file", place.file)
        writer.member("line", place.line)
    }

    private func time(_ moment: Timestamp) -> String { DigestDates(zone: zone).rfc3339(moment) }
}
