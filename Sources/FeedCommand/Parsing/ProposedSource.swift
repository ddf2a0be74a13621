import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages

/// The output of `kawaraban try`: the lists of a document, a block for a configuration, and the entries that the block
/// would give.
struct ProposedSource {
    /// The type of the source and of its parser.
    let type: String
    /// The address or path of the document, as given.
    let place: String
    /// The proposals, the best one first.
    let proposals: [Proposal]
    /// The index of the chosen proposal.
    let chosen: Int
    let localized: Localizer

    /// The most entries that are shown.
    private static let mostEntries = 5

    /// The chosen proposal, or nil if there are fewer proposals.
    var proposal: Proposal? { proposals.indices.contains(chosen) ? proposals[chosen] : nil }

    /// The lists with their numbers. The chosen one is marked.
    var lists: [String] {
        proposals.enumerated().map { number, proposal in
            "# \(number == chosen ? "*" : " ") \(number + 1)  \(VisibleText.line(localized(proposal.summary)))"
        }
    }

    /// Returns the block of a proposal as a configuration writes it.
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

    /// Returns the first five entries as lines: date, title and address.
    static func entries(of feed: Feed, _ localized: Localizer) -> [String] {
        feed.entries.prefix(mostEntries).flatMap { entry in
            let date = entry.published.map { $0.rfc3339(by: entry.publishedOffset) } ?? localized("parse.no_date")
            let first = "# \(date)  \(entry.title.map(VisibleText.line) ?? localized("parse.no_title"))"
            return [first] + (entry.url.map { ["#     \(VisibleText.line($0))"] } ?? [])
        }
    }

    /// Returns a quoted text, valid in YAML and in JSON. Its `$` does not begin a variable.
    private static func written(_ text: String) -> String {
        var writer = JSONWriter()
        writer.value(text.replacingBytes("${", with: "$${"))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
