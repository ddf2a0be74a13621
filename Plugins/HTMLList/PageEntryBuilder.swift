import FeedConfiguration
import FeedHTML
import FeedLists
import FeedModel
import FeedPages
import FeedParsing
import FeedPatterns
import FeedSelecting
import FeedStages

/// Makes entries from elements of a page.
struct PageEntryBuilder {
    private let tree: PageTree
    private let options: PageOptions
    /// The fewest entries; fewer mean that the page was redesigned.
    private let least: Int
    private let texts: EntryTexts
    private let dates: PageDateReading
    private var patterns = PatternBudget()
    /// Addresses to which several entries link.
    private var shared: Set<String> = []

    init(_ tree: PageTree, of document: Document, _ options: PageOptions, zone: Zone, limits: ParsingLimits) {
        self.tree = tree
        self.options = options
        least = document.isContinuation ? 0 : options.minEntries
        texts = EntryTexts(base: tree.base, limits: limits)
        dates = PageDateReading(now: document.fetchedAt, zone: options.zone?.zone ?? zone)
    }

    /// Returns the elements that are entries: those of `entries` whose link matches `link_pattern`. Throws if there are
    /// fewer than `min_entries`, except on a later page of the list.
    mutating func elements() throws(PageRefusal) -> [PageNode] {
        if let selector = options.remove {
            do throws(PageError) { try tree.remove(selector) } catch { throw .page(error) }
        }
        let elements = try PageEntries.elements(of: tree, options, least: least)
        if options.link == nil { recordShared(elements) }
        guard let pattern = options.linkPattern, !elements.isEmpty else { return elements }
        var entries: [PageNode] = []
        for element in elements {
            guard let link = try link(of: element) else { continue }
            if pattern.isFound(in: link, within: &patterns) { entries.append(element) }
        }
        guard entries.count < least else { return entries }
        throw .changed(
            .message(
                "html.few_links",
                [
                    "elements": .number(elements.count), "count": .number(entries.count),
                    "pattern": .text(pattern.manualText),
                ]))
    }

    /// What identifies an entry: its id, else its link; nil if it has neither. Throws if a selector costs too much.
    func identity(of element: PageNode) throws(PageRefusal) -> String? {
        if let id = try id(of: element) { return id }
        return try link(of: element)
    }

    /// The entry of an element; nil if nothing identifies it. Throws if a selector costs too much.
    func entry(_ element: PageNode) throws(PageRefusal) -> Entry? {
        let own = options.link == nil ? ownLink(of: element) : nil
        let link = options.link == nil ? own?.address : try address(options.link, element)
        guard let identity = try id(of: element) ?? link else { return nil }
        var entry = Entry()
        entry.guid = identity
        entry.url = link
        entry.title =
            options.title == nil ? ownTitle(of: element, behind: own?.node, at: link) : try line(options.title, element)
        if let date = try published(of: element) {
            entry.setPublished(date.date)
            entry.isPublishedRelative = date.isRelative
        }
        // A relative date would be a new change at each fetch.
        if let date = try date(options.updated, element), !date.isRelative { entry.setUpdated(date.date) }
        entry.authors = try lines(options.authors, element).map { Person(name: $0) }
        entry.categories = try lines(options.tags, element).map { Category(term: $0) }
        entry.image = try image(of: element)
        entry.commentsURL = try address(options.commentsLink, element)
        let summary = try content(options.summary, element)
        entry.content = try content(options.content, element) ?? summary
        entry.summary = entry.content == summary ? nil : summary
        entry.enclosures = try addresses(options.enclosures, element).map { Enclosure(url: $0) }
        for (name, field) in options.numbers {
            entry.numbers[name] = try first(field, element) { Self.number($0.text) }
        }
        for (name, field) in options.extras {
            if let text = try line(field, element) { entry.extras[name] = .text(text) }
        }
        return entry
    }

    // MARK: fields with a default

    private func id(of element: PageNode) throws(PageRefusal) -> String? { try line(options.id, element) }

