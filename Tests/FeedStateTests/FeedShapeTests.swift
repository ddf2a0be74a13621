import FeedModel
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("which fields the entries of a feed have", .onEachStore, .namingStore)
struct FeedShapeTests {
    private static let start = Timestamp(seconds: 1_795_125_600)
    private static let whole = ["titles", "links", "dates", "bookmarks"]
    private static let without = ["titles", "links", "dates"]

    private func moment(_ day: Double) -> Timestamp { Self.start + .seconds(Int(day * 86_400)) }

    /// Notes as many fetches as there are elements, six hours apart, each with the fields of its new entries.
    private func note(
        _ fetches: [[[String]]], in shape: inout FeedShape, from day: Double = 0
    ) -> [(day: Double, fields: [String])] {
        var told: [(day: Double, fields: [String])] = []
        for (index, entries) in fetches.enumerated() {
            let day = day + Double(index) / 4
            let gone = shape.record(FieldCounts(entries), now: moment(day))
            // Each run reads what the last one wrote.
            if index.isMultiple(of: 40) || !gone.isEmpty {
                let stored = FeedShape(text: shape.text)
                #expect(stored == shape)
                shape = stored
            }
            if !gone.isEmpty { told.append((day, gone.map(\.name))) }
        }
        return told
    }

    @Test("a field that all had for 30 days and three fetches lack is told once, and shown until it is back")
    func gone() {
        var shape = FeedShape()
        let usual = [[String]](repeating: Self.whole, count: 5)
        let without = [[String]](repeating: Self.without, count: 5)
        #expect(note(.init(repeating: usual, count: 160), in: &shape).isEmpty)
        let told = note(.init(repeating: without, count: 40), in: &shape, from: 40)
        #expect(told.map(\.fields) == [["bookmarks"]])
        #expect(told.first?.day == 40.5)
        #expect(shape.gone == [GoneField(name: "bookmarks", since: moment(40))])
        #expect(note([usual], in: &shape, from: 50).isEmpty)
        #expect(shape.gone.isEmpty)
        // It must be usual again before it can be gone again.
        #expect(note(.init(repeating: without, count: 40), in: &shape, from: 51).isEmpty)
        #expect(shape.fields["links"]?.having == shape.fields["links"]?.entries)
    }

    @Test("a field that has been gone for 90 days is forgotten, and so is one that came once")
    func forgotten() {
        var shape = FeedShape()
        #expect(note([[["odd"] + Self.whole]], in: &shape).isEmpty)
        #expect(note(.init(repeating: [Self.whole, Self.whole], count: 160), in: &shape).isEmpty)
        #expect(note(.init(repeating: [Self.without, Self.without], count: 400), in: &shape, from: 40).count == 1)
        #expect(shape.gone.isEmpty)
        #expect(Set(shape.fields.keys) == Set(Self.without))
    }

    @Test("nothing is said before 30 days, 20 entries, three fetches, or while chance may have done it")
    func patience() {
        for (days, perFetch, lacking) in [(29.0, 5, 40), (40.0, 0, 40), (40.0, 50, 2)] {
            var shape = FeedShape()
            var fetches = [[[String]]](repeating: .init(repeating: Self.whole, count: perFetch), count: Int(days * 4))
            if perFetch == 0 { for index in 0..<19 { fetches[index * 8] = [Self.whole] } }
            #expect(note(fetches, in: &shape).isEmpty)
            let without = [[[String]]](repeating: .init(repeating: Self.without, count: 5), count: lacking)
            #expect(note(without, in: &shape, from: days).isEmpty, "\(days) \(perFetch) \(lacking)")
        }
        var shape = FeedShape()
        #expect(note((0..<160).map { $0 % 6 == 0 ? [Self.whole] : [] }, in: &shape).isEmpty)
        // Twenty-seven had it: six that lack it may be chance, seven are not.
        let told = note(.init(repeating: [Self.without], count: 7), in: &shape, from: 41)
        #expect(told.map(\.day) == [42.5])
    }

    @Test("what has been missing for a while before must be missing for twice as long")
    func droughts() {
        var shape = FeedShape()
        var fetches = [[[String]]](repeating: [Self.whole], count: 600)
        for index in 300..<304 { fetches[index] = [Self.without] }
        #expect(note(fetches, in: &shape).isEmpty)
        let told = note(.init(repeating: [Self.without], count: 20), in: &shape, from: 150)
        #expect(told.map(\.day) == [152])
    }

