import FeedModel

/// What a page in lines says of a digest and its entries, as plain text on one line each.
struct PageParts {
    let digest: Digest
    let words: DigestWords
    /// The entries of this page.
    private(set) var plan: PagePlan
    /// The place of this page among those of its edition.
    private(set) var position = EditionPart.whole
    /// The entries of the whole edition.
    private let edition: PagePlan
    /// How many minutes it takes to read the edition.
    private let minutes: Int
    private let dates: DigestDates
    private let hasExcerpts: Bool

    init(_ digest: Digest, options: PageOptions) {
        self.digest = digest
        words = DigestWords(digest.locale)
        dates = DigestDates(zone: digest.zone)
        plan = PagePlan(digest, words: words, options: options)
        edition = plan
        minutes = digest.isNote ? 0 : plan.minutes
        hasExcerpts = options.excerpt > 0
    }

    /// Returns what a page says that has some of the entries.
    func part(_ position: EditionPart, with plan: PagePlan) -> PageParts {
        var part = self
        part.position = position
        part.plan = plan
        return part
    }

    /// The entry of a note, or nil.
    var note: PageEntry? { digest.isNote ? plan.sections.first.flatMap { ($0.cards + $0.briefs).first } : nil }

    /// The title: of a note that of its entry.
    var title: String { note?.card.title ?? VisibleText.line(digest.title) + position.suffix }

    /// The date for programs, in whole seconds: of a note that of its entry.
    var timestamp: String {
        dates.rfc3339(Timestamp(seconds: (note?.entry.date ?? digest.to).seconds))
    }

    /// The number of entries.
    var count: Int { digest.sections.reduce(0) { $0 + $1.entries.count } }

    /// The titles of the entries' sources, each once.
    var sources: [String] {
        let titles = SourceTitles(digest)
        var seen: Set<String> = []
        return digest.entries.filter { seen.insert($0.source).inserted }.map(titles.title)
    }

    /// The lines below the title: the date; the size, the time to read and the number of failures; the sections.
    var head: [String] {
        if digest.isNote { return [] }
        var date = dates.heading(digest.to, words: words)
        if let from = digest.from { date += Self.dot + words.since(dates.minute(from)) }
        var size = size
        if !digest.failedSources.isEmpty { size += Self.dot + words.failures(digest.failedSources.count) }
        let contents = position.isFirst ? contents : nil
        let nothing = digest.catchUp == nil ? words.nothingNew : words.nothingInTime
        return [date, size] + [contents].compactMap { $0 } + (count == 0 ? [nothing] : [])
    }

    private var size: String {
        digest.catchUp.map { words.size(entries: count, of: $0, minutes: minutes) }
            ?? words.size(entries: count, minutes: minutes)
    }

    /// The heading over the leads, with the number by which they lead.
    var leadsHeading: String { plan.isByNumber ? words.leads(by: digest.ranking) : words.leads }

    /// The sentences at the end: that the edition is complete, when the next one comes, what was passed over, and what
    /// shares in the lines of numbers mean.
    var end: [String] {
        if digest.isNote { return [] }
        let legend = [legend].compactMap(\.self)
        guard position.isLast else { return [words.goesOn(in: position.number + 1, of: position.count)] + legend }
        if position.moreWait { return [words.moreWait] + legend }
        if let catchUp = digest.catchUp {
            return [words.sentences(on: catchUp, showing: count).joined(separator: words.sentenceGap)] + legend
        }
        var end = words.end(isLastOfDay: dates.isOnLaterDay(digest.next, than: digest.to))
        if let next = digest.next {
            end += words.sentenceGap + dates.next(next, edition: digest.to, words: words)
        }
        return [end] + [words.tally(of: digest)].compactMap(\.self) + legend
    }

    /// What shares in the lines of numbers on this page mean, or nil if no line has one.
    var legend: String? { words.legend(of: plan.cards) }

    /// The sources that the end of the page names as failed.
    var failedSources: [FailedSource] { position.isLast ? digest.failedSources : [] }

    /// The links to the page of the omitted entries and to the previous page.
    var links: [(text: String, address: String)] {
        let links = [(words.omittedLink, digest.links.omitted), (words.previousPage, digest.links.previous)]
        return links.compactMap { text, address in address.map { (text, $0) } }
    }

    /// The names of an entry's publisher or source, or nil if the heading names it already.
    func label(of entry: PageEntry, under heading: String) -> String? {
        entry.card.label == heading ? nil : entry.card.label
    }

    /// Who wrote an entry and when, its numbers, and its tags.
    func facts(of entry: PageEntry, hasTags: Bool) -> [String] {
        let date = entry.card.published.map(dates.minute)
        let names = entry.names(words).joined(separator: words.separator)
        let who = [names.isEmpty ? nil : names, date].compactMap { $0 }
        let numbers = entry.card.countsForLine(words)
        let tags = hasTags ? entry.tags.map { "#" + $0 } : []
        return (who.isEmpty ? [] : [who.joined(separator: " ")]) + numbers + tags
    }

    /// The excerpt of an entry, if the page has excerpts.
    func excerpt(of entry: PageEntry) -> String? { hasExcerpts ? entry.card.excerpt : nil }

    /// The separator between facts.
    static let dot = " · "

    /// The first sections with their sizes, if there are several.
    private var contents: String? {
        // The title of a story is no name that says what there is: it would stand twice, with the number 1.
        let sections = edition.sections.filter { !$0.title.isEmpty && $0.kind != .story }
        guard sections.count > 1 else { return nil }
        let leads = edition.leads.isEmpty ? [] : [(title: words.leads, count: edition.leads.count)]
        let names = (leads + sections.map { (title: $0.title, count: $0.count) })
            .map { "\(Excerpt.cut($0.title, columns: 40)) \(words.grouped($0.count))" }
        let more = names.count > Self.mostNames ? [words.more(names.count - Self.mostNames)] : []
        return (names.prefix(Self.mostNames) + more).joined(separator: Self.dot)
    }

    private static let mostNames = 12
}
