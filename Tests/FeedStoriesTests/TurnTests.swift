import Testing

@testable import FeedStories

@Suite("Turns of a sequence stay apart")
struct TurnTests {
    @Test(
        "numbers in brackets keep two events apart",
        arguments: [
            ("【J2第3節】緑川FC、若葉と引き分け 後半に追いつく", "【J2第4節】緑川FC、若葉と引き分け 後半に追いつく"),
            ("[Week 4] Power rankings for the Coastal League", "[Week 5] Power rankings for the Coastal League"),
            ("【第12回】深夜の読書会だより 海の物語を読む", "【第13回】深夜の読書会だより 海の物語を読む"),
            ("【12】深夜の読書会だより 海の物語を読む", "【13】深夜の読書会だより 海の物語を読む"),
            ("【11月20日】緑川港の潮位と波の高さ 漁協が発表", "【11月21日】緑川港の潮位と波の高さ 漁協が発表"),
            ("(Ep. 7) Lantern Street: a podcast on old maps", "(Ep. 8) Lantern Street: a podcast on old maps"),
        ])
    func labels(one: String, other: String) {
        let result = Pair.compare(one, other, .loose)
        #expect(result.relation == .different && result.refusal == .differentNumbers)
    }

    @Test("words in brackets still make no difference")
    func labelWords() {
        #expect(Pair.compare("【速報】緑川市の倉庫で火災", "【動画】緑川市の倉庫で火災").relation == .sameArticle)
        #expect(Pair.compare("【第3節】緑川FCが若葉に快勝", "第3節 緑川FCが若葉に快勝").refusal != .differentNumbers)
    }

    @Test("a bracket or a prefix that tells of a guide makes it one")
    func guides() {
        for title in ["【解説】緑川港の橋はなぜ通行止めになったのか", "FACTBOX-Alden bridges closed this winter"] {
            #expect(StoryText(Pair.article(title)).actions & Lexicon.Action.guide.bit != 0)
        }
        #expect(StoryText(Pair.article("【速報】緑川港の橋が通行止めに")).actions & Lexicon.Action.guide.bit == 0)
    }

    @Test(
        "prices and rates that differ are of two days",
        arguments: [
            ("円相場、1ドル＝148円10〜20銭 東京外為", "円相場、1ドル＝149円30〜40銭 東京外為"),
            ("東京外為市場 1ドル=148円60銭近辺", "東京外為市場 1ドル=148円10銭近辺"),
            ("日経平均 3万8,120円で取引を終える", "日経平均 3万8,450円で取引を終える"),
            ("日経平均終値3万8,120円 緑川精機が高い", "日経平均3万8,450円 緑川精機が高い"),
            ("日経平均終値、小幅高 3万8,120円", "日経平均が続伸 3万8,450円"),
            ("TOPIX 2,701.12 で大引け 売買代金は4兆円", "TOPIX 2,688.40 で大引け 売買代金は4兆円"),
            ("TOPIXは2,701.12で引ける 海運株に買い", "TOPIXは2,688.40で引ける 海運株に買い"),
            ("春闘賃上げ率5.28% 労組連の1次集計", "春闘賃上げ率5.10% 労組連の最終集計"),
            ("10〜12月期GDP速報値、年率0.4%増", "10〜12月期GDP確報値、年率0.9%増"),
            (
                "Ruritania GDP grew 0.4% in first estimate for spring",
                "Ruritania GDP grew 0.6% in final estimate for spring"
            ),
        ])
    func amounts(one: String, other: String) {
        #expect(Pair.compare(one, other, .loose).relation == .different)
    }

    @Test("a rate may be told more or less exactly")
    func rates() {
        #expect(Pair.compare("円が急落、一時1ドル=148円台 緑川総裁の発言で", "円急落し1ドル=148円60銭 緑川総裁発言を受け").refusal == nil)
    }

