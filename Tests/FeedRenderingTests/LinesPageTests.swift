import FeedModel
import Testing

@testable import FeedRendering

/// Text and Markdown follow the structure of the page: head, leads, sections with cards and lists, end.
@Suite("pages in text and Markdown")
struct LinesPageTests {
    private func entries(_ count: Int, likes: (Int) -> Int = { _ in 0 }) -> [DigestEntry] {
        (0..<count).map { index in
            SampleDigest.entry("k\(index)", source: ("s\(index % 3)", "Source \(index % 3)")) {
                $0.title = "Title \(index)"
                $0.url = "https://a.example/\(index)"
                $0.summary = .plain("Something is said about the entry with the number \(index).")
                $0.published = SampleDigest.moment("2026-11-20T06:12:00+09:00")
                $0.numbers = likes(index) > 0 ? ["likes": likes(index)] : [:]
                $0.categories = (0..<6).map { Category(term: "tag\(index)\($0)") }
            }
        }
    }

    private func digest(_ all: [DigestEntry], locale: DigestLocale = .en) -> Digest {
        SampleDigest.digest(title: "t", locale: locale, sections: [DigestSection(title: "Blog", entries: all)])
    }

    private func text(_ digest: Digest, _ options: PageOptions = PageOptions()) -> String {
        String(decoding: TextDigest.render(digest, options: options), as: UTF8.self)
    }

    private func markdown(_ digest: Digest, _ options: PageOptions = PageOptions()) -> String {
        var all = MarkdownOptions()
        all.page = options
        return String(decoding: MarkdownDigest.render(digest, options: all), as: UTF8.self)
    }

    private func count(_ needle: String, in text: String) -> Int {
        text.split(separator: needle, omittingEmptySubsequences: false).count - 1
    }

    @Test("entries with the highest numbers lead, and stand nowhere again")
    func leads() {
        var digest = digest(entries(20) { $0 == 7 ? 900 : 10 })
        digest.ranking = "likes"
        for page in [text(digest), markdown(digest)] {
            #expect(page.contains("Top stories by likes"))
            #expect(count("Title 7", in: page) == 1)
            let places = ["Title 7", "Title 0"].compactMap { page.firstRange(of: $0)?.lowerBound }
            #expect(places.count == 2 && places == places.sorted())
        }
        let unranked = self.digest(entries(20))
        #expect(!markdown(unranked).contains("Top stories"))
        #expect(count("### ", in: markdown(unranked, PageOptions(lead: 2, briefAfter: 0))) == 2)
    }

    @Test("without sections a heading parts the others from those that lead")
    func others() {
        let digest = SampleDigest.digest(
            title: "t", locale: .en, sections: [DigestSection(title: "", entries: entries(20))])
        let page = markdown(digest, PageOptions(lead: 2))
        let parts = ["## Top stories", "### [Title 0]", "## More", "### [Title 2]"]
        let places = parts.compactMap { page.firstRange(of: $0)?.lowerBound }
        #expect(places.count == 4 && places == places.sorted())
        #expect(!markdown(digest).contains("## More"))
    }

    @Test("the first of a section are cards with excerpts, the others a list; `brief_after` and `excerpt` decide")
    func briefs() {
        let digest = digest(entries(20))
        #expect(count("\n### ", in: markdown(digest)) == 4)
        #expect(count("\n- [Title", in: markdown(digest)) == 16)
        #expect(count("\n* Title", in: text(digest)) == 4)
        #expect(count("\n- Title", in: text(digest)) == 16)
        #expect(count("\n* Title", in: text(digest, PageOptions(briefAfter: 6))) == 6)
        #expect(count("Something", in: text(digest)) == 4)
        for page in [text(digest, PageOptions(excerpt: 0)), markdown(digest, PageOptions(excerpt: 0))] {
            #expect(!page.contains("Something"))
        }
    }

    @Test("an entry shows at most three tags and two numbers")
    func facts() {
        for page in [text(digest(entries(2))), markdown(digest(entries(2)))] {
            #expect(page.contains("#tag02") && !page.contains("#tag03"))
        }
    }

    @Test("the head has the date, the size, the time to read and what failed; the end says when the next one comes")
    func headAndEnd() {
        var digest = digest(entries(3), locale: .ja)
        digest.next = digest.to + .seconds(86_400)
        digest.failedSources = SampleDigest.morning.failedSources
        for page in [text(digest), markdown(digest)] {
            #expect(page.contains("07:00 · 2026/11/19 07:00以降\n"))
            #expect(page.contains("3件（読むのに約1分） · 取得できなかったサイト 2件\n"))
            #expect(page.contains("\n今日はここまでです。次は明日 7:00。\n"))
        }
    }

    @Test("the head names at most twelve sections, and how many more there are")
    func contents() {
        func text(sections: Int) -> String {
            let all = (0..<sections).map { DigestSection(title: "Day \($0)", entries: entries(1)) }
            return markdown(SampleDigest.digest(title: "t", locale: .en, sections: all))
        }
        #expect(text(sections: 12).contains("Day 10 1 · Day 11 1\n"))
        #expect(text(sections: 20).contains("Day 10 1 · Day 11 1 · 8 more\n"))
        let stories = (0..<3).map { DigestSection(title: "Story \($0)", entries: entries(1), kind: .story) }
        let others = DigestSection(title: "", entries: entries(1))
        let page = markdown(SampleDigest.digest(title: "t", locale: .en, sections: stories + [others]))
        #expect(!page.contains("Story 0 1"))
    }

    @Test("Markdown links to the previous page and to what was left out")
    func links() {
        var digest = digest(entries(1))
        digest.links = PageLinks(previous: "2026-11-19.md", omitted: "2026-11-20-omitted.md")
        #expect(
            markdown(digest).contains(
                "\n[Everything that was left out](2026-11-20-omitted.md) · [Previous page](2026-11-19.md)\n"))
    }

    @Test("U13: no line of text is wider than 78 columns, except for addresses")
    func width() {
        for digest in [SampleDigest.morning, SampleDigest.plain, SampleDigest.hostile] {
            for page in [text(digest), text(digest, PageOptions(lead: 4, briefAfter: 0))] {
                let wide = page.split(separator: "\n").filter {
                    DisplayWidth.of(String($0)) > 78 && !$0.contains("://")
                }
                #expect(wide == [])
            }
        }
    }

    @Test("ten thousand entries are a page, as are none and one")
    func sizes() {
        #expect(count("\n- [Title", in: markdown(digest(entries(10_000)))) == 9_996)
        #expect(count("Title", in: text(digest(entries(1)))) == 1)
        #expect(text(digest([])).contains("Nothing new."))
    }
}
