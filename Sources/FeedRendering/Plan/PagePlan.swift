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
        /// What the entries have in common. The title of a story is that of its first entry, which stands below it.
        public let kind: DigestSection.Kind
        /// Entries with an excerpt.
        public let cards: [PageEntry]
        /// Entries of which a line is enough, such as headlines.
        public let briefs: [PageEntry]

        /// How many entries it has.
        public var count: Int { cards.count + briefs.count }
    }

    /// The cards of all entries but those that stand in a line of names.
    var cards: [EntryCard] { blocks.joined().flatMap { [$0.card] + $0.followers.map(\.card) } }

    /// Plans the page of a digest. A compact one has half as many cards.
    public init(_ digest: Digest, words: DigestWords, options: PageOptions, isCompact: Bool = false) {
        let isGrouped = digest.sections.contains { !$0.title.isEmpty && $0.kind != .earlierStories }
        let digest = digest.parted(words)
        let sourceTitles = SourceTitles(digest)
        let stories = digest.sections.map(StoryHeads.init)
        // Most entries of a large page are brief: only those that show an excerpt get one.
        let cards = stories.map { section in
            section.heads.map { EntryCard($0, columns: 0, words: words, sourceTitles: sourceTitles) }
        }
        let hosts = SourceHosts(zip(stories, cards).lazy.flatMap { zip($0.heads, $1) })
        let choice = LeadChoice(for: digest, wanted: options.lead)
        let told = ToldRemark(digest, words: words)
        // What was told before does not lead, and is the last section.
        let all = zip(digest.sections, stories).filter { $0.0.kind != .earlierStories }.flatMap(\.1.heads)
        let chosen = choice.leads(of: all)
        isByNumber = choice.hasNumbers(chosen.map { all[$0] })
        let columns = max(1, options.excerpt)
        let count = cards.reduce(0) { $0 + $1.count }
        var most = options.cards(ofPage: count, isGrouped: isGrouped, isCompact: isCompact)
        var leading: [Int: PageEntry] = [:]
        let wanted = Set(chosen)
        var start = 0
        for (number, section) in digest.sections.enumerated() {
            let entries = stories[number].heads
            let isEarlier = section.kind == .earlierStories
            let title = VisibleText.line(section.title)
            let tags = SectionTags(cards[number], heading: title)
            func entry(_ place: Int, _ card: EntryCard) -> PageEntry {
                let host = hosts.host(of: entries[place], card)
                var shown = PageEntry(entry: entries[place], card: card, tags: tags.telling(card), host: host)
                shown.remark = told.remark(on: entries[place])
                let followers = stories[number].followers[entries[place].key] ?? []
                shown.others = followers.map { follower in
                    let card = EntryCard(follower, columns: 0, words: words, sourceTitles: sourceTitles)
                    return PageEntry(entry: follower, card: card, tags: [], host: hosts.host(of: follower, card))
                }
                if section.kind != .story || wanted.contains(start + place) {
                    shown.story = StoryLine(head: shown, followers: shown.others, words: words)
                }
                return shown
            }
            func cardWithExcerpt(_ place: Int) -> EntryCard {
                cards[number][place].withExcerpt(of: entries[place].entry, columns: columns)
            }
            var rest: [Int] = []
            for place in entries.indices {
                guard !isEarlier, wanted.contains(start + place) else {
                    rest.append(place)
                    continue
                }
                leading[start + place] = entry(place, cardWithExcerpt(place))
            }
            defer { start += isEarlier ? 0 : entries.count }
            guard !rest.isEmpty else { continue }
            // Where numbers choose the leads, they choose the cards, too: a large entry is one that counts more.
            let limit = isEarlier ? 0 : section.kind == .story ? 1 : most
            let places = isByNumber ? choice.prominent(limit, of: rest, in: entries) : rest.prefix(limit)
            var large = Dictionary(uniqueKeysWithValues: places.map { ($0, cardWithExcerpt($0)) })
            if options.briefAfter == nil, Self.areHeadlines(large.values) { large = [:] }
            // Without groups there is one allowance of cards for the page.
            if !isGrouped { most -= min(most, places.count) }
            sections.append(
                Section(
                    title: title, kind: section.kind,
                    cards: rest.compactMap { place in large[place].map { entry(place, $0) } },
                    briefs: rest.filter { large[$0] == nil }.map { entry($0, cards[number][$0]) }))
        }
        leads = chosen.compactMap { leading[$0] }
    }

    /// Some entries of a block: of the leads, which are block 0, or of a section, of which the first is block 1.
    public struct Piece: Sendable, Hashable {
        /// The number of the block.
        public let block: Int
        /// The entries, counted in the order in which they stand in the block.
        public let entries: Range<Int>

        /// Makes a piece.
        public init(block: Int, entries: Range<Int>) { (self.block, self.entries) = (block, entries) }
    }

    /// The entries of each block, in order. Those that follow an entry come with it.
    var blocks: [[PageEntry]] { [leads] + sections.map { $0.cards + $0.briefs } }

    /// Returns the plan of a page with these pieces, which are in order.
    func part(_ pieces: [Piece]) -> PagePlan {
        var part = self
        part.leads = []
        part.sections = []
        for piece in pieces {
            guard piece.block > 0 else {
                part.leads = Array(leads[piece.entries])
                continue
            }
            let section = sections[piece.block - 1]
            // What goes on in another letter has no first entry there that says what the story is.
            let kind = section.kind == .story && piece.entries.lowerBound > 0 ? .usual : section.kind
            let border = section.cards.count
            let briefs = piece.entries.clamped(to: border..<border + section.briefs.count)
            part.sections.append(
                Section(
                    title: section.title, kind: kind,
                    cards: Array(section.cards[piece.entries.clamped(to: 0..<border)]),
                    briefs: Array(section.briefs[briefs.lowerBound - border..<briefs.upperBound - border])))
        }
        return part
    }

    /// Returns the plan with changed entries, each at its place.
    func mapping(_ change: (PageEntry) -> PageEntry) -> PagePlan {
        var plan = self
        plan.leads = leads.map(change)
        plan.sections = sections.map { section in
            Section(
                title: section.title, kind: section.kind, cards: section.cards.map(change),
                briefs: section.briefs.map(change))
        }
        return plan
    }

    /// Returns the plan in which the entries that follow a matching one stand by themselves, right behind it.
    func separating(_ isTooLarge: (PageEntry, Section?) -> Bool) -> PagePlan {
        func separated(_ entry: PageEntry, _ section: Section?) -> [PageEntry] {
            guard !entry.others.isEmpty, isTooLarge(entry, section) else { return [entry] }
            var head = entry
            head.story = nil
            head.others = []
            return [head] + entry.others
        }
        var plan = self
        plan.leads = leads.flatMap { separated($0, nil) }
        plan.sections = sections.map { section in
            Section(
                title: section.title, kind: section.kind, cards: section.cards.flatMap { separated($0, section) },
                briefs: section.briefs.flatMap { separated($0, section) })
        }
        return plan
    }

    /// About how many minutes it takes to read the titles and the excerpts.
    public var minutes: Int {
        var columns = leads.reduce(0) { $0 + Self.columns(of: $1.card) }
        for section in sections {
            columns += section.cards.reduce(0) { $0 + Self.columns(of: $1.card) }
            columns += section.briefs.reduce(0) { $0 + DisplayWidth.of($1.card.title) }
        }
        return 1 + columns / EntryBody.columnsAMinute
    }

    private static func columns(of card: EntryCard) -> Int {
        DisplayWidth.of(card.title) + DisplayWidth.of(card.excerpt ?? "")
    }

    /// Whether most entries have nothing but a title: a source of headlines. One or two entries are no list.
    private static func areHeadlines(_ cards: some Collection<EntryCard>) -> Bool {
        cards.count > 2 && cards.count { $0.excerpt == nil } * 2 > cards.count
    }
}

