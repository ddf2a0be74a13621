import FeedConfiguration
import FeedModel
import FeedPages

/// The elements of a page that are entries.
enum PageEntries {
    /// The elements; throws where there are fewer than `least`.
    static func elements(of tree: PageTree, _ options: PageOptions, least: Int) throws(PageRefusal) -> [PageNode] {
        // `parse` has no options.
        guard options.entries != .placeholder else {
            throw .changed("nothing says what an entry stands in: `kawaraban try --as html` proposes it")
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

    private static func words(_ count: Int, of tree: PageTree, _ options: PageOptions) -> String {
        let selector = "`\(options.entries.text)`"
        guard count == 0 else {
            return
                "\(selector) finds \(count) \(count == 1 ? "entry" : "entries"), `min_entries` is \(options.minEntries)"
        }
        guard !tree.isSimplified else {
            return "\(selector) finds nothing: the page is too large, or nested too deeply, to be read whole"
        }
        let nothing = "\(selector) finds nothing"
        if let near = near(options.entries, in: tree) { return "\(nothing), \(near)" }
        guard let title = tree.root.firstDescendant(where: { $0.name == "title" })?.text, !title.isEmpty else {
            return nothing
        }
        let start = String(title.unicodeScalars.prefix(longestTitle))
        return "\(nothing) on \"\(start)\""
    }

    /// The class or id of the page that is nearest to one that the selector names and the page has not.
    private static func near(_ selector: PageSelector, in tree: PageTree) -> String? {
        var counts: [String: Int] = [:]
        tree.root.forEachDescendant { node in
            for name in node["class"]?.split(whereSeparator: \.isWhitespace) ?? [] {
                counts[".\(name)", default: 0] += 1
            }
            if let id = node["id"], !id.isEmpty { counts["#\(id)", default: 0] += 1 }
        }
        for name in selector.names where counts[name] == nil {
            let kind = name.prefix(1)
            let others = counts.keys.filter { $0.hasPrefix(kind) }.sorted()
            if let nearest = nearest(to: name, among: others) {
                let count = counts[nearest] ?? 0
                return "but there \(count == 1 ? "is" : "are") \(count) `\(nearest)`"
            }
            return nil
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
    case changed(String)
    /// The page itself, or a selector on it.
    case page(PageError)
}

extension PageTree {
    /// What a selector finds, with what goes wrong as a page's refusal.
    func found(_ selector: PageSelector, in node: PageNode) throws(PageRefusal) -> [PageFind] {
        do throws(PageError) {
            return try finds(selector, in: node)
        } catch {
            throw .page(error)
        }
    }
}
