import FeedModel
import FeedRendering
import Testing

@Suite("Excerpts")
struct ExcerptTests {
    @Test(
        "an excerpt ends at a word, and says that it was cut",
        arguments: [
            ("the quick brown fox", 15, "the quick…"), ("the quick brown fox", 19, "the quick brown fox"),
            ("一二三、四五六七", 8, "一二三…"), ("一二三四五六七", 8, "一二三…"),
            ("word " + String(repeating: "x", count: 90), 40, "word " + String(repeating: "x", count: 34) + "…"),
            ("", 10, ""),
        ])
    func cut(text: String, columns: Int, excerpt: String) {
        #expect(Excerpt.cut(text, columns: columns) == excerpt)
    }

    @Test("a pile of combining marks is cut")
    func marks() {
        #expect(Excerpt.cut("e" + String(repeating: "\u{301}", count: 5000), columns: 80).unicodeScalars.count < 30)
    }

    @Test("the summary comes before the content")
    func summaryFirst() {
        var entry = Entry()
        entry.summary = .plain("short")
        entry.content = .plain("long and long")
        #expect(Excerpt.of(entry, columns: 80) == "short")
        entry.summary = .plain(" ")
        #expect(Excerpt.of(entry, columns: 80) == "long and long")
    }

    @Test(
        "an excerpt of markup is running text: no headings, no code, a dot between items of a list",
        arguments: [
            ("<h2>結論</h2><p>小さく分けます</p><p>次に</p>", "小さく分けます · 次に"),
            ("<p>手順です。</p><pre>let x = 1</pre><p>以上。</p>", "手順です。以上。"),
            ("<p>Three rules:</p><ul><li>once</li><li>first</li></ul>", "Three rules: once · first"),
            ("<pre>let x = 1</pre>", "let x = 1"), ("a<br>b", "a b"),
        ])
    func markup(markup: String, excerpt: String) {
        var entry = Entry()
        entry.content = .html(UntrustedHTML(markup: markup))
        #expect(Excerpt.of(entry, columns: 80) == excerpt)
    }

    @Test(
        "an excerpt ends with a sentence if one ends near its end",
        arguments: [
            ("一二三四五六。七八九十", 16, "一二三四五六。…"), ("一二。三四五六七八九十", 16, "一二。三四五六…"),
            ("one two three. four five", 18, "one two three. …"), ("one two three.four five", 18, "one two…"),
        ])
    func sentence(text: String, columns: Int, excerpt: String) {
        var entry = Entry()
        entry.summary = .plain(text)
        #expect(Excerpt.of(entry, columns: columns) == excerpt)
    }

    @Test("the head of a digest names the day in its language")
    func day() {
        let time = CivilTime(year: 2026, month: 11, day: 20, hour: 7)
        #expect(DigestWords(.ja).date(time) == "2026年11月20日（金）07:00")
        #expect(DigestWords(.en).date(time) == "Friday, 20 November 2026, 07:00")
    }

    @Test("why a source failed is told as the run told it, and a plugin's English is marked as such")
    func reasons() {
        let known = FailedSource(source: "a", title: "A", code: "not_found", message: "このアドレスには何もありません")
        let unknown = FailedSource(source: "a", title: "A", code: "ash_cloud", message: "no plane")
        #expect(DigestWords(.en).reason(for: unknown) == "no plane")
        #expect(DigestWords(.en).languageOfReason(for: unknown) == "en")
        #expect(DigestWords(.ja).reason(for: known) == "このアドレスには何もありません")
        #expect(DigestWords(.ja).languageOfReason(for: known) == "ja")
        #expect(DigestWords(.ja).reason(for: unknown) == "no plane")
        #expect(DigestWords(.ja).languageOfReason(for: unknown) == "en")
    }

    @Test("a text that repeats the headline and its publisher is no excerpt")
    func repetition() {
        var entry = Entry()
        entry.title = "Headline of the day"
        entry.publisher = Publisher(name: "The Sample")
        entry.content = .html(UntrustedHTML(markup: "<a href=x>Headline of the day</a>  <font>The Sample</font>"))
        #expect(Excerpt.of(entry, columns: 80) == nil)
        entry.content = .plain("Headline of the day was wrong")
        #expect(Excerpt.of(entry, columns: 80) == "Headline of the day was wrong")
    }

    @Test(
        "text is shown on one line without anything that leads a terminal astray",
        arguments: [
            ("a\nb\r\nc\td", "a b c d"), ("\u{1B}[31mred\u{7}", "\u{FFFD}[31mred\u{FFFD}"),
            ("\u{9B}31m", "\u{FFFD}31m"),
            ("a\u{202E}b\u{2066}c\u{200B}d\u{FEFF}", "abcd"), ("  x  ", "x"), ("家族👩‍👧", "家族👩‍👧"),
            ("一般公開へ　研究者", "一般公開へ　研究者"), ("終わり。\n始まり", "終わり。始まり"), ("終わり。 始まり", "終わり。 始まり"),
            ("\u{0}", "\u{FFFD}"),
        ])
    func visible(text: String, shown: String) {
        #expect(VisibleText.line(text) == shown)
    }

    @Test(
        "only web addresses are linked, with all percent-encoded that is no part of one",
        arguments: [
            ("https://a.example/x", "https://a.example/x"), ("javascript:alert(1)", nil), ("https:", nil),
            ("http://", nil),
            ("HTTP://a.example/", "HTTP://a.example/"), ("//a.example/", nil), ("mailto:a@b.example", nil),
            ("https://a.example/ \"<>\\^`{|}\n", "https://a.example/%20%22%3C%3E%5C%5E%60%7B%7C%7D%0A"),
            ("https://a.example/%E6%97%A5?a=b&c#d", "https://a.example/%E6%97%A5?a=b&c#d"),
            ("https://a.example/日", "https://a.example/%E6%97%A5"),
        ])
    func addresses(address: String, shown: String?) {
        #expect(WebAddress.shown(address) == shown)
    }

    @Test(
        "numbers are set apart by thousands",
        arguments: [
            (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"),
            (Int.min, "-9,223,372,036,854,775,808"),
        ])
    func grouping(number: Int, text: String) {
        #expect(DigestWords(.en).grouped(number) == text)
    }
}
