public import FeedModel

/// The place of each entry of a page: the entries that lead it, and the sections of the others. Each entry has one place.
public struct PagePlan: Sendable {
    /// Entries at the head of the page, the most prominent first. They are in no section.
    public private(set) var leads: [PageEntry] = []
    /// Whether the leads were chosen by their numbers.
    public private(set) var isByNumber = false
    /// The sections that have entries besides the leads.
    public private(set) var sections: [Section] = []

    /// A section: cards, then brief entries.
    public struct Section: Sendable {
        /// The heading, or an empty text if the digest has no sections.
        public let title: String
        /// Entries with an excerpt.
        public let cards: [PageEntry]
        /// Entries of which a line is enough, such as headlines.
        public let briefs: [PageEntry]

        /// How many entries it has.
        public var count: Int { cards.count + briefs.count }
    }

    /// Plans the page of a digest. A compact one has half as many cards.
    public init(_ digest: Digest, words: DigestWords, options: PageOptions, isCompact: Bool = false) {
        let sourceTitles = SourceTitles(digest)
        let groups = digest.sections.map { section in
            section.entries.map {
                EntryCard($0, columns: max(1, options.excerpt), words: words, sourceTitles: sourceTitles)
            }
        }
        let hosts = SourceHosts(zip(digest.sections, groups).flatMap { zip($0.entries, $1) })
        let entries = zip(digest.sections, groups).map { section, cards in
            let tags = SectionTags(cards, heading: VisibleText.line(section.title))
            return zip(section.entries, cards).map { entry, card in
                PageEntry(entry: entry, card: card, tags: tags.telling(card), host: hosts.host(of: entry, card))
            }
        }
        let choice = LeadChoice(for: digest, wanted: options.lead)
        leads = choice.leads(of: entries.flatMap { $0 })
        isByNumber = choice.hasNumbers(leads)
        let leading = Set(leads.map(\.entry.key))
        let count = entries.reduce(0) { $0 + $1.count }
        let isGrouped = digest.sections.contains { !$0.title.isEmpty }
        let most = options.cards(ofPage: count, isGrouped: isGrouped, isCompact: isCompact)
        for (section, all) in zip(digest.sections, entries) {
            let rest = all.filter { !leading.contains($0.entry.key) }
            guard !rest.isEmpty else { continue }
            let cards = options.briefAfter == nil && Self.areHeadlines(rest.prefix(most)) ? 0 : min(most, rest.count)
            // Where numbers choose the leads, they choose the cards, too: a large entry is one that counts more.
            let places = isByNumber ? choice.prominent(cards, of: rest) : Set(0..<cards)
            sections.append(
                Section(
                    title: VisibleText.line(section.title),
                    cards: rest.indices.filter(places.contains).map { rest[$0] },
                    briefs: rest.indices.filter { !places.contains($0) }.map { rest[$0] }))
        }
    }

    /// About how many minutes it takes to read the titles and the excerpts.
    public var minutes: Int {
        let shown = leads + sections.flatMap(\.cards)
        let briefs = sections.flatMap(\.briefs)
        let columns =
            (shown + briefs).reduce(0) { $0 + DisplayWidth.of($1.card.title) }
            + shown.reduce(0) { $0 + DisplayWidth.of($1.card.excerpt ?? "") }
        return 1 + columns / EntryBody.columnsAMinute
    }

    /// Whether most entries have nothing but a title: a source of headlines. One or two entries are no list.
    private static func areHeadlines(_ entries: ArraySlice<PageEntry>) -> Bool {
        entries.count > 2 && entries.count { $0.card.excerpt == nil } * 2 > entries.count
    }
}

/// An entry with everything that a page shows of it.
public struct PageEntry: Sendable {
    /// The entry, as the filters left it. Its texts are those of others, and nothing in it is escaped.
    public let entry: DigestEntry
    /// Its texts and addresses for people.
    public let card: EntryCard
    /// At most three tags, without those that say nothing in its section.
    public let tags: [String]
    /// The host of its link, if its source links to several sites.
    public let host: String?
    /// The language of its text (BCP 47), or nil if it is unknown: a browser needs it for the shapes of ideographs.
    public var language: String? { Language.of(entry.entry, card: card) }

    /// Returns the host, and the authors if they are not the publisher.
    public func names(_ words: DigestWords) -> [String] {
        let authors = card.authors.filter { $0 != card.label }
        let joined = authors.isEmpty ? nil : Excerpt.cut(authors.joined(separator: words.separator), columns: 60)
        return [host, joined].compactMap { $0 }
    }
}
