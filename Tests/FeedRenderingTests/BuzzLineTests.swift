import FeedModel
import Testing

@testable import FeedRendering

/// What a page in the order by buzz tells of each entry, and where its parts stand.
@Suite("pages in the order by buzz")
struct BuzzLineTests {
    private func number(
        _ name: String, _ value: Int, above below: Int, of count: Int, isOfSelection: Bool = false
    ) -> Buzz.ComparedNumber {
        Buzz.ComparedNumber(
            name: name, source: "blog", value: value,
            standing: NumberStanding(below: below, notAbove: below + 1, count: count), isOfSelection: isOfSelection,
            weight: 1)
    }

    private func parts(_ buzz: Buzz, _ locale: DigestLocale) -> String? {
        BuzzLine(buzz, words: DigestWords(locale))?.parts.map(\.text).joined(separator: " · ")
    }

    @Test("the line has each number with its share, and the sites, in the words of the language")
    func line() {
        let buzz = Buzz(
            numbers: [number("bookmarks", 1312, above: 199, of: 200), number("likes", 45, above: 193, of: 200)],
            publishers: 3)
        #expect(parts(buzz, .ja) == "はてブ 1,312（上位1%） · いいね 45（上位4%） · 3サイト")
        #expect(parts(buzz, .en) == "1,312 bookmarks (top 1%) · 45 likes (top 4%) · 3 sites")
    }

    @Test("what is below the middle, or compared with too few, has no share; nothing has no line")
    func noShare() {
        let low = Buzz(numbers: [number("likes", 11, above: 20, of: 200), number("stocks", 12, above: 9, of: 10)])
        #expect(parts(low, .en) == "11 likes · 12 stocks")
        #expect(parts(Buzz(numbers: [number("likes", 0, above: 0, of: 200)]), .en) == nil)
        #expect(parts(Buzz(), .en) == nil)
    }

    @Test("fewer than ten readers are not called a top share, however few the others have")
    func fewReaders() {
        for (value, line) in [(2, "ストック 2"), (9, "ストック 9"), (10, "ストック 10（上位1%）")] {
            #expect(parts(Buzz(numbers: [number("stocks", value, above: 199, of: 200)]), .ja) == line)
        }
    }

    @Test("of a list of hot entries only the upper fifth has a share, and no other entry has a label")
    func selection() {
        let hot = Buzz(numbers: [number("bookmarks", 210, above: 99, of: 200, isOfSelection: true)], isListed: true)
        #expect(parts(hot, .ja) == "はてブ 210")
        #expect(parts(hot, .en) == "210 bookmarks")
        let top = Buzz(numbers: [number("bookmarks", 210, above: 199, of: 200, isOfSelection: true)], isListed: true)
        #expect(parts(top, .ja) == "はてブ 210（上位1%）")
        // A number of a plugin has its own name.
        #expect(parts(Buzz(numbers: [number("views", 90, above: 199, of: 200)]), .ja) == "views 90（上位1%）")
    }

    // MARK: pages

    /// Nine entries that are talked about, the most first, then two of which nothing is known, and one that is ordinary.
    private func digest(_ locale: DigestLocale = .en, title: String = "") -> Digest {
        let entries = (0..<12).map { index in
            var entry = SampleDigest.entry("k\(index)", source: ("s\(index % 3)", "Source \(index % 3)")) {
                $0.title = "Title \(index)"
                $0.url = "https://a.example/\(index)"
                $0.summary = .plain("Something is said about the entry with the number \(index).")
                $0.published = SampleDigest.moment("2026-11-20T06:12:00+09:00")
                $0.numbers = ["likes": 100 - index]
            }
            entry.buzz =
                index < 9
                ? Buzz(numbers: [number("likes", 100 - index, above: 190 - index, of: 200)])
                : index < 11 ? Buzz() : Buzz(numbers: [number("likes", 1, above: 20, of: 200)])
            return entry
        }
        var digest = SampleDigest.digest(
            title: "t", locale: locale, sections: [DigestSection(title: title, entries: entries)])
        digest.ranking = "buzz"
        return digest
    }

