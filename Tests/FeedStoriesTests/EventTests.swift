import FeedModel
import Testing

@testable import FeedStories

@Suite("What happened counts, in whatever words")
struct EventTests {
    @Test(
        "a name and a kind of event are one story, even where no other word is shared",
        arguments: [
            ("Blizzard cuts off village of Thornbury", "Heavy snow leaves Thornbury isolated"),
            ("Brightwater hit by cyberattack, orders halted", "Hackers breach Brightwater systems"),
        ])
    func kinds(one: String, other: String) {
        let result = Pair.compare(one, other)
        #expect(result.relation == .sameStory && result.refusal == nil, "\(result)")
    }

    @Test(
        "words that say the same are one word",
        arguments: [
            ("ditch", "abandons"), ("blizzard", "snow"), ("slips", "falls"), ("山林火災", "山火事"), ("竣工", "完成"),
            ("ヒグマ", "クマ"), ("三菱ufj銀行", "三菱ufj"), ("ペイペイ", "paypay"),
        ])
    func synonyms(one: String, other: String) {
        let (left, right) = (StoryText(Pair.article(one)), StoryText(Pair.article(other)))
        #expect(!left.words.isEmpty && left.words.map(\.feature) == right.words.map(\.feature))
    }

    @Test("synonyms are as common as the first of their line, and names stay names")
    func commonness() {
        for form in ["boss", "ceo", "ipo", "上場", "guilty"] {
            let word = Lexicon.shared.word(Lexicon.key(form.unicodeScalars.map(\.value)))
            #expect(word?.commonness == .field && word?.nameClass == nil, "\(form)")
        }
        #expect(Lexicon.shared.word(Lexicon.key("日航".unicodeScalars.map(\.value)))?.nameClass == .company)
    }

    @Test(
        "texts about the use of a product are two, however much they share",
        arguments: [
            ("Next.js 15の新機能", "Next.js 15にアップグレードした"), ("AWS Lambdaのコールドスタート対策", "AWS Lambdaのコールドスタートを計測"),
            ("GitHub Actions のキャッシュでCIを3倍速くする", "GitHub Actions キャッシュ戦略"),
            ("SwiftUIのNavigationStack", "SwiftUI NavigationStackで画面遷移を管理する"),
            ("Migrating to Next.js 15", "Next.js 15 caching, visualised"),
            ("Async Rust is hard", "Notes on async Rust"),
            ("Docker multi-stage builds", "Smaller Docker images with multi-stage builds"),
        ])
    func subjects(one: String, other: String) {
        #expect(Pair.compare(one, other).relation == .different)
    }

    @Test(
        "news of a product is one story",
        arguments: [
            ("PostgreSQL 18がリリース 非同期I/Oを導入", "「PostgreSQL 18」正式公開、非同期I/Oで高速化"),
            ("Docker Hub outage blocks image pulls", "Docker Hub down: developers unable to pull images"),
            ("Python 3.14 released with free-threading support", "Python 3.14 is out: free-threading arrives"),
        ])
    func products(one: String, other: String) {
        #expect(Pair.compare(one, other).relation == .sameStory)
    }

    @Test(
        "names that differ keep two events apart",
        arguments: [
            ("Storm closes schools in Thornbury and Wexcombe", "Storm closes schools in Barlow and Marlow"),
            ("JR西日本、みどりの窓口を100駅に削減", "JR東日本、みどりの窓口の削減を凍結"),
            ("新型護衛艦「みかづき」が進水、長崎造船所", "護衛艦「いずも」長崎に寄港、一般公開"),
            ("作家の森川葉子さん死去、81歳", "作家の小林健三さん死去、79歳"),
            ("緑川町でトラックと乗用車が衝突、2人死亡", "若葉市でトラックと乗用車が衝突、男性死亡"),
        ])
    func names(one: String, other: String) {
        #expect(Pair.compare(one, other).relation == .different)
    }

    @Test("one who died is one, whatever stands before the name")
    func deaths() {
        let result = Pair.compare("作家の森川葉子さん死去、81歳", "直木賞作家森川葉子さんが亡くなる 「夕凪の宿」")
        #expect(result.relation == .sameStory && result.refusal == nil, "\(result)")
    }