/// An entry with everything that a page shows of it.
public struct PageEntry: Sendable {
    /// The entry, as the filters left it. Its texts are those of others, and nothing in it is escaped.
    public let entry: DigestEntry
    /// Its texts and addresses for people. Entries in `briefs` have no excerpt.
    public var card: EntryCard
    /// At most three tags, without those that say nothing in its section.
    public let tags: [String]
    /// The host of its link, if its source links to several sites.
    public let host: String?
    /// The other entries of its story in one line, or nil.
    public internal(set) var story: StoryLine?
    /// The other entries of its story, where its section is that story. They stand below it as a list.
    public var followers: [PageEntry] { story == nil ? others : [] }
    /// The other entries of its story, whether they stand in a line or as a list.
    var others: [PageEntry] = []
    /// Of an entry whose story was delivered before: which one it was, and when.
    public internal(set) var remark: String?

    init(entry: DigestEntry, card: EntryCard, tags: [String], host: String?) {
        (self.entry, self.card, self.tags, self.host) = (entry, card, tags, host)
    }

    /// The language of its text (BCP 47), or nil if it is unknown: a browser needs it for the shapes of ideographs.
    public var language: String? { Language.of(entry.entry, card: card) }

    /// Returns the host, and the authors if they are not the publisher.
    public func names(_ words: DigestWords) -> [String] {
        let authors = card.authors.filter { $0 != card.label }
        let joined = authors.isEmpty ? nil : Excerpt.cut(authors.joined(separator: words.separator), columns: 60)
        return [host, joined].compactMap { $0 }
    }
}

extension Digest {
    /// Returns the digest with sections of their own for entries of which no reactions are known, and for those that are
    /// talked about no more than others, if it is in the order by buzz and not grouped. They come last in that order.
    fileprivate func parted(_ words: DigestWords) -> Digest {
        guard ranking == NumberName.buzz, let all = sections.first, all.title.isEmpty,
            sections.dropFirst().allSatisfy({ $0.kind == .earlierStories })
        else { return self }
        func start(of levels: Buzz.Level...) -> Int {
            // An entry that follows another one stands where that one does.
            all.entries.firstIndex {
                $0.story?.follows == nil && levels.contains($0.buzz?.level ?? .unknown)
            } ?? all.entries.endIndex
        }
        let border = start(of: .unknown, .ordinary)
        let ordinary = max(border, start(of: .ordinary))
        guard border > 0, border < all.entries.endIndex else { return self }
        var digest = self
        digest.sections.replaceSubrange(
            0..<1,
            with: [
                DigestSection(title: "", entries: Array(all.entries[..<border])),
                DigestSection(title: words.unknownEntries, entries: Array(all.entries[border..<ordinary])),
                DigestSection(title: words.ordinaryEntries, entries: Array(all.entries[ordinary...])),
            ].filter { !$0.entries.isEmpty })
        return digest
    }
}
