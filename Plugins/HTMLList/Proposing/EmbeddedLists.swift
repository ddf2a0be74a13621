import FeedJSON
import FeedLists
import FeedMessages
import FeedModel
import FeedPages
import FeedParsing
import FeedStages

/// Finds lists in JSON that a page contains for programs: data of schema.org, and data from which scripts build the
/// page.
struct EmbeddedLists {
    private let tree: PageTree
    /// The addresses to which the page links.
    private let addresses: Set<String>
    private let texts: EntryTexts

    /// The most elements with JSON that are read, and the most bytes of each.
    private static let mostElements = 50
    private static let longest = 4 << 20

    init(_ tree: PageTree, _ map: PageMap) {
        self.tree = tree
        addresses = Set(map.links.map(\.address))
        texts = EntryTexts(base: tree.base, limits: .standard)
    }

    /// Returns the best list whose entries the page also shows, as a source `json`; empty if there is none.
    func proposals(at url: String?) -> [Proposal] {
        guard let url, Address.isHTTP(url) else { return [] }
        var scripts: [PageNode] = []
        tree.root.forEachDescendant { node in
            guard node.name == "script", scripts.count < Self.mostElements, Self.isJSON(node["type"]) else { return }
            scripts.append(node)
        }
        for script in scripts {
            let text = Array(script.content.utf8)
            guard text.count <= Self.longest, let value = try? JSONReader.read(text) else { continue }
            for guess in ListGuess.ranked(in: value) where isShown(guess, value) {
                return [proposal(of: guess, in: script, at: url)]
            }
        }
        return []
    }

    private static func isJSON(_ type: String?) -> Bool { type == "application/json" || type == "application/ld+json" }

    /// Whether each element has a title and its own link, and the page shows most of these links, too. Otherwise the
    /// list is often the site's menu, or belongs to another page.
    private func isShown(_ guess: ListGuess, _ value: JSONValue) -> Bool {
        let links = Set(guess.texts(of: "link", in: value).compactMap(texts.address))
        guard guess.count >= LinkGroup.fewest, links.count == guess.count,
            guess.texts(of: "title", in: value).count == guess.count
        else { return false }
        return links.count(where: addresses.contains) * 10 >= links.count * 6
    }

    private func proposal(of guess: ListGuess, in script: PageNode, at url: String) -> Proposal {
        let selector =
            script["id"].flatMap { id in ElementClass.cost(id).map { _ in "script#\(id)" } }
            ?? "script[type='\(script["type"] ?? "")']"
        // A name is no id if there is an address.
        let options = guess.options.filter { $0.key != "id" || $0.value != "name" }
        return Proposal(
            summary: .message(
                "html.embedded_list", ["selector": .text(selector), "list": .message(guess.summary)]),
            source: Proposal.Source(type: "json", url: url),
            options: [Proposal.Option("embedded", HTMLListParser.written(selector))] + options)
    }
}
