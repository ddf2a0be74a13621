import FeedJSON
import FeedPosting

/// A form of statuses. `units` of its weights are characters as Mastodon counts them.
struct MastodonForm: ChatForm {
    /// How much a status says.
    enum Detail: Int, CaseIterable {
        /// Titles, excerpts and addresses.
        case full
        /// Titles and addresses. Addresses count in full, in case that the server does not take them for links: one whose
        /// top-level domain is newer than its list, for example.
        case links
    }

    let detail: Detail
    var unit = ChatUnit.entry
    var settings = MastodonSettings()

    /// The most characters of a title in a digest.
    private static let longestTitle = 80
    /// The most characters of a heading.
    private static let longestHeading = 60
    /// The most characters of a digest's title, with its number.
    private static let longestHead = 130
    /// The fewest characters of an excerpt; a shorter one says nothing.
    private static let shortestExcerpt = 20

    var limit: Weight { Weight(blocks: .max, units: settings.room, bytes: .max) }

    func text(of entry: ChatEntry) -> String {
        let title = MastodonText.escaped(entry.title)
        let address = entry.link.map(MastodonText.address)
        guard unit == .entry else {
            return "• " + title.cut(characters: Self.longestTitle) + (address.map { "\n  \($0)" } ?? "")
        }
        let tail = address.map { "\n\n\($0)" } ?? ""
        // The title has at least some room, even beside an address that counts in full.
        let room = max(settings.room - length(tail), Self.longestTitle)
        var text = title.cut(characters: room)
        let left = room - text.count - 2
        if detail == .full, let excerpt = entry.excerpt, left >= Self.shortestExcerpt {
            text += "\n\n" + MastodonText.escaped(excerpt).cut(characters: left)
        }
        return text + tail
    }

    func heading(_ title: String) -> String { MastodonText.escaped(title).cut(characters: Self.longestHeading) }

    func weight(ofHeading heading: String) -> Weight { heading.isEmpty ? .nothing : weight(ofText: heading) }

    func weight(ofText text: String) -> Weight { Weight(blocks: 0, units: length(text) + 1, bytes: 0) }

    func frame(of chat: ChatDigest) -> Weight {
        Weight(blocks: 0, units: length(head(chat.title + " (999/999)", chat.headline)), bytes: 0)
    }

    /// The tally and the sources that failed are not for followers: there is no foot.
    func payload(of message: ChatMessage) -> [UInt8] {
        let head = message.unit == .digest ? head(message.title, message.headline) : ""
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("status", head + message.texts.joined(separator: "\n"))
        writer.member("visibility", settings.visibility?.rawValue)
        writer.member("language", settings.language)
        writer.member("spoiler_text", settings.warning)
        if settings.isSensitive { writer.member("sensitive", true) }
        writer.endObject()
        return writer.bytes
    }

    private func head(_ title: String, _ headline: String) -> String {
        var line = MastodonText.escaped(title)
        if line.count > Self.longestHead {
            // The number is at the end.
            line = String(line.prefix(Self.longestHead - 11)) + "…" + String(line.suffix(10))
        }
        return line + "\n" + MastodonText.escaped(headline) + "\n\n"
    }

    private func length(_ text: String) -> Int {
        detail == .full ? MastodonText.length(text) : text.count
    }
}
