import FeedModel
import FeedTesting
import Testing

/// What readers rely on: more talk never lowers an entry, no site is favoured for its size, and nothing is guessed.
@Suite("buzz")
struct BuzzTests {
    private static let day = Duration.seconds(86_400)
    private static let now = Timestamp(seconds: 1_795_176_000)

    private static func rank(_ buzz: Buzz, age: Duration = .zero) -> BuzzRank {
        BuzzRank(buzz, date: now - age, halfLife: day)
    }

    private static func member(
        _ numbers: [String: Int], source: String = "a", age: Duration = .zero, isOfSelection: Bool = false,
        _ change: (inout Entry) -> Void = { _ in }
    ) -> BuzzMeasure.Member {
        var entry = Entry()
        entry.numbers = numbers
        entry.title = "Title"
        entry.url = "https://\(source).example/1"
        change(&entry)
        return BuzzMeasure.Member(
            source: source, isOfSelection: isOfSelection, entry: entry, age: AgeBucket(of: age))
    }

    /// A history in which each source has the values 1…count, times its scale, of each number at each age.
    private static func history(
        _ counts: [String: Int], names: [String] = ["likes"], scales: [String: Int] = [:]
    ) -> NumberHistory {
        NumberHistory(
            counts.sorted { $0.key < $1.key }.flatMap { source, count in
                names.flatMap { name in
                    AgeBucket.allCases.flatMap { bucket in
                        (1...max(1, count)).prefix(count).map {
                            NumberHistory.Sample(
                                source: source, number: name, bucket: bucket, value: $0 * (scales[source] ?? 1))
                        }
                    }
                }
            })
    }

    // MARK: shares

    @Test("a share is never better than the truth, and a few values say nothing")
    func shares() throws {
        func percent(_ below: Int, _ notAbove: Int, _ count: Int) -> Int? {
            NumberStanding(below: below, notAbove: notAbove, count: count)?.topPercent
        }
        #expect(percent(99, 100, 100) == 1)
        #expect(percent(97, 98, 100) == 3)
        #expect(percent(311, 312, 312) == 1)
        #expect(percent(308, 309, 312) == 2)
        #expect(percent(29, 30, 30) == 4)
        #expect(percent(9, 10, 10) == nil)
        #expect(percent(0, 1, 100) == 100)
        // A value that is not among the others makes one more.
        #expect(percent(100, 100, 100) == 1)
        #expect(percent(99, 99, 100) == 2)
        // Of many equal ones the last place counts.
        #expect(percent(50, 100, 100) == 50)
        #expect(NumberStanding(below: 3, notAbove: 2, count: 5) == nil)
        #expect(NumberStanding(below: 0, notAbove: 0, count: 0) == nil)
    }

    @Test("whether an entry is among the top is told if it is known, and else left open")
    func top() throws {
        func isTop(_ share: Double, _ below: Int, _ notAbove: Int, _ count: Int) throws -> Bool? {
            try #require(NumberStanding(below: below, notAbove: notAbove, count: count)).isWithinTop(share)
        }
        #expect(try isTop(0.05, 95, 96, 100) == true)
        #expect(try isTop(0.05, 94, 95, 100) == false)
        // The highest of 40 may be one of the top 1 % or not; the second highest is not.
        #expect(try isTop(0.01, 39, 40, 40) == nil)
        #expect(try isTop(0.01, 38, 39, 40) == false)
        #expect(try isTop(0.05, 9, 10, 10) == nil)
    }

    // MARK: the sum

    @Test("the worked example of the documentation")
    func example() throws {
        let measure = BuzzMeasure(history: Self.history(["hatena": 200, "qiita": 200], names: ["bookmarks", "likes"]))
        // Above 179 of 200, equal to one: percentile 89.75, so the share above has halved 3.29 times of 7.
        let own = Self.member(["likes": 180], source: "qiita") { $0.publisher = Publisher(name: "Qiita") }
        let buzz = measure.buzz(of: own)
        #expect(abs(try #require(buzz.value) - 0.46947) < 1e-4)
        #expect(buzz.numbers.first?.topPercent == 11)
        // In a list of hot entries the same place is percentile 0.8 + 0.2 · 0.8975.
        let hot = Self.member(["bookmarks": 180], source: "hatena", isOfSelection: true)
        #expect(abs(try #require(measure.buzz(of: hot).value) - Buzz.share(ofPercentile: 0.9795)) < 1e-9)
        // Three publishers add 1 − 0.6².
        let others = ["B", "C"].map { name in
            Self.member([:], source: name) {
                $0.publisher = Publisher(name: name)
                $0.title = "In the words of \(name)"
            }
        }
        let story = measure.buzz(of: own, with: others)
        #expect(story.publishers == 3)
        #expect(abs(try #require(story.value) - (1 - 0.53053 * 0.36)) < 1e-4)
        #expect(abs(story.factor(atAge: .seconds(36 * 3600)) - 0.5) < 1e-12)
    }