    private func link(of element: PageNode) throws(PageRefusal) -> String? {
        if let field = options.link { return try address(field, element) }
        return ownLink(of: element)?.address
    }

    /// Notes the addresses to which several entries link: those of categories and authors.
    private mutating func recordShared(_ elements: [PageNode]) {
        var counts: [String: Int] = [:]
        for element in elements {
            var addresses: Set<String> = []
            element.forEachDescendant { node in
                guard node.name == "a", let address = node["href"].flatMap(texts.address) else { return }
                addresses.insert(address)
            }
            for address in addresses { counts[address, default: 0] += 1 }
        }
        shared = Set(counts.filter { $0.value >= Self.fewestSharing }.keys)
    }

    private static let fewestSharing = 3

    /// Returns the link of an entry. Of the links in `element`, a heading's link ranks first, then the one with the
    /// longest text, because links of images, of "more" and of tags have shorter ones. Links to addresses that several
    /// entries share rank last. Without a link in `element`, the nearest link around it is the entry's. With `wanted`,
    /// only links to that address count.
    private func ownLink(of element: PageNode, to wanted: String? = nil) -> (node: PageNode, address: String)? {
        struct Rank: Comparable {
            var isOwn: Bool
            var isHeading: Bool
            var length: Int

            static func < (one: Rank, other: Rank) -> Bool {
                if one.isOwn != other.isOwn { return other.isOwn }
                return one.isHeading == other.isHeading ? one.length < other.length : other.isHeading
            }
        }
        var best: (node: PageNode, address: String, rank: Rank)?
        func consider(_ node: PageNode) {
            guard node.name == "a", let reference = node["href"], !reference.trimmedLine.hasPrefix("#"),
                let address = texts.address(reference), wanted == nil || address == wanted
            else { return }
            let rank = Rank(
                isOwn: !shared.contains(address), isHeading: isOfHeading(node),
                length: node.text.unicodeScalars.count)
            if best.map({ $0.rank < rank }) ?? true { best = (node, address, rank) }
        }
        consider(element)
        element.forEachDescendant(consider)
        var above = best == nil ? element.parent : nil
        while best == nil, let node = above {
            consider(node)
            above = node.parent
        }
        return best.map { ($0.node, $0.address) }
    }

    private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

    private func isOfHeading(_ node: PageNode) -> Bool {
        Self.headings.contains(node.parent?.name ?? "")
            || node.firstDescendant { Self.headings.contains($0.name) } != nil
    }

    /// The title: the first heading, else the text of the entry's link. The link is `known`, or else one to `address`.
    private func ownTitle(of element: PageNode, behind known: PageNode?, at address: String?) -> String? {
        let heading = element.firstDescendant { Self.headings.contains($0.name) }
        if let title = heading.flatMap({ texts.line($0.text) }) { return title }
        let chosen =
            known ?? address.flatMap { ownLink(of: element, to: $0)?.node } ?? ownLink(of: element)?.node
        guard let link = chosen else { return texts.line(element.text) }
        let picture = link.firstDescendant { $0.name == "img" && $0["alt"]?.isEmpty == false }
        return [link.text, link["title"], link["aria-label"], picture?["alt"]].lazy.compactMap { $0 }
            .compactMap(texts.line).first
    }

    private func published(of element: PageNode) throws(PageRefusal) -> PageDate? {
        if options.published != nil { return try date(options.published, element) }
        if let time = element.firstDescendant(where: { $0.name == "time" }) {
            if let date = time["datetime"].flatMap(self.date) ?? self.date(time.text) { return date }
        }
        // A date may also be split over several elements.
        return dates.date(among: element.pieces) ?? dates.date(among: texts.cut(element.text))
    }

    private func image(of element: PageNode) throws(PageRefusal) -> String? {
        try first(options.image, element, as: .address) { find in
            guard let node = find.element else { return texts.address(find.text) }
            let picture = node.name == "img" ? node : node.firstDescendant { $0.name == "img" }
            return picture.flatMap { picture in ImageAddress.of { picture[$0] } }.flatMap { texts.address($0) }
        }
    }

