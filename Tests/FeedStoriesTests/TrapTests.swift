import FeedModel
import Testing

@testable import FeedStories

/// Titles that are alike and tell of two events. None may be one story, not even where `match` is `loose`.
@Suite("Alike titles of different events stay apart")
struct TrapTests {
    static let numbers: [(String, String)] = [
        ("石川県能登地方で震度5弱 M5.2", "石川県能登地方で震度5強 M6.1"),
        ("第3回AI勉強会を開催します 渋谷", "第4回AI勉強会を開催します 渋谷"),
        ("Nagare v1.2 リリースノート 並行実行の改善", "Nagare v1.3 リリースノート 並行実行の改善"),
        ("浦和が3-1で鹿島に勝利 首位浮上", "浦和が2-0で鹿島に勝利 首位浮上"),
        ("青葉電機、営業利益10%増 4〜6月期", "青葉電機、営業利益12%増 4〜6月期"),
        ("ロシア ウクライナに軍事侵攻(2月5日の動き)", "ロシア ウクライナに軍事侵攻(2月6日の動き)"),
        ("大雪に伴う通行止めのお知らせ 第11報 中央高速", "大雪に伴う通行止めのお知らせ 第12報 中央高速"),
        ("港町信金、30億円の劣後債を発行", "港町信金、50億円の劣後債を発行"),
        ("連載小説「潮騒の街」第41話を公開", "連載小説「潮騒の街」第42話を公開"),
        ("都内の新規感染者は1234人 前週より増加", "都内の新規感染者は987人 前週より増加"),
        ("Magnitude 5.2 earthquake shakes Hualien", "Magnitude 6.1 earthquake shakes Hualien"),
        (
            "Episode 14: gardening podcast with Rosa Quint",
            "Episode 15: gardening podcast with Rosa Quint"
        ),
        ("Lanternfish 4.2 released with faster startup", "Lanternfish 4.3 released with faster startup"),
        ("Rovers 3-1 Wanderers: match report", "Rovers 2-0 Wanderers: match report"),
        (
            "Brightwater shares fall 10% after profit warning",
            "Brightwater shares fall 12% after profit warning"
        ),
        (
            "Morning briefing for March 3: what Oakville needs to know",
            "Morning briefing for March 4: what Oakville needs to know"
        ),
        (
            "Tidewater raises $20 million in Series A funding",
            "Tidewater raises $35 million in Series B funding"
        ),
        (
            "Day 3 of the Harlow fraud trial: live updates",
            "Day 4 of the Harlow fraud trial: live updates"
        ),
        ("Top 10 hiking trails around Lake Verity", "Top 25 hiking trails around Lake Verity"),
        ("Thornbury council budget 2025: what changes", "Thornbury council budget 2026: what changes"),
    ]

    static let forms: [(String, String)] = [
        ("レイカーズ対キャブス | NBAハイライト", "ピストンズ対ヒート | NBAハイライト"),
        ("東京都で新たに食中毒 保健所が調査", "大阪府で新たに食中毒 保健所が調査"),
        ("【訃報】小野寺浩さん死去 作曲家", "【訃報】三枝明子さん死去 作曲家"),
        ("甲府市長選、現職の再選確実", "松江市長選、現職の再選確実"),
        ("青森県知事選が告示、3人が立候補", "徳島県知事選が告示、3人が立候補"),
        ("カゴヤ製菓、ポテトチップスを値上げ 10月から", "ヒバリ製菓、ポテトチップスを値上げ 10月から"),
        ("今日の運勢 おひつじ座は積極的に", "今日の運勢 おうし座は慎重に"),
        ("青空銀行の社長に田村氏が昇格", "みどり銀行の社長に佐伯氏が昇格"),
        ("月山で登山者が遭難、捜索続く", "鳥海山で登山者が遭難、捜索続く"),
        ("県立東高校が甲子園初出場を決める", "県立西高校が甲子園初出場を決める"),
        ("Lakers at Cavaliers | NBA full game highlights", "Pistons at Heat | NBA full game highlights"),
        ("Alder County man arrested in burglary", "Birch County man arrested in burglary"),
        ("Weekly horoscope for Leo: love and money", "Weekly horoscope for Virgo: love and money"),
        (
            "Maple Foods reports third-quarter earnings beat",
            "Cedar Foods reports third-quarter earnings beat"
        ),
        ("What we know about the fire in Dunmore", "What we know about the flood in Tarrow"),
        ("Obituary: Harold Finch, jazz pianist", "Obituary: Edna Moor, jazz pianist"),
        ("Best deals on laptops this weekend", "Best deals on headphones this weekend"),
        ("How Brazil beat Chile to reach the final", "How Ghana beat Peru to reach the final"),
        ("Toronto weather: rain expected on Friday", "Calgary weather: rain expected on Friday"),
        ("Why Acorn stock is up today", "Why Walnut stock is down today"),
    ]

    @Test("titles whose numbers differ", arguments: numbers)
    func differentNumbers(one: String, other: String) {
        #expect(Pair.compare(one, other, .loose).relation == .different)
    }

    @Test("forms that were filled in twice", arguments: forms)
    func sameForm(one: String, other: String) {
        #expect(Pair.compare(one, other, .loose).relation == .different)
    }
}

/// Compares two titles alone, without anything counted.
enum Pair {
    static func article(_ title: String, source: String = "a", seconds: Int64 = 1_800_000_000) -> StoryArticle {
        StoryArticle(key: "", title: title, source: source, date: Timestamp(seconds: seconds))
    }

    static func compare(_ one: String, _ other: String, _ match: StoryMatch = .strict) -> StoryComparison {
        let matcher = StoryMatcher(match, weights: StoryWeights(titles: 0, counts: [:]), templates: StoryTemplates())
        return matcher.compare(StoryText(article(one)), StoryText(article(other, source: "b")))
    }
}