    @Test("without values at like age nothing is guessed; what never changes says nothing")
    func missing() {
        let measure = BuzzMeasure(
            history: NumberHistory(
                (0..<60).map { .init(source: "a", number: "stocks", bucket: AgeBucket(of: .zero), value: $0 * 0) }
                    + (0..<60).map { .init(source: "a", number: "likes", bucket: AgeBucket(of: .zero), value: $0) }))
        let constant = measure.buzz(of: Self.member(["stocks": 0]))
        #expect(constant.value == nil)
        #expect(constant.level == .unknown)
        let old = measure.buzz(of: Self.member(["likes": 59], age: Self.day))
        #expect(old.value == nil)
        #expect(old.numbers.map(\.standing) == [nil])
        #expect(measure.buzz(of: Self.member([:])).value == nil)
        // An unknown number, such as a price, does not count.
        #expect(measure.buzz(of: Self.member(["price": 9])).numbers == [])
    }

    @Test("one publisher counts once, however many copies it has, and so does a text that many took from an agency")
    func publishers() {
        let measure = BuzzMeasure(history: NumberHistory())
        func count(_ voices: [(publisher: String, title: String)]) -> Int {
            let members = voices.map { voice in
                Self.member([:], source: "google") {
                    $0.publisher = Publisher(name: voice.publisher)
                    $0.title = voice.title
                }
            }
            return measure.buzz(of: members[0], with: Array(members.dropFirst())).publishers
        }
        #expect(count(Array(repeating: ("NHK", "円安"), count: 50)) == 1)
        #expect(count((0..<50).map { ("NHK", "円安 \($0)") }) == 1)
        #expect(count((0..<40).map { ("Paper \($0)", "Same text - Paper \($0)") }) == 1)
        #expect(count([("NHK", "円安"), ("ＮＨＫ", "円安が進む"), ("読売", "円が下落")]) == 2)
        // The same article in two feeds of one site is one publisher.
        let feeds = ["a", "b"].map { Self.member([:], source: $0) { $0.url = "https://www.blog.example/1" } }
        #expect(measure.buzz(of: feeds[0], with: [feeds[1]]).publishers == 1)
    }

    @Test("each time that the share of entries above halves, a number adds as much again")
    func halvings() {
        for (percentile, share) in [(0.0, 0.0), (0.5, 1), (0.75, 2), (0.875, 3), (0.9375, 4)] {
            #expect(abs(Buzz.share(ofPercentile: percentile) - share / 7) < 1e-12)
        }
        #expect(Buzz.share(ofPercentile: 1) == 1)
        #expect(Buzz.share(ofPercentile: -1) == 0)
    }

    @Test("publishers that a source names beside an entry count half; the entry's own one and copies count once")
    func named() throws {
        let measure = BuzzMeasure(history: NumberHistory())
        func buzz(_ related: [(publisher: String?, title: String)], with others: [BuzzMeasure.Member] = []) -> Buzz {
            let member = Self.member([:], source: "google") {
                $0.publisher = Publisher(name: "NHK")
                $0.title = "円安"
                $0.related = related.map {
                    RelatedArticle(title: $0.title, url: "https://g.example/", publisher: $0.publisher)
                }
            }
            return measure.buzz(of: member, with: others)
        }
        #expect(buzz([]).value == nil)
        let four = buzz([("ＮＨＫ", "円安"), ("読売", "円が下落"), ("朝日", "円 急落"), ("毎日", "円安進む")])
        #expect((four.publishers, four.namedPublishers) == (1, 3))
        #expect(abs(try #require(four.value) - (1 - 0.46476)) < 1e-4)
        #expect(buzz([(nil, "a"), (nil, "b")]).namedPublishers == 0)
        // The same text at other publishers is an agency's.
        #expect(buzz([("読売", "円安 - 読売"), ("朝日", "円安 - 朝日")]).namedPublishers == 0)
        // One that has an entry here counts in full, and no longer as a name.
        let yomiuri = Self.member([:], source: "google") {
            $0.publisher = Publisher(name: "読売")
            $0.title = "円が下落"
        }
        let both = buzz([("読売", "円が下落"), ("朝日", "円 急落")], with: [yomiuri])
        #expect((both.publishers, both.namedPublishers) == (2, 1))
    }

