import FeedConfiguration
import FeedLists
import FeedMessages
import FeedModel
import FeedPages

/// The elements of a page that are entries.
enum PageEntries {
    /// The elements; throws where there are fewer than `least`.
    static func elements(of tree: PageTree, _ options: PageOptions, least: Int) throws(PageRefusal) -> [PageNode] {
        // `parse` has no options.
        guard options.entries != .placeholder else {
            throw .changed(.message("html.no_entries_option"))
        }
        // The head of a table names its columns.
        let elements = try tree.found(options.entries, in: tree.root).compactMap(\.element).filter { element in
            element.name != "tr" || element.children.contains { $0.name == "td" }
        }
        guard areReadable(elements, of: tree) else { throw .page(.tooCostly(options.entries.text)) }
        guard elements.count < least else { return elements }
        throw .changed(words(elements.count, of: tree, options))
    }

    /// How many times the whole page entries may hold together: those of nested lists stand in each other.
    private static let mostPages = 16

    private static func areReadable(_ elements: [PageNode], of tree: PageTree) -> Bool {
        var all = 1
        tree.root.forEachDescendant { _ in all += 1 }
        var left = all * mostPages
        return elements.allSatisfy { element in
            _ = element.firstDescendant { _ in
                left -= 1
                return left < 0
            }
            return left >= 0
        }
    }

    /// Characters of a page's title that are told.
    private static let longestTitle = 80

    private static func words(_ count: Int, of tree: PageTree, _ options: PageOptions) -> LocalizedText {
        var facts = ["selector": MessageArgument(options.entries.text)]
        guard count == 0 else {
            facts["count"] = .number(count)
            facts["least"] = .number(options.minEntries)
            return .message("html.few_entries", facts)
        }
        if let words = tree.cutWords(on: options.entries) { return words }
        if let near = near(options.entries, in: tree) {
            facts["near"] = .text(near.name)
            facts["count"] = .number(near.count)
            return .message("html.nothing_but_near", facts)
        }
        if let title = tree.root.firstDescendant(where: { $0.name == "title" })?.text, !title.isEmpty {
            facts["title"] = .text(String(title.unicodeScalars.prefix(longestTitle)))
        }
        return .message("html.nothing_found", facts)
    }

    /// Names of a page that are compared: its author's are some hundreds, and more are made by a program.
    private static let mostNames = 10_000

    /// How often the page has each class and each id, of the first ones.
    private static func names(of tree: PageTree) -> [String: Int] {
        var counts: [String: Int] = [:]
        var isFull: Bool { counts.count >= mostNames }
        func count(_ name: String) {
            if !isFull || counts[name] != nil { counts[name, default: 0] += 1 }
        }
        // Behind the last name that is compared only a number would change.
        _ = tree.root.firstDescendant { node in
            let names = node["class"]?.split(maxSplits: mostNames, whereSeparator: \.isWhitespace) ?? []
            for name in names.prefix(mostNames) { count(".\(name)") }
            if let id = node["id"], !id.isEmpty { count("#\(id)") }
            return isFull
        }
        return counts
    }

    /// The class or id of the page that is nearest to one that the selector names and the page has not.
    private static func near(_ selector: PageSelector, in tree: PageTree) -> (name: String, count: Int)? {
        let counts = names(of: tree)
        for name in selector.names where counts[name] == nil {
            let kind = name.prefix(1)
            let others = counts.keys.filter { $0.hasPrefix(kind) }.sorted()
            return nearest(to: name, among: others).map { ($0, counts[$0] ?? 0) }
        }
        return nil
    }

    /// A name that is spelt nearly so, or one that has it as a part.
    private static func nearest(to name: String, among others: [String]) -> String? {
        if let nearest = Diagnostics().nearest(to: name, among: others) { return nearest }
        let word = name.dropFirst().lowercased()
        guard word.utf8.count >= 4 else { return nil }
        return others.first { other in
            let other = other.dropFirst().lowercased()
            return other.contains(word) || (other.utf8.count >= 4 && word.contains(other))
        }
    }
}

/// Why a page has no entries as its source wants them.
enum PageRefusal: Error {
    /// In words: what was looked for, and what there is.
    case changed(LocalizedText)
    /// The page itself, or a selector on it.
    case page(PageError)
}

extension PageTree {
    /// What a selector finds, with what goes wrong as a page's refusal.
    func found(_ selector: PageSelector, in node: PageNode) throws(PageRefusal) -> [PageMatch] {
        do throws(PageError) {
            return try finds(selector, in: node)
        } catch {
            throw .page(error)
        }
    }
}