    @Test("a year of mixed feeds is silent", arguments: [0.02, 0.03, 0.04, 0.1, 0.3, 0.67, 0.95])
    func mixed(missing: Double) {
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            var shape = FeedShape()
            let perFetch = [1, 1, 2, 5, 20][Int(seed % 5)]
            let fetches = (0..<365 * 4).map { index -> [[String]] in
                // Nothing at night, and for a month.
                if index % 4 == 0 || (1000...1120).contains(index) { return [] }
                return (0..<Int.random(in: 0...perFetch, using: &random)).map { _ in
                    Self.whole.filter { _ in Double.random(in: 0..<1, using: &random) >= missing }
                }
            }
            #expect(note(fetches, in: &shape).isEmpty, "seed \(seed), \(missing)")
        }
    }

    @Test("a year of two entries a week is silent where each has files, pictures or tags now and then")
    func twoAWeek() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            var shape = FeedShape()
            let fetches = (0..<365 * 4).map { index -> [[String]] in
                guard index % 14 == 0 else { return [] }
                let chances = [("titles", 1.0), ("summaries", 0.97), ("authors", 0.9), ("tags", 0.5), ("files", 0.33)]
                return [chances.filter { Double.random(in: 0..<1, using: &random) < $0.1 }.map(\.0)]
            }
            #expect(note(fetches, in: &shape).isEmpty, "seed \(seed)")
        }
    }

    @Test("it stays small, whatever the fields are called, and numbers of a damaged state do no harm")
    func bounded() {
        var shape = FeedShape()
        for index in 0..<1000 {
            _ = shape.record(FieldCounts([(0..<50).map { "field \(index)-\($0)" }]), now: Self.start + .seconds(index))
            shape = FeedShape(text: shape.text)
        }
        #expect(shape.fields.count == 64)
        #expect(shape.text.utf8.count < 10_000)
        var damaged = FeedShape(
            text: """
                1 2 x

                nonsense
                1 2 9 9 5 6 7 8 0 name of it
                1 2 \(Int64.max) 4 5 6 7 8 0 many
                1 2 -3 -4 5 6 7 8 0 few
                \(Int64.min) \(Int64.max) \(Int32.max) \(Int32.max) \(Int32.max) \(Int32.max) \(Int32.max) \(Int64.max) 0 odd
                """)
        #expect(Set(damaged.fields.keys) == ["name of it", "odd"])
        _ = damaged.record(FieldCounts([["x"]]), now: Self.start)
        _ = damaged.record(FieldCounts([["odd", "name of it"]]), now: Self.start)
    }

    @Test("names that are too long to be told, or would break a line, are not watched; nor are more than 64")
    func names() {
        var names = FieldNames()
        var entry = Entry.made(guid: "1", title: "A")
        entry.numbers = ["bookmarks": 3, "a\nb": 1, "": 2, String(repeating: "x", count: 65): 4]
        entry.extras = ["rating": .text("good")]
        var counts = FieldCounts()
        counts.add([names.mask(of: entry)], names.names)
        #expect(counts.having == ["titles": 1, "bookmarks": 1, "rating": 1])
        for index in 0..<100 { entry.numbers["number \(index)"] = 1 }
        _ = names.mask(of: entry)
        #expect(names.names.count == 64)
    }

    /// A test bench whose feed brought two entries a day with bookmarks for forty days, after a backlog without any.
    private func readKiosk() async throws -> StateTestBench {
        let bench = try await StateTestBench(isKnown: true)
        for day in 0..<40 { #expect(try await bring(day, to: bench).goneFields.isEmpty) }
        return bench
    }

    @discardableResult
    private func bring(_ day: Int, to bench: StateTestBench, bookmarks: Bool = true, repaired: Bool = false)
        async throws
        -> StoredFetch
    {
        var feed = Feed(format: .rss20)
        feed.entries = (0..<2).map { number in
            var entry = Entry.made(guid: "\(day)-\(number)", title: "\(day)-\(number)", at: bench.now)
            if bookmarks { entry.numbers["bookmarks"] = 7 }
            return entry
        }
        if repaired { feed.repairs = [Repair(code: "bare_ampersand")] }
        let stored = try await bench.fetch(feed)
        bench.pass(.seconds(86_400))
        return stored
    }

    @Test("a source whose entries lose their bookmarks is told once; its notes name them until they are back")
    func source() async throws {
        let bench = try await readKiosk()
        let since = bench.now
        var told: [[GoneField]] = []
        for day in 40..<60 { told.append(try await bring(day, to: bench, bookmarks: false).goneFields) }
        let gone = [GoneField(name: "bookmarks", since: since)]
        #expect(told.filter { !$0.isEmpty } == [gone])
        func noted() async throws -> [GoneField]? {
            try await bench.state.records(of: [bench.key], now: bench.now).first??.goneFields
        }
        #expect(try await noted() == gone)
        #expect(try await bring(60, to: bench).goneFields.isEmpty)
        #expect(try await noted() == [])
    }

    @Test("what had to be mended, what is held as a flood, and what is known tells nothing of its fields")
    func notCounted() async throws {
        let bench = try await readKiosk()
        let before = try await bench.state.shape(of: bench.key)
        for day in 40..<60 { try await bring(day, to: bench, bookmarks: false, repaired: true) }
        // Another document of what is known, without bookmarks.
        try await bring(59, to: bench, bookmarks: false)
        let old = (0..<40).map { number in
            Entry.made(
                guid: "old-\(number)", title: "old \(number)", at: bench.now - .seconds((number + 400) * 86_400))
        }
        #expect(try await bench.fetch(old).quarantined == 40)
        #expect(try await bench.state.shape(of: bench.key) == before)
    }

    @Test("what the first document shows of the past is not counted")
    func backlog() async throws {
        let bench = try await StateTestBench()
        try await bring(0, to: bench)
        #expect(try await bench.state.shape(of: bench.key) == FeedShape())
        try await bring(1, to: bench)
        #expect(try await bench.state.shape(of: bench.key).fields["bookmarks"]?.entries == 2)
    }
}

extension FieldCounts {
    /// Counts entries by the names of their fields.
    fileprivate init(_ entries: [[String]]) {
        self.init()
        for names in entries { add([names.isEmpty ? 0 : UInt64.max >> (64 - min(names.count, 64))], names) }
    }
}
