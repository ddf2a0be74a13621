import ArgumentParser
import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering

/// The formats in which `parse` prints a feed.
enum FeedPrintFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// JSON Feed 1.1, one object.
    case jsonfeed
    /// One item of JSON Feed on each line.
    case jsonl
    /// Text for people.
    case text

    /// Returns the feed in this format, with a line end.
    func bytes(of feed: Feed, _ localized: Localizer) -> [UInt8] {
        switch self {
        case .jsonfeed: JSONFeedDocument.render(feed: feed) + Self.lineEnd
        case .jsonl: feed.entries.flatMap { JSONFeedDocument.render(entry: $0) + Self.lineEnd }
        case .text: Array(Self.text(of: feed, localized).utf8)
        }
    }

    private static let lineEnd = [UInt8(ascii: "\n")]

    private static func text(of feed: Feed, _ localized: Localizer) -> String {
        var lines = [feed.title.isEmpty ? localized("parse.no_title") : VisibleText.line(feed.title)]
        let facts: [String: MessageArgument] = [
            "format": .text(feed.format.rawValue), "count": .number(feed.entries.count),
        ]
        lines.append(feed.isComplete ? localized("parse.contents", facts) : localized("parse.contents_cut", facts))
        if let address = feed.homePageURL { lines.append(VisibleText.line(address)) }
        for repair in feed.repairs {
            lines.append(localized("parse.repaired", ["code": .text(repair.code), "count": .number(repair.count)]))
        }
        for entry in feed.entries {
            lines.append("")
            let date =
                entry.published.map { $0.rfc3339(by: entry.publishedOffset) }
                ?? entry.updated.map { $0.rfc3339(by: entry.updatedOffset) }
            lines.append(
                "\(date ?? localized("parse.no_date"))  \(entry.title.map(VisibleText.line) ?? localized("parse.no_title"))"
            )
            if let address = entry.url ?? entry.externalURL { lines.append("    " + VisibleText.line(address)) }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
