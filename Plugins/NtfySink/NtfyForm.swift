import FeedJSON
import FeedPosting

/// A form of notifications. All text is plain, so nothing in it is read as markup.
struct NtfyForm: ChatForm {
    /// How much a notification says.
    enum Detail: Int, CaseIterable {
        /// Addresses, and excerpts where an entry is a notification of its own.
        case full
        /// Titles.
        case titles
    }

    let detail: Detail
    var priority = NtfyPriority.default
    var tags: [String] = []

    /// Limits below those of ntfy. `bytes` counts the text in UTF-8, `units` the text as it is escaped in JSON.
    ///
    /// A message has 4,096 bytes, a longer one becomes an attachment; Android's push has some 4,000 with the title. The
    /// body of a request has twice as many, with its escapes (binwiederhier/ntfy, `DefaultMessageSizeLimit`).
    var limit: Weight { Weight(blocks: .max, units: 7000, bytes: 3500) }

    /// The most UTF-16 units of an entry's title, some 480 bytes; a title has 1,024 (`messageTitleSizeLimit`).
    private static let longestTitle = 160
    /// The most UTF-16 units of a line at the end.
    private static let longestFoot = 120

    func text(of entry: ChatEntry) -> String {
        guard detail == .full, let link = entry.link else { return "• \(entry.title)" }
        return "• \(entry.title)\n  \(link)"
    }

    func heading(_ title: String) -> String { "— \(title) —" }

    func weight(ofHeading heading: String) -> Weight { heading.isEmpty ? .nothing : weight(ofText: heading) }

    func weight(ofText text: String) -> Weight {
        var writer = JSONWriter()
        writer.value(text)
        // Two more for the break of the line, `\n`.
        return Weight(blocks: 0, units: writer.bytes.count + 2, bytes: text.utf8.count + 1)
    }

    func frame(of chat: ChatDigest) -> Weight {
        let lines = [chat.title + " (999/999)", chat.headline] + foot(chat.foot)
        return weight(ofText: lines.joined(separator: "\n"))
    }

    func payload(of message: ChatMessage) -> [UInt8] {
        let entries = message.entries
        var writer = JSONWriter()
        writer.beginObject()
        if message.unit == .entry, let entry = entries.first {
            writer.member("title", entry.title.cut(units: Self.longestTitle))
            let excerpt = detail == .full ? entry.excerpt : nil
            writer.member("message", [entry.facts, excerpt].compactMap { $0 }.joined(separator: "\n"))
        } else {
            writer.member("title", message.title)
            let lines = [message.headline] + message.texts + foot(message.foot)
            writer.member("message", lines.joined(separator: "\n"))
        }
        if priority != .default { writer.member("priority", priority.number) }
        if !tags.isEmpty {
            writer.name("tags")
            writer.beginArray()
            for tag in tags { writer.value(tag) }
            writer.endArray()
        }
        // A tap opens the entry, if there is only one.
        if entries.count == 1 { writer.member("click", entries.first?.link) }
        writer.endObject()
        return writer.bytes
    }

    private func foot(_ lines: [String]) -> [String] { lines.map { $0.cut(units: Self.longestFoot) } }
}
