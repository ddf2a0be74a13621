import FeedModel

extension SampleDigest {
    /// A bookmark of the first entry, under another title and address.
    static let bookmarked = Duplicate(
        key: "b9", source: "hatena_it", sourceTitle: "はてなブックマーク – IT",
        title: "Swift 6.3 の厳格な並行性チェック – Qiita", url: "https://qiita.example/items/c686397e4a0f4f11683d?amp=1",
        numbers: ["bookmarks": 312])

    static let qiita: [DigestEntry] = [
        entry("q1", source: ("qiita_swift", "Qiita – Swift"), duplicates: [bookmarked]) {
            $0.guid = "c686397e4a0f4f11683d"
            $0.url = "https://qiita.example/items/c686397e4a0f4f11683d"
            $0.title = "Swift 6.3 の厳格な並行性チェックを既存プロジェクトに入れてみた：つまずいた七つの点と、その直し方"
            $0.published = moment("2026-11-20T06:12:00+09:00")
            $0.authors = [Person(name: "山田花子", url: "https://qiita.example/hanako")]
            $0.categories = ["Swift", "Concurrency", "Linux", "移行"].map { Category(term: $0) }
            $0.numbers = ["likes": 128, "stocks": 64, "comments": 3]
            $0.language = "ja"
            $0.content = .html(
                UntrustedHTML(
                    markup: """
                        <h1>はじめに</h1><p>社内で五年ほど育ててきたサーバーを、この秋に Swift 6 モードへ移しました。警告は最初 1,842 件。
                        結論から書くと、<strong>九割は機械的に直せます</strong>。残りの一割は設計の問題で、そこが面白いところでした。</p>
                        <h2>1. グローバル変数</h2><p><code>static var</code> をやめて値を渡すだけで、三百件が消えました。</p>
                        <pre><code class="language-swift">struct Services: Sendable {
                            var clock: any WallClock
                            var transport: any HTTPTransport // 長い行：この行は携帯の画面では収まらないので、横に流れてほしい行です
                        }
                        </code></pre><ul><li>テストが速くなった</li><li>順序に頼らなくなった</li></ul>
                        <blockquote><p>「共有しないものは、壊れない」</p></blockquote>
                        <table><tr><th>段階</th><th>警告</th><th>日数</th></tr><tr><td>開始</td><td>1,842</td><td>0</td></tr>
                        <tr><td>値渡し</td><td>310</td><td>4</td></tr><tr><td>設計</td><td>0</td><td>11</td></tr></table>
                        """, base: "https://qiita.example/"))
        },
        entry("q2", source: ("qiita_swift", "Qiita – Swift")) {
            $0.guid = "1f0c"
            $0.url = "https://qiita.example/items/1f0c"
            $0.title = "Debian 12 で Swift の静的リンクを試す"
            $0.published = moment("2026-11-20T01:03:00+09:00")
            $0.authors = [Person(name: "taro_s")]
            $0.categories = [Category(term: "Swift"), Category(term: "Debian")]
            $0.numbers = ["likes": 7]
            $0.language = "ja"
            $0.content = .html(
                UntrustedHTML(
                    markup: """
                        <p>起動が 3.4 ms から 1.8 ms になりました。<img src="https://img.example/chart.png" alt="起動時間のグラフ"
                        width="1280" height="480"></p><p>くわしい数字は本文に。</p>
                        """))
        },
    ]

