import ArgumentParser
import FeedJSON
import FeedModel
import FeedRendering

/// How `parse` prints a feed.
enum FeedPrintFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// JSON Feed 1.1, one object.
    case jsonfeed
    /// An item of it a line.
    case jsonl
    /// For people.
    case text

    /// The feed, with a line end.
    func bytes(of feed: Feed) -> [UInt8] {
        switch self {
        case .jsonfeed: JSONFeedDocument.render(feed: feed) + Self.lineEnd
        case .jsonl: feed.entries.flatMap { JSONFeedDocument.render(entry: $0) + Self.lineEnd }
        case .text: Array(Self.text(of: feed).utf8)
        }
    }

    private static let lineEnd = [UInt8(ascii: "\n")]

    private static func text(of feed: Feed) -> String {
        let count = feed.entries.count == 1 ? "1 entry" : "\(feed.entries.count) entries"
        var lines = [feed.title.isEmpty ? "(no title)" : VisibleText.line(feed.title)]
        lines.append("\(feed.format.rawValue), \(count)" + (feed.isComplete ? "" : ", cut short"))
        if let address = feed.homePageURL { lines.append(VisibleText.line(address)) }
        for repair in feed.repairs { lines.append("repaired: \(repair.code) (\(repair.count))") }
        for entry in feed.entries {
            lines.append("")
            let date =
                entry.published.map { $0.rfc3339(by: entry.publishedOffset) }
                ?? entry.updated.map { $0.rfc3339(by: entry.updatedOffset) }
            lines.append(
                "\(date ?? "no date")  \(entry.title.map(VisibleText.line) ?? "(no title)")")
            if let address = entry.url ?? entry.externalURL { lines.append("    " + VisibleText.line(address)) }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
