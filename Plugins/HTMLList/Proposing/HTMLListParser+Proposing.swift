import FeedJSON
import FeedMessages
import FeedModel
import FeedPages
import FeedSelecting
public import FeedStages

extension HTMLListParser: Proposing {
    /// Proposes sources for a page: the feeds that it names, a list in embedded JSON, the posts of WordPress, and the
    /// groups of elements that look like lists of entries. Throws `.notAFeed` if the document is no page.
    public func proposals(for document: Document) throws(StageError) -> [Proposal] {
        let tree = try PageDocument(document).tree
        let named = NamedFeeds(tree)
        var proposals = named.feeds.map { address in
            Proposal(
                summary: .message("html.names_feed", ["address": .text(address)]),
                source: Proposal.Source(type: "feed", url: address),
                options: [])
        }
        let map = PageMap(tree)
        proposals += EmbeddedLists(tree, map).proposals(at: document.url)
        if let posts = named.posts { proposals.append(Self.wordPress(posts)) }
        return proposals + lists(on: tree, map, readAt: document.fetchedAt)
    }

    private static let mostLists = 5

    /// The API of WordPress since 4.7 (REST API Handbook, "Posts").
    private static func wordPress(_ address: String) -> Proposal {
        Proposal(
            summary: .message("html.wordpress", ["address": .text(address)]),
            source: Proposal.Source(type: "json", url: address),
            options: [
                Proposal.Option("id", "id"), Proposal.Option("title", "title.rendered"),
                Proposal.Option("title_type", "html"),
                Proposal.Option("link", "link"),
                Proposal.Option("published", "date_gmt"), Proposal.Option("updated", "modified_gmt"),
                Proposal.Option("content", "content.rendered"), Proposal.Option("content_type", "html"),
            ])
    }

    private func lists(on tree: PageTree, _ map: PageMap, readAt now: Timestamp) -> [Proposal] {
        let reading = PageDateReading(now: now, zone: zone)
        var proposals: [Proposal] = []
        for group in LinkGroup.groups(in: map, reading) where proposals.count < Self.mostLists {
            guard let selector = PlainSelector.finding(group, in: map, of: tree) else { continue }
            let fields = GroupFields(group: group, map: map, reading: reading).options
            let names = fields.map(\.key)
            let hasDate = group.dates != .none && !names.contains("published")
            let found: [MessageArgument] = names.map { .text($0) } + (hasDate ? [.message("html.dates")] : [])
            let options = [("entries", selector.text)] + fields
            proposals.append(
                Proposal(
                    summary: found.isEmpty
                        ? .message("html.list", ["selector": .text(selector.text), "count": .number(selector.count)])
                        : .message(
                            "html.list_with",
                            [
                                "selector": .text(selector.text), "count": .number(selector.count),
                                "found": .row(found),
                            ]),
                    options: options.map { Proposal.Option($0.0, Self.written($0.1)) }))
        }
        return proposals
    }

    /// Returns a text as quoted YAML.
    static func written(_ text: String) -> String {
        var writer = JSONWriter()
        writer.value(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
