import FeedModel
import FeedRendering
import Testing

@Suite("what a digest's foot says of everything")
struct TallyTests {
    private func digest(_ tally: DigestTally?, _ locale: DigestLocale) -> Digest {
        var digest = SampleDigest.digest(title: "t", locale: locale, sections: [])
        digest.tally = tally
        return digest
    }

    private func foot(_ tally: DigestTally?, _ locale: DigestLocale) -> String? {
        DigestWords(locale).tally(of: digest(tally, locale))
    }

    @Test("Y08 how many there were, how many are here, and what became of the others, in both languages")
    func words() {
        let tally = DigestTally(kept: 40, passedOver: [.expired: 120, .duplicate: 91, .later: 61])
        #expect(foot(tally, .ja) == "新着312件のうち40件を掲載（見送り272件：期限切れ120・重複91・次回に持ち越し61）")
        #expect(
            foot(tally, .en) == "40 of 312 new entries are here "
                + "(272 passed over: 120 too old, 91 duplicates, 61 left for next time)")
    }

    @Test("Y08 what had been passed over before is told apart from what is new")
    func carried() {
        let tally = DigestTally(kept: 1, passedOver: [.later: 1299], carriedIn: 300)
        #expect(foot(tally, .ja) == "新着1,000件と持ち越し300件のうち1件を掲載（見送り1,299件：次回に持ち越し1,299）")
        #expect(
            foot(tally, .en)
                == "Of 1,000 new and 300 carried-over entries, 1 is here (1,299 passed over: 1,299 left for next time)")
    }

    @Test("Y08 where nothing was passed over, or nothing is known, the foot says nothing")
    func nothing() {
        for locale in DigestLocale.allCases {
            #expect(foot(DigestTally(kept: 5), locale) == nil)
            #expect(foot(nil, locale) == nil)
        }
    }

    @Test("Y08 every format for people tells it, and each reason has its word", arguments: DigestLocale.allCases)
    func formats(locale: DigestLocale) throws {
        let all = DigestTally(
            kept: 1, passedOver: Dictionary(uniqueKeysWithValues: PassedOver.allCases.map { ($0, 1) }))
        let sentence = try #require(foot(all, locale))
        #expect(sentence.split { "・,（(：:".contains($0) }.count >= PassedOver.allCases.count)
        for format in GoldenTests.formats.prefix(3) {
            let text = String(decoding: format.render(digest(all, locale)), as: UTF8.self)
            let joined = text.split(separator: "\n").joined(separator: " ")
            #expect(joined.contains(sentence.prefix(20)), "\(format.suffix)")
        }
    }

    @Test("Y08 what a filter holds back for several deliveries is counted once")
    func heldBack() {
        var sum = DigestTally(kept: 1, passedOver: [.waiting: 6])
        sum.add(DigestTally(kept: 2, passedOver: [.waiting: 4], carriedIn: 6))
        #expect(sum == DigestTally(kept: 3, passedOver: [.waiting: 4]))
    }

    @Test("the tally of two deliveries counts since the earlier one, also if that is known of one alone")
    func since() {
        let (early, late) = (Timestamp(seconds: 100), Timestamp(seconds: 200))
        var sum = DigestTally(after: early)
        sum.add(DigestTally(after: late))
        #expect(sum.after == early)
        var unknown = DigestTally()
        unknown.add(DigestTally(after: late))
        #expect(unknown.after == late)
    }

    @Test("Y08 deliveries that follow one another add up, and what waited is counted as it came out")
    func sums() {
        var sum = DigestTally(kept: 5, passedOver: [.later: 10, .expired: 2])
        sum.add(DigestTally(kept: 4, passedOver: [.later: 8, .duplicate: 3, .expired: 1], carriedIn: 10))
        #expect(sum == DigestTally(kept: 9, passedOver: [.later: 8, .duplicate: 3, .expired: 3]))
        // 17 at first, and six that were new at the second.
        #expect(sum.new == 23)
        #expect(sum.offered == 23)
    }

    @Test("Y08 a page that let go some of its entries says so, and the parts add up")
    func page() {
        let tally = DigestTally(kept: 30, passedOver: [.later: 5]).showing(20)
        #expect(tally.kept == 20)
        #expect(tally.passedOver == [.later: 5, .gone: 10])
        #expect(tally.offered == 35)
        #expect(DigestTally(kept: 3).showing(8).offered == 8)
    }
}