    @Test(
        "columns of a day, directions and rounds differ",
        arguments: [
            ("Lantern Street at the Alden fair: Day One", "Lantern Street at the Alden fair: Day Two"),
            ("きょうの運勢（11月20日） おひつじ座は絶好調", "きょうの運勢（11月21日） おひつじ座は好調"),
            ("きょうの献立 鮭の南蛮漬けと豆腐の味噌汁", "きょうの献立 鶏の南蛮漬けと豆腐の味噌汁"),
            ("あすの天気 北日本は雪、関東は晴れ", "あすの天気 北日本は雨、関東は晴れ"),
            ("Why Acorn Energy Stock Is Falling Today", "Why Acorn Energy Stock Is Rising Today"),
            ("Why Acorn Energy Stock Is Falling Today", "Why Walnut Mining Stock Is Falling Today"),
            ("Rossi takes pole for Alden Grand Prix", "Rossi wins Alden Grand Prix"),
            ("Rossi wins pole in Alden Grand Prix", "Rossi wins Alden Grand Prix in the rain"),
            ("ロッシがアルデンGPでポールポジション獲得", "ロッシがアルデンGPで優勝、今季3勝目"),
            (
                "Daily horoscope for Leo: love and money on the way",
                "Daily horoscope for Leo: love and patience on the way"
            ),
            ("緑川高が若葉高を破る 夏の県大会準々決勝", "緑川高が青葉高を破る 夏の県大会準決勝"),
        ])
    func turns(one: String, other: String) {
        #expect(Pair.compare(one, other, .loose).relation == .different)
    }

    @Test(
        "the same turn is no evidence, and who tells of two turns is not held back",
        arguments: [
            ("Rossi wins Alden Grand Prix from pole", "Rossi wins chaotic Alden Grand Prix"),
            ("Lindqvist breaks pole vault record in Alden", "Lindqvist wins in Alden with pole vault record"),
            ("Brightwater shares fall after rise in debts", "Brightwater shares slump as debts grow"),
        ])
    func twoTurns(one: String, other: String) {
        #expect(Pair.compare(one, other).refusal == nil)
    }
}

@Suite("Agencies, publishers and spelling make no difference")
struct WordingTests {
    @Test(
        "British and American spelling are one",
        arguments: [
            ("organises", "organizes"), ("organisers", "organizers"), ("organisation", "organization"),
            ("colour", "color"), ("favourites", "favorites"), ("harbour", "harbor"), ("theatre", "theater"),
            ("centre", "center"), ("defence", "defense"), ("cancelled", "canceled"), ("travelling", "traveling"),
            ("travellers", "travelers"), ("analysed", "analyzed"), ("neighbourhood", "neighborhood"),
            ("programme", "program"),
        ])
    func spelling(british: String, american: String) {
        var (one, other) = (british.unicodeScalars.map(\.value), american.unicodeScalars.map(\.value))
        Stemmer.stem(&one)
        Stemmer.stem(&other)
        #expect(one == other)
    }

    @Test(
        "what an agency or a publisher adds goes",
        arguments: [
            ("UPDATE 1-Bridge closed in Alden", "Bridge closed in Alden"),
            ("WRAPUP 3-Bridge closed in Alden", "Bridge closed in Alden"),
            ("FACTBOX-Bridge closed in Alden", "Bridge closed in Alden"),
            ("Update 1-Bridge closed in Alden", "Update 1-Bridge closed in Alden"),
            ("Bridge closed in Alden (example.dev)", "Bridge closed in Alden"),
            ("緑川港の橋が通行止めに (時事通信)", "緑川港の橋が通行止めに"),
            ("Bridge closed in Alden - Northern Valley Public Notes", "Bridge closed in Alden"),
            ("A jazz pianist is remembered - Edna Moor", "A jazz pianist is remembered - Edna Moor"),
            ("Bridge closed in Alden - what we know now", "Bridge closed in Alden - what we know now"),
        ])
    func cleaning(title: String, expected: String) {
        #expect(String(scalars: TitleCleaning(title, publisher: nil, source: "s").scalars) == expected)
    }

    @Test(
        "one event in other words is one story",
        arguments: [
            (
                "Organisers cancel Willowmere festival after flooding",
                "Willowmere festival canceled: organizers blame floods"
            ),
            ("Harbour theatre in Port Alden to close for repairs", "Port Alden harbor theater closing for repairs"),
            (
                "UPDATE 2-Brightwater to buy Tidewater in $4 bln deal",
                "Brightwater agrees to acquire Tidewater for $4 billion"
            ),
            ("総理がアルデン訪問 首脳会談で港の整備に合意", "首相、アルデンで首脳会談 港湾整備で一致"),
            ("アルデン線が運休 倒木で架線切れる", "倒木で架線切断、アルデン線が運転見合わせ"),
        ])
    func sameStory(one: String, other: String) {
        #expect(Pair.compare(one, other).relation == .sameStory)
    }
}
