import FeedModel
import Testing

@testable import FeedStories

@Suite("Two articles are compared")
struct ComparisonTests {
    @Test(
        "one event in other words is one story",
        arguments: [
            ("Cargo ship strikes bridge in Port Alden harbor", "Port Alden bridge hit by cargo ship"),
            ("Gunman kills four at Oakdale shopping mall", "Four dead in shooting at mall in Oakdale"),
            ("Quill 3.0 released with tab groups", "Tab groups arrive as Quill 3.0 is out"),
            ("湊川製鉄、高炉1基を2027年に休止へ", "湊川製鉄が高炉休止を発表、国内需要減で"),
            ("フェリー「しまかぜ」座礁、乗客82人全員救助 壱岐沖", "壱岐沖で「しまかぜ」が座礁 乗客82人を救助"),
            ("猛暑、伊勢崎で41.8度 国内最高を更新", "群馬・伊勢崎で41.8度、国内の観測史上最高"),
        ])
    func sameStory(one: String, other: String) {
        let result = Pair.compare(one, other)
        #expect(result.relation == .sameStory)
        #expect(!result.shared.isEmpty && result.shared.count <= 3)
        #expect(result.refusal == nil)
    }

    @Test("the same headline is the same article, whatever its width, its signs and its publisher's name are")
    func sameArticle() {
        let one = "ＡＢＣ社、新型「はやぶさ」を公開 - Yahoo!ニュース"
        #expect(Pair.compare(one, "【速報】ABC社、新型『はやぶさ』を公開｜日本経済新聞").relation == .sameArticle)
        #expect(Pair.compare("訃報", "訃報").relation == .different)
    }

    @Test("the same address is the same article, whatever the headline is")
    func sameAddress() {
        var one = Pair.article("Bridge closed after storm")
        var other = Pair.article("Storm: what to do now")
        one.url = "https://example.org/1"
        other.url = one.url
        #expect(Self.matcher().compare(StoryText(one), StoryText(other)).relation == .sameArticle)
    }

    @Test("a comparison says the same from both sides")
    func symmetry() {
        for (one, other) in TrapTests.numbers + TrapTests.forms {
            let (left, right) = (Pair.compare(one, other), Pair.compare(other, one))
            #expect(left.relation == right.relation && abs(left.score - right.score) < 1e-5)
            #expect(left.refusal == right.refusal)
        }
    }

    @Test("articles further apart than `within` are two stories")
    func dates() {
        let one = StoryText(Pair.article("Gunman kills four at Oakdale shopping mall"))
        let later = StoryText(
            Pair.article("Four dead in shooting at mall in Oakdale", seconds: 1_800_000_000 + 73 * 3600))
        #expect(Self.matcher().compare(one, later).refusal == .tooFarApart)
        #expect(Self.matcher(within: .seconds(80 * 3600)).compare(one, later).relation == .sameStory)
    }

    @Test("refusals have their reason")
    func refusals() {
        #expect(Pair.compare("石川県能登地方で震度5弱 M5.2", "石川県能登地方で震度5強 M6.1").refusal == .differentNumbers)
        #expect(
            Pair.compare(
                "Toyota recalls hatchbacks over faulty airbags", "Honda recalls hatchbacks over faulty airbags"
            )
            .refusal == .differentNames)
        #expect(Pair.compare("Best news of the week", "Latest news of the day").refusal == .noRareWord)
        #expect(Pair.compare("大谷50号", "大谷が50号本塁打、今季最多に並ぶ").refusal == .tooShort)
    }

    @Test("the number of victims may grow within a story")
    func victims() {
        let result = Pair.compare("Oakdale mall shooting: three dead", "Shooting at Oakdale mall leaves five dead")
        #expect(result.relation == .sameStory)
    }

    @Test("headlines that an aggregator lists together are more alike")
    func related() {
        let titles = ["Port Alden bridge closed", "Ship strikes pillar, Alden traffic stops for days"]
        let plain = Pair.compare(titles[0], titles[1])
        var listing = Pair.article(titles[0])
        listing.related = titles
        let listed = Self.matcher().compare(StoryText(listing), StoryText(Pair.article(titles[1], source: "b")))
        #expect(listed.score > plain.score)
    }

    @Test("summaries count where both are long enough")
    func summaries() {
        let facts = """
            The container ship Marigold lost power at dawn and hit the eastern pillar of the bridge. The harbor master closed \
            the channel, and divers began to look for cracks.
            """
        var one = Pair.article("Port Alden bridge closed after collision")
        var other = Pair.article("Ship hits Alden bridge")
        let plain = Self.matcher().compare(StoryText(one), StoryText(other)).score
        one.summary = facts
        other.summary = facts
        #expect(Self.matcher().compare(StoryText(one), StoryText(other)).score > plain)
        other.summary = "Short."
        #expect(Self.matcher().compare(StoryText(one), StoryText(other)).score == plain)
    }

    @Test("what stands in most headlines of a source tells nothing there")
    func templates() {
        let titles = (0..<40).map { "Quibble Report | item \($0 * 37) about subject\($0)" }
        let templates = StoryTemplates(titlesBySource: ["a": titles])
        let (one, other) = ("Quibble Report | zebra crossing painted", "Quibble Report | orchard harvest delayed")
        let guarded = StoryMatcher(.strict, weights: StoryWeights(titles: 0, counts: [:]), templates: templates)
        let result = guarded.compare(StoryText(Pair.article(one)), StoryText(Pair.article(other)))
        #expect(result.relation == .different)
        #expect(result.refusal == .noRareWord)
        #expect(result.shared.isEmpty)
    }

    @Test("a headline that a source repeats is the name of a series, not one article")
    func series() {
        let templates = StoryTemplates(titlesBySource: [
            "a": Array(repeating: "Weekly digest of harbor reports", count: 5)
        ])
        let matcher = StoryMatcher(.strict, weights: StoryWeights(titles: 0, counts: [:]), templates: templates)
        let text = StoryText(Pair.article("Weekly digest of harbor reports"))
        #expect(matcher.compare(text, text).relation != .sameArticle)
    }

    @Test("a word that many headlines have is no evidence")
    func frequencies() {
        let (one, other) = ("Boeing 747 loses wheel after takeoff", "Boeing to pay fine over brochure")
        let texts = [one, other].map { StoryText(Pair.article($0)) }
        var counts: [UInt64: Int] = [:]
        for feature in texts.flatMap(\.features) { counts[feature] = 1 }
        for feature in Set(texts[0].features).intersection(texts[1].features) { counts[feature] = 900 }
        let matcher = StoryMatcher(
            .loose, weights: StoryWeights(titles: 1000, counts: counts), templates: StoryTemplates())
        #expect(matcher.compare(texts[0], texts[1]).relation == .different)
    }

    @Test("the hashes of features are the same in every version, so that figures can be compared")
    func stableHashes() {
        #expect(FeatureHash.hash(.word, "瓦版") == 8_038_022_827_854_217_085)
        #expect(FeatureHash.hash(.gram, 0x61, 0x62, 0x63) == FeatureHash.hash(.gram, "abc"))
    }

    static func matcher(within: Duration = .seconds(72 * 3600)) -> StoryMatcher {
        StoryMatcher(
            .strict, weights: StoryWeights(titles: 0, counts: [:]), templates: StoryTemplates(), within: within)
    }
}
