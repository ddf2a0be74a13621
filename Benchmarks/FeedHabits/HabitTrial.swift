import FeedModel
import FeedStages
import FeedState
import FeedTesting

/// Fetches simulated feeds at one interval for up to ninety days, and compares their documents with what the pipeline
/// got.
package struct HabitTrial {
    /// The result of one feed.
    package struct Outcome: Sendable {
        /// News that the flood guard withheld, as article numbers.
        package var withheld: Set<Int> = []
        /// News that was neither delivered nor withheld.
        package var missing: Set<Int> = []
        /// Articles that were delivered twice.
        package var repeated: Set<Int> = []
        /// Old articles that were delivered as news.
        package var flooded: Set<Int> = []
        /// The number of old articles in documents.
        package var floodSize = 0
        /// The number of delivered articles.
        package var delivered = 0
        /// The number of lines about floods and about changed guids.
        package var lines = 0
        /// The number of lines about possibly missed entries, and of those without a missed entry.
        package var missedLines = 0
        package var falseMissedLines = 0

        /// Whether all news was delivered once, and no old article except those that the user released.
        package func isGood(releases: Bool) -> Bool {
            withheld.isEmpty && missing.isEmpty && repeated.isEmpty && (releases || flooded.isEmpty)
        }

        package var text: String {
            "withheld \(withheld.count), lost \(missing.count), twice \(repeated.count), old as news \(flooded.count) "
                + "of \(floodSize):"
        }
    }

    /// Whether the user releases withheld entries, a day after the line.
    package var releases: Bool

    /// The folder for the trial's temporary state.
    package var parent: String

    package init(releases: Bool = false, in parent: String = "/tmp") {
        self.releases = releases
        self.parent = parent
    }

    /// Fetches each feed every `interval` for `days` days. Throws if the state cannot be used.
    package func run(_ feeds: [SimulatedFeed], each interval: Duration, days: Int) async throws -> [Outcome] {
        let folder = try TemporaryFolder(in: parent)
        let start = feeds[0].start
        let state = try await StateDatabase.open(path: folder("state.sqlite"), now: start)
        let keys = feeds.map { feed in
            FeedKey(hash: (0..<32).map { UInt8(truncatingIfNeeded: feed.index >> ($0 % 2 * 8) &+ $0) })
        }
        let wiring = PipelineWiring(
            name: "all", sources: keys.map { PipelineWiring.Source(key: $0, firstRun: .max) }, sinks: ["page"])
        let pipeline = try await state.reconcile([wiring], now: start)["all"]!.id  // just reconciled
        let places = Dictionary(uniqueKeysWithValues: zip(keys, feeds.indices))
        var outcomes = feeds.map { _ in Outcome() }
        var stood = feeds.map { _ in Set<Int>() }
        // Articles that were in the document before the event are news, though they belong to the past that the event
        // shows.
        var stoodBefore = feeds.map { _ in Set<Int>() }
        var delivered = feeds.map { _ in Set<Int>() }
        var last: [[Int]] = feeds.map { _ in [] }
        var wasAfter = feeds.map { _ in false }
        var release: [(at: Timestamp, place: Int)] = []

        var now = start
        var visit = 0
        while now < start + .seconds(days * 86_400) {
            var fetches: [FinishedFetch] = []
            for (place, feed) in feeds.enumerated() {
                let shown = feed.shown(at: now)
                let numbers = shown.articles.map(\.number)
                var fetched = FetchedDocuments()
                let flaps = feed.habits.naming == .schemes
                if numbers != last[place] || shown.isAfterEvent != wasAfter[place] || (flaps && visit % 16 == 0) {
                    stood[place].formUnion(numbers)
                    if !shown.isAfterEvent { stoodBefore[place].formUnion(numbers) }
                    last[place] = numbers
                    wasAfter[place] = shown.isAfterEvent
                    fetched.add(
                        PreparedDocument(
                            feed.feed(shown, fetch: visit / 3), key: .only, validators: nil, contentHash: nil,
                            limit: 10_000))
                }
                let success = FinishedFetch.Success(
                    cursor: nil, nextAt: nil, httpStatus: 200, seconds: 0.1, firstRun: .max)
                fetches.append(
                    FinishedFetch(
                        feed: CollectedFeed(key: keys[place], source: "feed \(place)", pipelines: [pipeline]),
                        fetched: fetched, success: success, endedAt: now))
            }
            for (place, stored) in try await state.completeFetches(fetches).enumerated() {
                if stored.floodToReport > 0 {
                    outcomes[place].lines += 1
                    if releases { release.append((now + .seconds(86_400), place)) }
                }
                if stored.rematched > 0 { outcomes[place].lines += 1 }
                if stored.missed != nil {
                    outcomes[place].missedLines += 1
                    let unseen = (1..<24).contains { part in
                        let moment = now - interval * (Double(part) / 24)
                        return !stood[place].isSuperset(of: feeds[place].shown(at: moment).articles.map(\.number))
                    }
                    if !unseen { outcomes[place].falseMissedLines += 1 }
                }
            }
            for due in release where due.at <= now {
                _ = try await state.releaseQuarantined(of: keys[due.place], now: now)
            }
            release.removeAll { $0.at <= now }
            for waiting in try await state.waitingEntries(of: pipeline, withBodies: false) {
                guard let place = places[waiting.feed], let number = waiting.entry.numbers["article"] else { continue }
                if !delivered[place].insert(number).inserted { outcomes[place].repeated.insert(number) }
            }
            _ = try await state.keepAll(in: pipeline, sinks: [], now: now)
            now = now + interval
            visit += 1
        }
        // Withheld entries become visible when they are released.
        var kept = feeds.map { _ in Set<Int>() }
        for key in keys { _ = try await state.releaseQuarantined(of: key, now: now) }
        for waiting in try await state.waitingEntries(of: pipeline, withBodies: false) {
            guard let place = places[waiting.feed], let number = waiting.entry.numbers["article"] else { continue }
            kept[place].insert(number)
        }
        for place in feeds.indices {
            let old = feeds[place].old.subtracting(stoodBefore[place])
            let neither = feeds[place].neither.subtracting(stoodBefore[place])
            let lacking = stood[place].subtracting(old).subtracting(neither).subtracting(delivered[place])
            outcomes[place].withheld = lacking.intersection(kept[place])
            outcomes[place].missing = lacking.subtracting(kept[place])
            outcomes[place].floodSize = old.intersection(stood[place]).count
            outcomes[place].delivered = delivered[place].count
            outcomes[place].flooded = old.intersection(delivered[place])
        }
        try await state.close()
        return outcomes
    }
}
