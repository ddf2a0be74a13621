import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedEngine
@testable import FeedState

@Suite("the sections of a digest")
struct DigestSectionsTests {
    private static let tokyo = Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600)
    private static let fetched = Timestamp(seconds: 1_795_219_200)  // 2026-11-21T00:00:00Z

    private func builder(
        _ groupBy: GroupBy, locale: DigestLocale = .en, filters: [PlannedFilter] = []
    ) -> DigestBuilder {
        DigestBuilder(
            pipeline: PlannedPipeline(
                name: "all", title: "All", place: .nowhere, schedule: nil, sources: ["late", "early"], filters: filters,
                groupBy: groupBy, sinks: ["out"]),
            zone: Self.tokyo, locale: locale, order: nil, sourceRanks: ["late": 0, "early": 1])
    }

    private func entry(
        _ title: String, at date: String? = nil, of source: String = "late", tags: [Category] = []
    ) -> DigestEntry {
        var entry = Entry.named(title, at: date.flatMap { Timestamp(rfc3339: $0) })
        entry.categories = tags
        return DigestEntry(
            key: "k_\(title)", entry: entry, source: source, sourceTitle: source.uppercased(), firstSeen: Self.fetched)
    }

    /// `heading: title, title` of each section.
    private func sections(_ builder: DigestBuilder, of entries: [DigestEntry]) -> [String] {
        builder.digest(of: entries, now: Self.fetched, from: nil, failedSources: [], tally: nil).sections.map {
            "\($0.title): \($0.entries.compactMap(\.entry.title).joined(separator: ", "))"
        }
    }

    @Test("by day, an entry stands under the day of its publication by the configured zone, the newest day first")
    func days() {
        let entries = [
            entry("evening", at: "2026-11-18T14:59:59Z"), entry("midnight", at: "2026-11-18T15:00:00Z"),
            entry("undated"), entry("noon", at: "2026-11-19T03:00:00Z"),
        ]
        #expect(
            sections(builder(.day), of: entries)
                == ["2026-11-21 Sat: undated", "2026-11-19 Thu: noon, midnight", "2026-11-18 Wed: evening"])
        #expect(
            sections(builder(.day, locale: .ja), of: entries)
                == ["2026年11月21日（土）: undated", "2026年11月19日（木）: noon, midnight", "2026年11月18日（水）: evening"])
    }

    @Test("by source, sections stand as the pipeline names its sources, under the titles of these")
    func sources() {
        let entries = [
            entry("a", at: "2026-11-20T03:00:00Z", of: "gone"), entry("b", at: "2026-11-20T02:00:00Z", of: "early"),
            entry("c", at: "2026-11-20T01:00:00Z", of: "late"), entry("d", at: "2026-11-20T00:00:00Z", of: "early"),
        ]
        #expect(sections(builder(.source), of: entries) == ["LATE: c", "EARLY: b, d", "GONE: a"])
    }

    @Test("by tag, the first tag counts, as people read it, and what has none stands together")
    func tags() {
        let swift = Category(term: "lang-swift", label: "Swift")
        let entries = [
            entry("a", at: "2026-11-20T03:00:00Z", tags: [swift, Category(term: "linux")]),
            entry("b", at: "2026-11-20T02:00:00Z"),
            entry("c", at: "2026-11-20T01:00:00Z", tags: [Category(term: "linux")]),
            entry("d", at: "2026-11-20T00:00:00Z", tags: [swift]),
        ]
        #expect(sections(builder(.tag), of: entries) == ["Swift: a, d", "Untagged: b", "linux: c"])
        #expect(sections(builder(.tag, locale: .ja), of: entries)[1] == "タグなし: b")
    }

    @Test("what one filter left out alike stands together, filter by filter, and what no filter did comes last")
    func omitted() {
        let filters = ["hold_until#1", "take#1", "take#2"].map { name in
            PlannedFilter(name: name, place: .nowhere) { _ throws(StageError) in
                throw StageError(.internalError, subject: name)
            }
        }
        let told: [(title: String, filter: String?, fate: OmittedEntry.Fate)] = [
            ("a", "gone#1", .dropped), ("b", "take#2", .held), ("c", nil, .gone), ("d", "hold_until#1", .held),
            ("e", "take#1", .dropped), ("f", "hold_until#1", .dropped), ("g", "other#1", .dropped),
            ("h", "gone#1", .dropped), ("i", "hold_until#1", .held), ("j", "hold_until#1", .dropped), ("k", nil, .gone),
        ]
        let omitted = builder(.none, filters: filters).omitted(
            told.map { verdict in
                OmittedVerdict(
                    entry: entry(verdict.title), fate: verdict.fate, filter: verdict.filter, reason: nil, until: nil)
            })
        #expect(
            omitted.map { "\($0.entry.entry.title ?? "") \($0.filter ?? "-") \($0.fate)" } == [
                "f hold_until dropped", "j hold_until dropped", "d hold_until held", "i hold_until held",
                "e take#1 dropped", "b take#2 held", "a gone#1 dropped", "h gone#1 dropped", "g other#1 dropped",
                "c - gone", "k - gone",
            ])
    }

    @Test("a digest that is composed anew over other entries has them in its order, whatever order they come in")
    func composedAnew() {
        let builder = builder(.none)
        let new = entry("new", at: "2026-11-20T03:00:00Z")
        let digest = builder.digest(of: [new], now: Self.fetched, from: nil, failedSources: [], tally: nil)
        let held = [entry("older", at: "2026-11-19T03:00:00Z"), entry("newest", at: "2026-11-20T04:00:00Z")]
        let whole = builder.digest(digest, of: held + [new])
        #expect(whole.entries.compactMap(\.entry.title) == ["newest", "new", "older"])
    }
}