    // MARK: selections

    /// A list of hot entries on the first day: each was read once, at its own age.
    private static let firstDay: [(bookmarks: Int, hours: Int64)] = [
        (12, 0), (30, 1), (12, 1), (4, 3), (32, 3), (147, 4), (49, 4), (19, 5), (22, 5), (24, 7), (17, 7), (36, 8),
        (16, 9), (39, 10), (8, 10), (131, 11), (9, 11), (7, 12), (178, 13), (151, 13), (169, 13), (107, 16), (7, 32),
        (9, 33), (189, 38), (588, 55), (13, 69),
    ]

    private static func listed(_ entry: (bookmarks: Int, hours: Int64)) -> BuzzMeasure.Member {
        member(
            ["bookmarks": entry.bookmarks], source: "hot", age: .seconds(entry.hours * 3600), isOfSelection: true)
    }

    private static let dayOne = BuzzMeasure(
        history: NumberHistory(
            firstDay.map {
                .init(
                    source: "hot", number: "bookmarks", bucket: AgeBucket(of: .seconds($0.hours * 3600)),
                    value: $0.bookmarks)
            }))

    @Test("on the first day of a list, more than a hundred bookmarks stand above all dozens of the same day")
    func firstDayOfList() throws {
        let ranked = Self.firstDay.map { entry in
            (
                entry: entry,
                rank: BuzzRank(
                    Self.dayOne.buzz(of: Self.listed(entry)), date: Self.now - .seconds(entry.hours * 3600),
                    halfLife: BuzzMeasure.usualHalfLife)
            )
        }
        for high in ranked where high.entry.bookmarks > 130 && high.entry.hours < 24 {
            for low in ranked where low.entry.bookmarks < 25 && low.entry.hours > 1 {
                #expect(low.rank < high.rank, "\(low.entry) stands above \(high.entry)")
            }
        }
        // One of two days ago stands above the young ones that hardly anybody has marked.
        let old = try #require(ranked.first { $0.entry.bookmarks == 588 })
        for low in ranked where low.entry.bookmarks < 10 && low.entry.hours > 2 { #expect(low.rank < old.rank) }
        // A dozen in the first minutes is much, and less than 30 in the first hour or two.
        let young = Self.dayOne.buzz(of: Self.listed((12, 0))), slow = Self.dayOne.buzz(of: Self.listed((12, 20)))
        #expect(try #require(slow.value) < #require(young.value))
        // Such a comparison has no share to show.
        #expect(young.numbers.map(\.topPercent) == [nil])
        #expect(young.numbers.map(\.isAtLikeAge) == [false])
    }

    @Test(
        "more bookmarks never lower an entry of a list, at any age; a list that counts in thousands has the same order")
    func listedMonotone() throws {
        let large = BuzzMeasure(
            history: NumberHistory(
                Self.firstDay.map {
                    .init(
                        source: "hot", number: "bookmarks", bucket: AgeBucket(of: .seconds($0.hours * 3600)),
                        value: $0.bookmarks * 1000)
                }))
        for hours: Int64 in [0, 1, 2, 5, 11, 20, 40, 100] {
            var last = 0.0
            for bookmarks in 0..<700 {
                let value = try #require(Self.dayOne.buzz(of: Self.listed((bookmarks, hours))).value)
                #expect(value >= last)
                #expect(large.buzz(of: Self.listed((bookmarks * 1000, hours))).value == value)
                last = value
            }
        }
    }

    @Test("what is unknown stands between what is talked about and what is known to be ordinary")
    func levels() {
        let measure = BuzzMeasure(history: Self.history(["a": 100]))
        func rank(_ member: BuzzMeasure.Member, age: Duration) -> BuzzRank {
            Self.rank(measure.buzz(of: member), age: age)
        }
        let talked = rank(Self.member(["likes": 60]), age: Self.day * 20)
        let unknown = rank(Self.member([:], source: "blog"), age: Self.day * 3)
        let older = rank(Self.member(["likes": 9], source: "new"), age: Self.day * 4)
        let ordinary = rank(Self.member(["likes": 30]), age: .zero)
        #expect([talked, unknown, older, ordinary].sorted(by: >) == [talked, unknown, older, ordinary])
        #expect(BuzzRank(nil, date: Self.now, halfLife: Self.day).level == .unknown)
    }

    @Test("the same readers are not counted twice: of two numbers of one name the higher place counts")
    func sameReaders() {
        let measure = BuzzMeasure(history: Self.history(["a": 100, "b": 100], names: ["bookmarks"]))
        let (high, low) = (Self.member(["bookmarks": 90]), Self.member(["bookmarks": 40], source: "b"))
        #expect(measure.buzz(of: low, with: [high]).value == measure.buzz(of: high).value)
        #expect(measure.buzz(of: low, with: [high, high, high]).value == measure.buzz(of: high).value)
    }

    @Test("a quarrel is no recommendation: comments count no further than likes")
    func quarrel() {
        let measure = BuzzMeasure(history: Self.history(["a": 100], names: ["likes", "comments"]))
        let quarrel = measure.buzz(of: Self.member(["likes": 10, "comments": 100])).value
        #expect(quarrel == measure.buzz(of: Self.member(["likes": 10, "comments": 10])).value)
    }

    @Test("where most entries have none of a number, the first one counts a third")
    func scarce() throws {
        let measure = BuzzMeasure(
            history: NumberHistory(
                (0..<100).flatMap { place -> [NumberHistory.Sample] in
                    let bucket = AgeBucket(of: .zero)
                    return [
                        .init(source: "new", number: "likes", bucket: bucket, value: place < 95 ? 0 : 1),
                        .init(source: "old", number: "likes", bucket: bucket, value: place),
                    ]
                }))
        let first = try #require(measure.buzz(of: Self.member(["likes": 1], source: "new")).value)
        #expect(first < 0.5)
        #expect(try first < #require(measure.buzz(of: Self.member(["likes": 80], source: "old")).value))
        #expect(try first > #require(measure.buzz(of: Self.member(["likes": 0], source: "new")).value))
    }

    // MARK: what may never happen

    private static let names = ["likes", "stocks", "comments", "bookmarks", "points"]
    private static let sources = ["new", "small", "few", "known", "large"]

    private static func spreadHistory(_ factors: [String: Int] = [:]) -> NumberHistory {
        var random = SplitMix(seed: 7)
        var samples: [NumberHistory.Sample] = []
        for (source, count) in zip(sources, [0, 5, 30, 60, 150]) {
            for name in names {
                for bucket in AgeBucket.allCases {
                    for _ in 0..<count {
                        let value = 1 << Int.random(in: 0..<12, using: &random)
                        samples.append(
                            .init(source: source, number: name, bucket: bucket, value: value * (factors[source] ?? 1)))
                    }
                }
            }
        }
        return NumberHistory(samples)
    }

    private static func drawn(_ random: inout SplitMix, factors: [String: Int] = [:]) -> BuzzMeasure.Member {
        let source = sources[Int.random(in: 0..<sources.count, using: &random)]
        var entry = Entry()
        for name in names where Bool.random(using: &random) {
            entry.numbers[name] = Int.random(in: 0..<5000, using: &random) * (factors[source] ?? 1)
        }
        entry.title = "T\(Int.random(in: 0..<4, using: &random))"
        entry.publisher = Publisher(name: "P\(Int.random(in: 0..<4, using: &random))")
        let bucket = AgeBucket.allCases[Int.random(in: 0..<AgeBucket.allCases.count, using: &random)]
        return BuzzMeasure.Member(
            source: source, isOfSelection: Int.random(in: 0..<5, using: &random) == 0, entry: entry, age: bucket)
    }

    @Test("more of a number, or another publisher, never lowers an entry")
    func monotone() {
        let measure = BuzzMeasure(history: Self.spreadHistory())
        var random = SplitMix(seed: 1)
        for number in 0..<100_000 {
            var story = (0...Int.random(in: 0..<3, using: &random)).map { _ in Self.drawn(&random) }
            let before = measure.buzz(of: story[0], with: Array(story.dropFirst()))
            let place = Int.random(in: 0..<story.count, using: &random)
            let names = story[place].entry.numbers.keys.sorted()
            if !names.isEmpty, number % 3 > 0 {
                let name = names[Int.random(in: 0..<names.count, using: &random)]
                story[place].entry.numbers[name, default: 0] += Int.random(in: 1..<2000, using: &random)
            } else {
                var other = Self.drawn(&random)
                other.entry.publisher = Publisher(name: "another")
                other.entry.title = "in other words"
                story.append(other)
            }
            let after = measure.buzz(of: story[0], with: Array(story.dropFirst()))
            guard Self.rank(after) < Self.rank(before) || (after.value ?? 0) < (before.value ?? 0) - 1e-12 else {
                continue
            }
            Issue.record("case \(number): \(before) became \(after)")
            return
        }
    }

    @Test("a source that counts in thousands, or inflates its numbers, changes no order")
    func scaleFree() {
        let factors = ["small": 1000, "few": 3, "known": 7, "large": 50]
        let plain = BuzzMeasure(history: Self.spreadHistory())
        let scaled = BuzzMeasure(history: Self.spreadHistory(factors))
        var (random, same) = (SplitMix(seed: 2), SplitMix(seed: 2))
        for number in 0..<50_000 {
            let pair = (Self.drawn(&random), Self.drawn(&random))
            let large = (Self.drawn(&same, factors: factors), Self.drawn(&same, factors: factors))
            let before = Self.rank(plain.buzz(of: pair.0)) < Self.rank(plain.buzz(of: pair.1))
            let after = Self.rank(scaled.buzz(of: large.0)) < Self.rank(scaled.buzz(of: large.1))
            guard before != after else { continue }
            Issue.record("case \(number): \(pair) in another order than \(large)")
            return
        }
    }

    @Test("entries of five sources of any size are in their planted order")
    func planted() {
        let scales = ["a": 1, "b": 10, "c": 500, "d": 3, "e": 40]
        let measure = BuzzMeasure(history: Self.history(scales.mapValues { _ in 200 }, scales: scales))
        var random = SplitMix(seed: 3)
        let entries = (0..<1000).map { number in
            let (name, scale) = scales.sorted { $0.key < $1.key }[number % 5]
            let planted = Double.random(in: 0..<1, using: &random)
            let member = Self.member(["likes": Int(planted * 200 * Double(scale))], source: name)
            return (planted: planted, rank: Self.rank(measure.buzz(of: member)))
        }
        var agreeing = 0
        for (place, entry) in entries.enumerated() {
            for other in entries[..<place] where entry.rank != other.rank {
                agreeing += (entry.planted < other.planted) == (entry.rank < other.rank) ? 1 : -1
            }
        }
        let kendall = Double(agreeing) / Double(1000 * 999 / 2)
        #expect(kendall >= 0.8)
    }

    @Test("an old entry that everybody knows is below a fresh one of the top 1 %, now and at any later time")
    func viral() {
        let measure = BuzzMeasure(history: Self.history(["hot": 300, "blog": 300], names: ["likes", "bookmarks"]))
        let old = measure.buzz(
            of: Self.member(["bookmarks": 5000], source: "hot", age: Self.day * 4, isOfSelection: true))
        let fresh = measure.buzz(of: Self.member(["likes": 298], source: "blog"))
        #expect(Self.rank(old, age: Self.day * 4) < Self.rank(fresh))
        // With the same buzz, a day is worth half of it.
        #expect(Self.rank(fresh, age: Self.day) < Self.rank(fresh))
    }

    @Test(
        "no entry of a new source is in the upper two fifths of a page on its number alone", arguments: [0, 1, 5, 10])
    func coldStart(samples: Int) {
        var counts = ["a": 100, "b": 100, "c": 100, "d": 100]
        counts["new"] = samples
        let measure = BuzzMeasure(history: Self.history(counts))
        var page = ["a", "b", "c", "d"].flatMap { source in
            (1...20).map { Self.rank(measure.buzz(of: Self.member(["likes": $0 * 5], source: source))) }
        }
        let new = (0..<20).map { _ in Self.rank(measure.buzz(of: Self.member(["likes": 100_000], source: "new"))) }
        page += new
        for rank in new { #expect(page.count { $0 < rank } <= 60) }
    }

    @Test("a page of any order of arrival, with ties, has one order; numbers that fall lower an entry")
    func ties() {
        let measure = BuzzMeasure(history: Self.history(["a": 100]))
        let ranks = (0..<10_000).map { Self.rank(measure.buzz(of: Self.member(["likes": 10 + $0 % 7]))) }
        #expect(Set(ranks).count == 7)
        let (high, low) = (measure.buzz(of: Self.member(["likes": 90])), measure.buzz(of: Self.member(["likes": 80])))
        #expect(Self.rank(low) < Self.rank(high))
    }

    @Test("numbers of any size from the network do no harm")
    func extremes() {
        let measure = BuzzMeasure(history: Self.history(["a": 60]), weights: ["likes": 9, "views": -1])
        for value in [Int.min, -1, 0, Int.max] {
            let value = measure.buzz(of: Self.member(["likes": value, "views": value])).value
            #expect(value.map { (0...1).contains($0) } == true)
        }
        let far = BuzzRank(Buzz(publishers: .max), date: Timestamp(milliseconds: .max), halfLife: .seconds(Int64.max))
        let first = BuzzRank(nil, date: Timestamp(milliseconds: .min), halfLife: .seconds(Int64.max))
        #expect(first < far)
    }
}
