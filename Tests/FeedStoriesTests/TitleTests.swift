import Testing

@testable import FeedStories

@Suite("Titles are cut into words")
struct TitleTests {
    @Test(
        "what belongs to the publisher goes",
        arguments: [
            ("Bridge closed in Alden - The Alden Post", "Bridge closed in Alden"),
            ("橋が通行止めに、港区で - Yahoo!ニュース", "橋が通行止めに、港区で"),
            ("橋が通行止めに、港区で：朝日新聞デジタル", "橋が通行止めに、港区で"),
            ("橋が通行止めに、港区で | NHK", "橋が通行止めに、港区で"),
            ("橋が通行止めに、港区で（ロイター） - Yahoo!ニュース", "橋が通行止めに、港区で"),
            ("【速報】橋が通行止めに、港区で[2026/02/05 19:38]", "橋が通行止めに、港区で"),
            ("［動画］橋が通行止めに、港区で", "橋が通行止めに、港区で"),
            ("Alden votes: yes or no - a guide", "Alden votes: yes or no - a guide"),
            ("A - B", "A - B"),
            ("【速報】", "【速報】"),
        ])
    func cleaning(title: String, expected: String) {
        let clean = TitleCleaning(title, publisher: nil, source: "s")
        #expect(String(scalars: clean.scalars) == expected)
    }

    @Test("the publisher's name goes where it is known")
    func publisher() {
        let clean = TitleCleaning(
            "Bridge closed in Alden | Kites & Boats", publisher: "Kites & Boats", source: "s")
        #expect(String(scalars: clean.scalars) == "Bridge closed in Alden")
    }

    @Test(
        "numbers have a kind",
        arguments: [
            ("第3回勉強会", [NumberMention.Kind.ordinal]), ("震源はM5.2", [.magnitude]), ("magnitude 6.1 quake", [.magnitude]),
            ("iOS 17.2 released", [.version]), ("浦和が3-1で勝つ", [.result]), ("2月6日に開店", [.month, .day]),
            ("平年より21日遅く", []), ("約1億2000万円", [.money]), ("$38 billion deal", [.money]), ("12%増", [.percent]),
            ("2024年", [.year]), ("five killed", [.count]), ("6 million users", [.count]), ("10:30に開始", []),
            ("PostgreSQL 17正式版", [.version]),
        ])
    func numbers(title: String, kinds: [NumberMention.Kind]) {
        let clean = TitleCleaning(title, publisher: nil, source: "s")
        #expect(TitleTokens(clean.scalars).numbers.map(\.kind) == kinds)
    }

    @Test("large numbers have one value, however they are written")
    func values() {
        func value(_ title: String) -> Double? {
            TitleTokens(TitleCleaning(title, publisher: nil, source: "s").scalars).numbers.first?.value
        }
        #expect(value("1億2000万円を寄付") == 120_000_000)
        #expect(value("１万２千戸が停電") == 12_000)
        #expect(value("$38B for cloud") == 38_000_000_000)
        #expect(value("six million shoppers") == 6_000_000)
        #expect(value("1,234 people") == 1234)
    }

    @Test(
        "English words lose their endings",
        arguments: [
            ("slashes", "slash"), ("slashed", "slash"), ("slashing", "slash"), ("cutting", "cut"),
            ("companies", "company"),
            ("missing", "miss"), ("this", "this"), ("falling", "fall"), ("raised", "rais"), ("raises", "rais"),
        ])
    func stems(word: String, stem: String) {
        var scalars = word.unicodeScalars.map(\.value)
        Stemmer.stem(&scalars)
        #expect(String(scalars: scalars) == stem)
    }

    @Test("a town and the country that it lies in are no contradiction, two towns are")
    func places() {
        #expect(Pair.compare("渋谷区で新型バス「ココモ」運行開始", "都内で新型バス「ココモ」が運行開始").relation == .sameStory)
        #expect(Pair.compare("渋谷区で新型バス「ココモ」運行開始", "大阪市で新型バス「ココモ」が運行開始").refusal == .differentNames)
    }
}
