import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages

/// A way to read a document as `kawaraban try` shows it: what else there is, a block for a configuration, and what the
/// block would bring.
struct ProposedSource {
    /// The type of the source, which is that of its parser, too.
    let type: String
    /// The address or path of the document, as it was given.
    let place: String
    /// The best one first.
    let proposals: [Proposal]
    /// Which of them is taken.
    let chosen: Int
    let localized: Localizer

    /// Entries that are shown.
    private static let mostEntries = 5

    /// Nil where there is no such proposal.
    var proposal: Proposal? { proposals.indices.contains(chosen) ? proposals[chosen] : nil }

    /// The lists with their numbers, the one that is taken marked.
    var lists: [String] {
        proposals.enumerated().map { number, proposal in
            "# \(number == chosen ? "*" : " ") \(number + 1)  \(VisibleText.line(localized(proposal.summary)))"
        }
    }

    /// The block, as it is written in a configuration.
    func block(_ proposal: Proposal) -> [String] {
        let type = proposal.source?.type ?? type
        let place = proposal.source?.url ?? place
        let isWeb = Address.isHTTP(place)
        let origin =
            isWeb
            ? ["type: \(type)", "url: \(Self.written(place))"]
            : ["type: file", "path: \(Self.written(place))", "parser: \(type)"]
        let options = proposal.options.map { "\($0.key): \($0.value)" }
        let name = proposal.source == nil ? "\(type)_list" : type
        return ["sources:", "  \(name):"] + (origin + options).map { "    \(VisibleText.line($0))" }
    }

    /// The first entries: date, title and address.
    static func entries(of feed: Feed, _ localized: Localizer) -> [String] {
        feed.entries.prefix(mostEntries).flatMap { entry in
            let date = entry.published.map { $0.rfc3339(by: entry.publishedOffset) } ?? localized("parse.no_date")
            let first = "# \(date)  \(entry.title.map(VisibleText.line) ?? localized("parse.no_title"))"
            return [first] + (entry.url.map { ["#     \(VisibleText.line($0))"] } ?? [])
        }
    }

    /// A text in quotes, as YAML and JSON both have them; `$` begins no variable.
    private static func written(_ text: String) -> String {
        var writer = JSONWriter()
        writer.value(text.replacing("${", with: "$${"))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
