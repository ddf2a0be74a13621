import FeedConfiguration
import FeedModel
import FeedRendering
import FeedStages
import FeedTesting
import Synchronization

/// A month of events, of which several sources tell in words of their own, some of them a day later.
struct StoryWorld {
    let sources = ["asahi", "nhk", "yomiuri", "blog"]
    /// The articles of each source, the oldest first.
    private(set) var articles: [String: [Entry]] = [:]

    private static let places = ["Kordu", "Velam", "Tisov", "Marrin", "Pelgard", "Ustova", "Brask", "Onnel"]
    private static let things = [
        "bridge", "ferry", "museum", "harbour", "orchard", "railway", "glacier", "lighthouse", "cathedral", "reactor",
    ]
    private static let deeds = ["reopens", "collapses", "expands", "burns", "moves", "wins prize", "loses court case"]
    private static let details = [
        "after seven years of dispute", "before winter storms arrive", "despite protests of neighbours",
        "with help of volunteers", "as minister resigns", "under new owner", "for record price",
    ]

    private static let syllables = ["ba", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu"]

    init(days: Int, from start: Timestamp, seed: UInt64) {
        var random = SplitMix(seed: seed)
        for day in 0..<days {
            for event in 0..<Int.random(in: 4...9, using: &random) {
                let words = [Self.places, Self.things, Self.deeds, Self.details].map {
                    $0.randomElement(using: &random) ?? ""
                }
                // A name that no other event has.
                let name = "Z" + Self.syllables[day % 10] + Self.syllables[day / 10] + Self.syllables[event] + "n"
                for source in sources where Int.random(in: 0..<3, using: &random) > 0 {
                    let isLate = Int.random(in: 0..<6, using: &random) == 0
                    let hour = Int.random(in: 0..<20, using: &random) + (isLate ? 26 : 0)
                    var entry = Entry()
                    entry.guid = "\(source)-\(day)-\(event)"
                    entry.title =
                        Bool.random(using: &random)
                        ? "\(words[0]) \(words[1]) \(name) \(words[2]) \(words[3])"
                        : "\(name) \(words[1]) \(words[2]) \(words[3])"
                    entry.url = "https://\(source).example/\(day)/\(event)"
                    entry.published = start + .seconds(Int64(day * 24 + hour) * 3600)
                    articles[source, default: []].append(entry)
                }
            }
        }
    }

    /// The articles of a source that are published by then, of the last four days.
    func shown(_ source: String, at now: Timestamp) -> [Entry] {
        (articles[source] ?? []).filter { entry in
            guard let published = entry.published else { return false }
            return published <= now && now - published < .seconds(4 * 86_400)
        }
    }
}

/// A sink whose every delivery is a page and the page of what it leaves out; it keeps which entries stand on them.
struct TwoPagesSink: Sink {
    static let type = "two-pages"
    static let summary: LocalizedText = "a page and what it leaves out"

    /// The hosts of a page.
    struct MadePage {
        /// Of the leads, in order.
        let leading: [String]
        /// Of other entries that are talked about, and came with this page: those that waited before do not lead.
        let talkedAbout: Set<String>
        /// The share of the most frequent host among all entries of the page, those in stories' lines with them.
        let largestShare: Double
    }

    /// What stood on the pages: an entry a line of its `id`, and all bytes.
    final class Pages: Sendable {
        private let content = Mutex<(shown: [String], omitted: Set<String>)>(([], []))
        /// Keys of entries on pages, in order.
        var shown: [String] { content.withLock { $0.shown } }
        /// Keys of entries on pages of what was left out.
        var omitted: Set<String> { content.withLock { $0.omitted } }
        /// The pages that were made.
        var leads: [MadePage] { madePages.withLock { $0 } }
        private let madePages = Mutex<[MadePage]>([])
        func made(_ plan: PagePlan, of digest: Digest) {
            func host(_ entry: PageEntry) -> String { entry.entry.entry.url.flatMap(Address.host) ?? "" }
            let others = plan.sections.flatMap { $0.cards + $0.briefs }.filter {
                $0.entry.buzz?.isAboveOrdinary == true && $0.entry.firstSeen >= digest.to - .seconds(86_400)
            }
            let all = digest.sections.flatMap(\.entries).compactMap { $0.entry.url.flatMap(Address.host) }
            let most = Dictionary(grouping: all) { $0 }.values.map(\.count).max() ?? 0
            let page = MadePage(
                leading: plan.leads.map(host), talkedAbout: Set(others.map(host)),
                largestShare: Double(most) / Double(max(1, all.count)))
            madePages.withLock { $0.append(page) }
        }
        func add(_ shown: [String], _ omitted: [String]) {
            content.withLock {
                $0.shown += shown
                $0.omitted.formUnion(omitted)
            }
        }
    }

    let pages: Pages
    let crashes: CrashSimulator?

    init(_ configuration: NoOptions, services: Services) throws(StageError) { self.init(pages: Pages()) }
    init(pages: Pages, crashes: CrashSimulator? = nil) { (self.pages, self.crashes) = (pages, crashes) }

    var wantsEmptyDigests: Bool { true }
    var wholeDigestLimit: Int? { 1000 }

    func compose(_ digest: Digest, in context: some ComposeContext) async throws(StageError) -> [ComposedMessage] {
        let keys = digest.entries.map(\.key)
        let omitted = try await context.omitted(
            from: "page", showing: keys, after: digest.tally?.after ?? Timestamp(milliseconds: 0), limit: 100_000)
        pages.made(PagePlan(digest, words: DigestWords(digest.locale), options: PageOptions()), of: digest)
        let page = HTMLDigest.render(digest)
        let other = HTMLOmittedPage.render(omitted, of: digest, page: "page.html")
        return [
            ComposedMessage(target: "page", mode: .post, payload: page + [0] + other, entries: keys)
        ]
    }

    func deliver(_ message: Message) async throws(StageError) -> Receipt {
        if crashes?.strikes() ?? false { throw StageError(.cancelled, subject: "page") }
        let parts = message.payload.split(separator: 0, omittingEmptySubsequences: false)
        pages.add(Self.keys(parts[0]), Self.keys(parts[1]))
        if crashes?.strikes() ?? false { throw StageError(.cancelled, subject: "page") }
        return Receipt()
    }

    func recover(_ message: Message) async throws(StageError) -> Recovery { .unknown }

    /// The keys of the entries of a page: the ids of its elements, where a link is inside.
    private static func keys(_ page: ArraySlice<UInt8>) -> [String] {
        String(decoding: page, as: UTF8.self).split(separator: "id=\"e-").dropFirst().compactMap { piece in
            piece.contains("<a href=") ? String(piece.prefix { $0 != "\"" }) : nil
        }
    }
}
