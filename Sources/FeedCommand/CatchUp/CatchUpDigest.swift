import FeedEngine
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedSystem

/// Makes the digest of `kawaraban digest`: the best entries that pipelines kept, or that only `take` left out.
struct CatchUpDigest: Sendable {
    let reading: StateReading
    /// The names of the pipelines, in the order in which their words count for an entry that several have.
    let pipelines: [String]
    let since: Timestamp
    let order: CatchUp.Order
    /// The most entries of the digest.
    let limit: Int
    let locale: DigestLocale
    /// For sources, which say their titles.
    let services: Services

    /// The filter that only chooses among entries: what it left out competes, too.
    private static let chooser = "take"
    /// The most entries of a pipeline that compete, the newest.
    static let mostCandidates = 200_000

    /// What was found.
    struct Outcome: Sendable {
        let digest: Digest
        /// Whether there were more entries than compete.
        let isCut: Bool
        /// The names of all numbers of the candidates.
        let numberNames: Set<String>
    }

    /// Returns the digest. An error of the state ends the command.
    func make() async throws(CommandFailure) -> Outcome {
        let searches = pipelines.map {
            CatchUpSearch(pipeline: $0, since: since, chooser: Self.chooser, limit: Self.mostCandidates)
        }
        let findings = try await reading.query { state throws(StageError) in
            try searches.map { search throws(StageError) in try state.finding(of: search) }
        }
        let candidates = Self.merged(findings)
        let selections = Set((reading.plan?.sources ?? []).lazy.filter(\.isSelection).map(\.name))
        let sorted = CatchUpOrder(order: order, selections: selections).sorted(candidates)
        let (limit, locale) = (limit, locale)
        var entries = try await reading.query { state throws(StageError) in
            var best = BestEntries(limit: limit)
            for candidate in sorted where !best.isFull {
                if let entry = try state.digestEntry(candidate, locale: locale) { best.add(entry) }
            }
            return best.entries
        }
        let titles = titles(of: entries)
        for index in entries.indices { entries[index].use(titles) }
        var digest = Digest(
            pipeline: pipelines.joined(separator: ", "), title: title, generatedAt: reading.now, from: since,
            to: reading.now, zone: reading.zone, locale: locale,
            sections: entries.isEmpty ? [] : [DigestSection(title: "", entries: entries)])
        if case .number(let name) = order { digest.ranking = name }
        digest.origin = DigestOrigin.of(reading.state)
        digest.catchUp = CatchUp(
            offered: candidates.count, passedOver: candidates.count { !$0.isKept },
            undecided: findings.reduce(0) { $0 + $1.undecided }, order: order)
        return Outcome(
            digest: digest,
            isCut: findings.contains(where: \.isCut),
            numberNames: candidates.reduce(into: []) { $0.formUnion($1.numbers.keys) })
    }

    /// Returns each entry once: as the first pipeline has it that kept it, else as the first one. What one of the
    /// pipelines dropped as a duplicate of an entry here is left out.
    private static func merged(_ findings: [CatchUpFinding]) -> [CatchUpEntry] {
        var places: [EntryID: Int] = [:]
        var merged: [CatchUpEntry] = []
        for entry in findings.lazy.flatMap(\.entries) {
            if let place = places[entry.id] {
                if entry.isKept, !merged[place].isKept { merged[place] = entry }
            } else {
                places[entry.id] = merged.count
                merged.append(entry)
            }
        }
        var survivors: [EntryID: EntryID] = [:]
        for finding in findings { survivors.merge(finding.duplicates) { first, _ in first } }
        return merged.filter { entry in
            // Two pipelines may each have dropped the other's survivor: then the older one stays.
            guard let survivor = survivors[entry.id], places[survivor] != nil else { return true }
            return survivors[survivor] == entry.id && (entry.date, entry.id.key) < (date(of: survivor), survivor.key)
        }

        func date(of id: EntryID) -> Timestamp { places[id].map { merged[$0].date } ?? Timestamp(milliseconds: .max) }
    }

    private var title: String {
        let name = pipelines.count == 1 ? pipelines.first : nil
        let pipeline = name.flatMap { name in reading.plan?.pipelines.first { $0.name == name }?.title ?? name }
        return DigestDates(zone: reading.zone).catchUpTitle(
            of: pipeline, from: since, to: reading.now, words: DigestWords(locale))
    }

    /// Returns the titles that the configuration gives the sources of entries, by name.
    private func titles(of entries: [DigestEntry]) -> [String: String] {
        let names = Set(entries.flatMap { [$0.source] + $0.duplicates.map(\.source) })
        var titles: [String: String] = [:]
        for source in reading.plan?.sources ?? [] where names.contains(source.name) {
            // A source that cannot be made now, because a value is missing, has the title of its feed.
            titles[source.name] = source.title ?? (try? source.make(services))?.source.defaultTitle
        }
        return titles
    }
}

extension DigestEntry {
    /// Gives the entry and its duplicates these titles of their sources.
    fileprivate mutating func use(_ titles: [String: String]) {
        sourceTitle = titles[source] ?? sourceTitle
        for index in duplicates.indices {
            duplicates[index].sourceTitle = titles[duplicates[index].source] ?? duplicates[index].sourceTitle
        }
    }
}

/// Collects entries, the best first. Of several with the same address, which pipelines without `deduplicate` keep, the
/// first one stands for all.
private struct BestEntries {
    let limit: Int
    private(set) var entries: [DigestEntry] = []
    private var places: [String: Int] = [:]

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { entries.count >= limit }

    mutating func add(_ entry: DigestEntry) {
        guard let url = entry.entry.url else { return entries.append(entry) }
        let address = Address.normalised(TrackingParameters.removed(from: url))
        if let place = places[address] {
            entries[place].duplicates.append(
                Duplicate(
                    key: entry.key, source: entry.source, sourceTitle: entry.sourceTitle, title: entry.entry.title,
                    url: url, numbers: entry.entry.numbers))
        } else {
            places[address] = entries.count
            entries.append(entry)
        }
    }
}
