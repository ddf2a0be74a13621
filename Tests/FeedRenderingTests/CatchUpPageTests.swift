import FeedModel
import FeedRendering
import Testing

@Suite("the page of the best entries of a time")
struct CatchUpPageTests {
    private let to = Timestamp(seconds: 1_795_125_600)

    private func digest(_ titles: [String], of offered: Int, locale: DigestLocale, order: CatchUp.Order = .buzz)
        -> Digest
    {
        let entries = titles.map { title in
            var entry = Entry()
            entry.title = title
            return DigestEntry(key: title, entry: entry, source: "a", sourceTitle: "A", firstSeen: to)
        }
        var digest = Digest(
            pipeline: "all", title: "Best", generatedAt: to, from: to - .seconds(14 * 86_400), to: to, zone: .utc,
            locale: locale, sections: titles.isEmpty ? [] : [DigestSection(title: "", entries: entries)],
            next: to + .seconds(86_400))
        digest.catchUp = CatchUp(offered: offered, passedOver: 5, undecided: 2, order: order)
        return digest
    }

    private func pages(_ digest: Digest) -> [String] {
        [TextDigest.render(digest), MarkdownDigest.render(digest), HTMLDigest.render(digest)].map {
            String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    @Test("says of how many entries it shows how many, and has neither an end of the day nor a next edition")
    func said() {
        for page in pages(digest(["one", "two"], of: 412, locale: .en)) {
            #expect(page.contains("2 of 412 entries (about 1 min)"))
            #expect(page.contains("410 of the 412 entries are not on this page."))
            #expect(page.contains("5 that had no space in their digests"))
            #expect(page.contains("2 more wait to be judged by the next delivery."))
            #expect(!page.contains("That is all") && !page.contains("Next:"))
        }
        for page in pages(digest(["one", "two"], of: 2, locale: .ja, order: .number("likes"))) {
            #expect(page.contains("2件（2件から、約1分）") && page.contains("いいねの多い順"))
            #expect(!page.contains("ここまでです") && !page.contains("次は"))
        }
    }

    @Test("without entries it says so")
    func empty() {
        for page in pages(digest([], of: 0, locale: .en)) {
            #expect(page.contains("There are no entries of this time.") && !page.contains("come first"))
        }
    }

    @Test("its title names the days, and the years where they differ")
    func titles() {
        let dates = DigestDates(zone: .utc)
        func title(_ title: String?, days: Int, _ locale: DigestLocale) -> String {
            dates.catchUpTitle(of: title, from: to - .seconds(days * 86_400), to: to, words: DigestWords(locale))
        }
        #expect(title("朝刊", days: 10, .ja) == "朝刊：11/9〜11/19 のまとめ")
        #expect(title(nil, days: 10, .en) == "The best of 9 Nov to 19 Nov")
        #expect(title(nil, days: 400, .ja) == "2025/10/15〜2026/11/19 のまとめ")
        #expect(title("News", days: 400, .en) == "News: the best of 15 Oct 2025 to 19 Nov 2026")
    }
}
