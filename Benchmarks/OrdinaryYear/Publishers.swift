/// Forty typical sources.
enum Publishers {
    static func all(year: Range<Int64>, seed: UInt64) -> [Publisher] {
        table.enumerated().map { place, row in
            Publisher(place, row.name, row.options, mark: row.mark, row.habits, year: year, seed: seed)
        }
    }

    private struct Row {
        let name: String
        let options: String
        let mark: String
        let habits: PublisherHabits

        /// A source of a type other than `feed`.
        init(_ name: String, _ options: String, mark: String, _ habits: PublisherHabits) {
            (self.name, self.options, self.mark, self.habits) = (name, options, mark, habits)
        }

        /// A feed on its own host.
        init(_ name: String, more: String = "", _ habits: PublisherHabits) {
            let host = name.replacing("_", with: "-") + ".example"
            self.init(name, "type: feed, url: \"https://\(host)/feed\"" + more, mark: "//\(host)/", habits)
        }
    }

    private static let token = "token: { env: QIITA_TOKEN }"
    private static let table = [
        Row(
            "qiita_swift", "type: qiita, tag: Swift, \(token)", mark: "tags/Swift",
            .init(rhythm: .steady(8), listing: .newest(100), format: .qiita)),
        Row(
            "qiita_linux", "type: qiita, tag: Linux, \(token)", mark: "tags/Linux",
            .init(rhythm: .steady(15), listing: .newest(100), format: .qiita)),
        Row(
            "zenn_trend", "type: zenn", mark: "//zenn.dev/feed",
            .init(rhythm: .steady(0), listing: .chart(20, hours: 24), validators: .none)),
        Row("zenn_swift", "type: zenn, topic: swift", mark: "topics/swift", .init(rhythm: .steady(3))),
        Row(
            "hatena_it", "type: hatena, category: it, min_users: 50", mark: "hotentry/it",
            .init(rhythm: .steady(0), listing: .chart(30, hours: 12), format: .rdf, borrows: 6)),
        Row(
            "hatena_all", "type: hatena", mark: "hotentry.rss",
            .init(rhythm: .steady(0), listing: .chart(30, hours: 9), format: .rdf, validators: .none)),
        Row(
            "gnews_top", "type: google_news, edition: \"JP:ja\"", mark: "news.google.com/rss?",
            .init(rhythm: .steady(0), listing: .chart(38, hours: 8), validators: .none)),
        Row(
            "gnews_linux", "type: google_news, edition: \"JP:ja\", search: Linux", mark: "news.google.com/rss/search",
            .init(rhythm: .steady(30), listing: .newest(100), validators: .none)),
        Row(
            "qiita_popular", "type: feed, url: \"https://popular.example/items/feed\"", mark: "//popular.example/",
            .init(rhythm: .steady(0), listing: .chart(30, hours: 24), format: .atom)),
        Row("news_morning", .init(rhythm: .steady(150), listing: .newest(40))),
        Row("news_evening", .init(rhythm: .steady(110), listing: .newest(50), validators: .lastModified)),
        Row("news_local", .init(rhythm: .steady(60), listing: .newest(20), validators: .none)),
        Row("news_business", .init(rhythm: .steady(40), listing: .newest(15), format: .atom)),
        Row("tech_daily", .init(rhythm: .steady(12), format: .rdf)),
        Row("tech_stamped", .init(rhythm: .steady(8), listing: .newest(15), validators: .stamped)),
        Row("lwn", .init(rhythm: .steady(6), listing: .newest(15), format: .rdf, validators: .lastModified)),
        Row("publickey", .init(rhythm: .office(2), listing: .newest(10), format: .atom)),
        Row("debian", more: ", refresh: 12h", .init(rhythm: .steady(0.1))),
        Row("kernel", .init(rhythm: .bursts(0.05, size: 7), listing: .newest(10), format: .atom)),
        Row("swift_releases", .init(rhythm: .bursts(0.02, size: 4), listing: .newest(10), format: .atom)),
        Row("curl_releases", .init(rhythm: .steady(0.02), listing: .newest(10), format: .atom)),
        Row("nightly_builds", .init(rhythm: .batch(1, hour: 3), listing: .newest(10), format: .atom)),
        Row("images", .init(rhythm: .steady(0.05), validators: .stamped)),
        Row("podcast", .init(rhythm: .weekly(1), listing: .newest(100))),
        Row("podcast_small", .init(rhythm: .bursts(0.07, size: 1), listing: .newest(300), validators: .lastModified)),
        Row("blog_weekly", .init(rhythm: .weekly(1), listing: .newest(10))),
        Row("blog_company", .init(rhythm: .office(0.3), listing: .newest(10), format: .atom)),
        Row("blog_monthly", .init(rhythm: .monthly(1), listing: .newest(10))),
        Row("blog_quiet", .init(rhythm: .monthly(2), validators: .lastModified, dating: .day)),
        Row("blog_undated", .init(rhythm: .steady(0.5), listing: .newest(10), dating: .none)),
        Row("blog_nightly", .init(rhythm: .batch(3, hour: 2), listing: .newest(15), dating: .day)),
        Row("comic", .init(rhythm: .office(1), listing: .newest(10), dating: .day)),
        Row("videos", .init(rhythm: .steady(0.4), listing: .newest(15), format: .atom)),
        Row("forum_top", .init(rhythm: .steady(0), listing: .chart(25, hours: 24), format: .atom, validators: .none)),
        Row("front_page", .init(rhythm: .steady(0), listing: .chart(30, hours: 8), validators: .lastModified)),
        Row("advisories", more: ", refresh: 1h", .init(rhythm: .bursts(0.2, size: 6), listing: .newest(30))),
        Row("weather", .init(rhythm: .hours([5, 11, 17, 23]), listing: .newest(8))),
        Row("city_hall", .init(rhythm: .batch(2, hour: 17), dating: .day)),
        Row("magazine", .init(rhythm: .weekly(10), listing: .newest(30))),
        Row("newsletter", .init(rhythm: .monthly(1), listing: .newest(12), format: .atom)),
    ]
}