    @Test("a town in the name of another one is none", arguments: ["中津市の工場で火災", "北広島市の工場で火災"])
    func longerPlaces(title: String) {
        #expect(!StoryText(Pair.article(title)).words.contains { $0.nameClass == .place })
    }

    @Test(
        "numbers that are exact differ",
        arguments: [
            ("Oil settles at $71 a barrel", "Oil settles at $74 a barrel"),
            ("Weekly jobless claims fall to 210,000", "Weekly jobless claims fall to 224,000"),
            ("Measles cases in Alden rise to 1,204", "Measles cases in Alden rise to 1,560"),
            ("CVE-2025-1101: buffer overflow in libfoo", "CVE-2025-2207: buffer overflow in libfoo"),
            ("Harbor Lights renewed for third season", "Harbor Lights renewed for fourth season"),
            ("Harbor Lights renewed for third season", "Harbor Lights season 4 announced"),
        ])
    func numbers(one: String, other: String) {
        #expect(Pair.compare(one, other, .loose).refusal == .differentNumbers)
    }

    @Test("two machines of one event have two numbers, two launches of one machine too")
    func machines() {
        let launch = "H3ロケット8号機、打ち上げ失敗 衛星「みちびき」投入できず"
        #expect(Pair.compare(launch, "H3が打ち上げ失敗 みちびき5号機を失う").refusal != .differentNumbers)
        #expect(Pair.compare(launch, "H3ロケット9号機、打ち上げ失敗").refusal == .differentNumbers)
    }

    @Test("a rounded number is the same only within its last digit")
    func rounding() {
        func count(_ value: Double, _ isRounded: Bool) -> NumberMention {
            NumberMention(kind: .count, context: 1, value: value, isRounded: isRounded)
        }
        #expect(count(4000, true).isAlike(count(4210, false)))
        #expect(count(210_000, true).isAlike(count(214_000, false)))
        #expect(!count(210_000, true).isAlike(count(224_000, false)))
        #expect(!count(4000, false).isAlike(count(4210, false)))
    }

    @Test("one address is one article, whatever tracking it carries; a home page is the address of many")
    func addresses() {
        func compare(_ one: String, _ other: String) -> StoryComparison.Relation {
            var (first, second) = (Pair.article("Bridge closed after storm"), Pair.article("What to do this weekend"))
            (first.url, second.url) = (one, other)
            let matcher = StoryMatcher(
                .strict, weights: StoryWeights(titles: 0, counts: [:]), templates: StoryTemplates())
            return matcher.compare(StoryText(first), StoryText(second)).relation
        }
        #expect(compare("https://a.example/2026/post?utm_source=rss", "http://www.a.example/2026/post") == .sameArticle)
        #expect(compare("https://a.example/", "https://a.example/") == .different)
    }

    @Test("notes in brackets at the end and words of an agency make no difference")
    func pageNotes() {
        let title = "Port Alden ferry sinks, twelve rescued"
        for other in [title + " (video)", title + " [Updated]", "Breaking: " + title, "WATCH: " + title] {
            #expect(Pair.compare(title, other).relation == .sameArticle, "\(other)")
        }
        #expect(Pair.compare("緑川港でフェリーが沈没、全員救助", "緑川港でフェリーが沈没、全員救助【写真あり】").relation == .sameArticle)
    }

    @Test("`normal` and `loose` find what `strict` leaves apart")
    func demands() {
        let pair = ("Madagascar president flees country after mutiny", "Madagascar coup: Rajoelina leaves country")
        #expect(Pair.compare(pair.0, pair.1).relation == .different)
        #expect(Pair.compare(pair.0, pair.1, .loose).relation == .sameStory)
        for match in StoryMatch.allCases {
            let demand = StoryDemand(match)
            #expect(demand.share(ofEvidence: StoryRules.oneEvent) == 1)
            #expect(demand.share(ofEvidence: 0) == demand.least)
        }
    }
}