    // MARK: kinds of fields

    private func line(_ field: PageField?, _ element: PageNode) throws(PageRefusal) -> String? {
        try first(field, element) { texts.line($0.text) }
    }

    private func lines(_ field: PageField?, _ element: PageNode) throws(PageRefusal) -> [String] {
        try all(field, element) { texts.line($0.text) }
    }

    private func address(_ field: PageField?, _ element: PageNode) throws(PageRefusal) -> String? {
        try first(field, element, as: .address, address(in:))
    }

    private func addresses(_ field: PageField?, _ element: PageNode) throws(PageRefusal) -> [String] {
        try all(field, element, address(in:))
    }

    /// The address in a match: its text, or the `href` or `src` of its element.
    private func address(in find: PageMatch) -> String? {
        guard let node = find.element else { return texts.address(find.text) }
        return (node["href"] ?? node["src"]).flatMap(texts.address)
    }

    private func date(_ field: PageField?, _ element: PageNode) throws(PageRefusal) -> PageDate? {
        try first(field, element) { find in
            let moment = find.element.flatMap { $0.name == "time" ? $0["datetime"] : nil }
            return moment.flatMap(self.date) ?? self.date(find.text)
        }
    }

    private func date(_ text: String) -> PageDate? {
        guard let pattern = options.pattern else { return dates.date(texts.cut(text)) }
        return DateReading(pattern: pattern, zone: dates.zone).date(text).map { PageDate($0, isRelative: false) }
    }

    private func content(_ field: PageField?, _ element: PageNode) throws(PageRefusal) -> TextContent? {
        try first(field, element) { find in
            let text = texts.cut(find.element?.markup ?? find.text)
            guard text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
            return find.element == nil ? .plain(text) : .html(UntrustedHTML(markup: text, base: texts.base))
        }
    }

    /// The first number in a text; commas between thousands are skipped.
    private static func number(_ text: String) -> Int? {
        let start = text.drop { !("0"..."9").contains($0) }
        return Int(start.prefix { ("0"..."9").contains($0) || $0 == "," }.filter { $0 != "," })
    }

    // MARK: asking

    /// The first result of `transform` over the field's matches that is not nil.
    private func first<Result>(
        _ field: PageField?, _ element: PageNode, as use: Template<PageSelector>.Use = .text,
        _ transform: (PageMatch) -> Result?
    ) throws(PageRefusal) -> Result? {
        for source in field?.values ?? [] {
            for find in try finds(source, element, as: use) {
                if let result = transform(find) { return result }
            }
        }
        return nil
    }

    /// All results of the first source that has any, without duplicates.
    private func all(
        _ field: PageField?, _ element: PageNode, _ transform: (PageMatch) -> String?
    ) throws(PageRefusal) -> [String] {
        for source in field?.values ?? [] {
            var results: [String] = []
            for result in try finds(source, element, as: .text).lazy.compactMap(transform)
            where !results.contains(result) && results.count < texts.limits.repeats {
                results.append(result)
            }
            if !results.isEmpty { return results }
        }
        return []
    }

    private func finds(
        _ source: FieldSource<PageSelector>, _ element: PageNode, as use: Template<PageSelector>.Use
    ) throws(PageRefusal) -> [PageMatch] {
        switch source {
        case .place(let selector): return try tree.found(selector, in: element)
        case .literal(let text): return [.text(text)]
        case .template(let template, _):
            var refusal: PageRefusal?
            let text = template.filled(as: use) { selector in
                do throws(PageRefusal) {
                    return try tree.found(selector, in: element).lazy.compactMap { texts.line($0.text) }.first
                } catch {
                    refusal = error
                    return nil
                }
            }
            if let refusal { throw refusal }
            return text.map { [.text($0)] } ?? []
        }
    }
}