    static let news: [DigestEntry] = [
        entry("n1", source: ("gnews_tech", "テクノロジー – Google ニュース")) {
            $0.guid = "CBMiXkFV"
            $0.url = "https://news.example/rss/articles/CBMiXkFV?oc=5"
            $0.title = "国産の小型量子計算機、来春から一般公開へ　研究者以外にも門戸"
            $0.publisher = Publisher(name: "見本新聞デジタル", url: "https://mihon.example/")
            $0.published = moment("2026-11-20T05:30:00+09:00")
            $0.summary = nil
            $0.content = .html(
                UntrustedHTML(
                    markup: """
                        <a href="https://news.example/rss/articles/CBMiXkFV?oc=5">国産の小型量子計算機、来春から一般公開へ　研究者以外にも門戸</a>\
                        &nbsp;&nbsp;<font color="#6f6f6f">見本新聞デジタル</font>
                        """))
        },
        entry("n2", source: ("gnews_tech", "テクノロジー – Google ニュース")) {
            $0.guid = "CBMiB2"
            $0.url = "https://news.example/rss/articles/CBMiB2"
            $0.title = "「瓦版」が帰ってきた――紙の速報に学ぶ、情報の届け方（前編）"
            $0.publisher = Publisher(name: "暮らしと技術")
            $0.published = moment("2026-11-19T21:08:00+09:00")
            $0.image = "https://img.example/kawaraban.jpg"
            $0.content = .plain(
                "江戸の町では、大火や仇討ちの報せが一枚の刷り物になって、その日のうちに辻で売られた。速さと、短さと、少しの絵。"
                    + "いま私たちが毎朝受け取る通知の多くは、そのどれも満たしていない。\n本稿では、当時の摺師がどのように話題を選び、"
                    + "どれだけの行に収めたのかを、残された版木から数えてみる。数えてみると、平均は二百八十字。読むのに一分とかからない。"
                    + "現代の端末で一画面に収まる量と、ほとんど同じなのである。")
        },
    ]

    static let bookmarks: [DigestEntry] = [
        entry("h1", source: ("hatena_it", "はてなブックマーク – IT")) {
            $0.guid = "https://dev.example/sqlite-in-cron"
            $0.url = "https://dev.example/sqlite-in-cron"
            $0.title = "cron と SQLite だけで作る、壊れない定期処理"
            $0.published = moment("2026-11-19T18:44:00+09:00")
            $0.categories = [Category(term: "テクノロジー"), Category(term: "SQLite"), Category(term: "運用")]
            $0.numbers = ["bookmarks": 1204]
            $0.image = "https://img.example/sqlite.png"
            $0.content = .plain("一度だけ届ける、を本気でやるとどうなるか。WAL と fsync、そして「届けた」と書く順番の話。")
        },
        entry("h2", source: ("hatena_it", "はてなブックマーク – IT")) {
            $0.guid = "https://dev.example/podcast/42"
            $0.url = "https://dev.example/podcast/42"
            $0.title = "第42回 フィードはまだ死んでいない"
            $0.published = moment("2026-11-19T12:00:00+09:00")
            $0.numbers = ["bookmarks": 38]
            $0.enclosures = [
                Enclosure(
                    url: "https://cdn.example/42.mp3", mediaType: "audio/mpeg", size: 32_100_000, duration: 2834,
                    title: "第42回の音声")
            ]
            $0.content = .plain("ゲストと一時間、RSS と Atom の昔話。")
        },
    ]

    static let blog: [DigestEntry] = [
        entry("b1") {
            $0.guid = "tag:blog.example.com,2026:1"
            $0.url = "https://blog.example.com/2026/11/kinsoku"
            $0.title = "Breaking lines the Japanese way"
            $0.published = moment("2026-11-19T09:15:00Z")
            $0.updated = moment("2026-11-19T10:00:00.250Z")
            $0.authors = [Person(name: "A. Writer", email: "writer@example.com")]
            $0.language = "en"
            $0.summary = .plain("Where may a line end? A short tour of kinsoku, with a table.")
            $0.content = .html(
                UntrustedHTML(
                    markup: """
                        <p>Latin text breaks at spaces. Japanese text breaks nearly everywhere, except where a rule says \
                        otherwise: no line begins with 。 or 」, and none ends with 「.</p><p>Browsers call it \
                        <code>line-break: strict</code>.</p>
                        """))
        },
        entry("b2") {
            $0.url = "https://blog.example.com/2026/11/no-date"
            $0.title = "An entry that does not say when it was written"
            $0.content = .plain("Undated & short.")
        },
        entry("b3") {
            $0.guid = "status-3"
            $0.content = .html(UntrustedHTML(markup: "<p>A note without a title, as small blogs post them.</p>"))
            $0.published = moment("2026-11-18T23:59:59Z")
        },
    ]
}