    private func pages(_ digest: Digest) -> [String] {
        [TextDigest.render(digest), MarkdownDigest.render(digest), HTMLDigest.render(digest)].map {
            String(decoding: $0, as: UTF8.self).replacing("<b>", with: "").replacing("</b>", with: "")
                .replacing("\\", with: "")
        }
    }

    private func count(_ needle: String, in text: String) -> Int {
        text.split(separator: needle, omittingEmptySubsequences: false).count - 1
    }

    @Test(
        "leads and cards follow the order by buzz; headings part what is unknown, and what is ordinary, from the rest")
    func parted() {
        let plan = PagePlan(digest(), words: DigestWords(.en), options: PageOptions())
        #expect(plan.leads.map(\.entry.key) == ["k0", "k1", "k2", "k3"])
        #expect(
            plan.sections.map(\.title) == ["", "Reactions not known, newest first", "No more reactions than usual"])
        #expect(plan.sections.map(\.count) == [5, 2, 1])
        let japanese = PagePlan(digest(.ja), words: DigestWords(.ja), options: PageOptions())
        #expect(japanese.sections.map(\.title) == ["", "反応の数が分からない記事（新しい順）", "反応がふつう以下の記事"])
        // In a grouped page each group has its own order, and no line.
        let grouped = PagePlan(digest(title: "Blog"), words: DigestWords(.en), options: PageOptions())
        #expect(grouped.sections.map(\.title) == ["Blog"])
    }

    @Test("a number stands once, and the legend once, at the foot of each page")
    func once() {
        for page in pages(digest()) {
            #expect(count("100 likes (top 5%)", in: page) == 1)
            #expect(count("likes 100", in: page) == 0)
            #expect(count("compares an entry with those of the same feed", in: page) == 1)
            #expect(count("Most talked about, at most two a source", in: page) == 1)
        }
        for page in pages(digest(.ja)) {
            #expect(count("いいね 100（上位5%）", in: page) == 1)
            #expect(count("同じフィードの過去30日・同じ経過時間の記事との比較です", in: page) == 1)
            #expect(count("話題の記事（各フィード2件まで）", in: page) == 1)
        }
    }

    @Test("a number that the line tells is not told again of the same entry in another source")
    func duplicates() {
        var digest = digest()
        digest.sections[0].entries[0].duplicates = [
            Duplicate(key: "d", source: "o", sourceTitle: "Other", numbers: ["likes": 100, "comments": 7])
        ]
        for page in pages(digest) {
            #expect(page.contains("Other (comments 7)"))
            #expect(count("100 likes", in: page) == 1)
        }
    }

    @Test("a page of a pipeline that does not measure buzz is as before")
    func unmeasured() {
        var digest = digest()
        digest.ranking = "likes"
        for index in digest.sections[0].entries.indices { digest.sections[0].entries[index].buzz = nil }
        for page in pages(digest) {
            #expect(page.contains("likes 100"))
            #expect(!page.contains("(top "))
            #expect(!page.contains("compares"))
        }
    }

    @Test("programs get the sum: its value, and each number with its share")
    func json() {
        let text = String(decoding: JSONLinesDigest.render(digest()), as: UTF8.self)
        let first = text.split(separator: "\n").first.map(String.init) ?? ""
        #expect(
            first.contains(
                #""buzz":{"value":0.628,"above_ordinary":true,"publishers":1,"named":0,"listed":false,"numbers":["#
                    + #"{"name":"likes","source":"blog","value":100,"samples":200,"top_percent":5,"share":0.628}]}"#))
        #expect(text.contains(#""buzz":{"value":null,"above_ordinary":false,"publishers":1,"#))
    }
}
