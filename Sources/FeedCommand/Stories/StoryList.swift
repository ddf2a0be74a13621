import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedState

/// The stories of a state as text and as JSON.
struct StoryList {
    let stories: [RecentStory]
    let zone: Zone
    let localized: Localizer

    /// Of each story a line for it and one for each of its entries.
    var lines: [String] {
        let dates = DigestDates(zone: zone)
        return stories.flatMap { story in
            let head = story.members.first { $0.role == .head } ?? story.members.first
            guard let head else { return [String]() }
            let heading = localized(
                "stories.story",
                [
                    "key": .text(story.head.key), "pipeline": .text(VisibleText.line(story.pipeline)),
                    "headline": .text(head.entry.shownTitle(columns: 100, localized)),
                    "count": .number(story.members.count), "since": .text(dates.minute(story.members[0].keptAt)),
                ])
            return [heading]
                + story.members.lazy.filter { $0.id != head.id }.map { member in
                    // messages: stories.member*
                    let line = localized(
                        member.role.isLater ? "stories.member.later" : "stories.member",
                        [
                            "key": .text(member.id.key), "source": .text(VisibleText.line(member.source)),
                            "title": .text(member.entry.shownTitle(columns: 100, localized)),
                            "moment": .text(dates.minute(member.keptAt)),
                        ])
                    return "  " + line
                }
        }
    }

    /// An object on a line for each story.
    var json: [UInt8] {
        let dates = DigestDates(zone: zone)
        var writer = JSONWriter()
        for story in stories {
            writer.beginObject()
            writer.member("id", story.head.key)
            writer.member("pipeline", story.pipeline)
            writer.member("since", story.members.first.map { dates.rfc3339($0.keptAt) })
            writer.member("headline", story.members.first { $0.role == .head }?.entry.title)
            writer.name("entries")
            writer.beginArray()
            for member in story.members {
                writer.beginObject()
                writer.member("key", member.id.key)
                writer.member("role", member.role.rawValue)
                writer.member("title", member.entry.title)
                writer.member("url", member.entry.url)
                writer.member("source", member.source)
                writer.member("publisher", member.entry.publisher?.name)
                writer.member("kept_at", dates.rfc3339(member.keptAt))
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
            writer.endLine()
        }
        return writer.bytes
    }
}
