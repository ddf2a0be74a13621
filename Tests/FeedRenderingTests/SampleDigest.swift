import FeedModel

/// A digest as a morning brings it: Japanese and English, with the oddities that feeds have.
enum SampleDigest {
    static let zone = Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600)

    static func moment(_ text: String) -> Timestamp {
        Timestamp(rfc3339: text) ?? Timestamp(seconds: 0)
    }

    /// Sections by source, failures, and what was passed over.
    static let morning = digest(
        title: "朝のまとめ", locale: .ja,
        sections: [
            DigestSection(title: "Qiita – Swift", entries: qiita),
            DigestSection(title: "テクノロジー – Google ニュース", entries: news),
            DigestSection(title: "はてなブックマーク – IT", entries: bookmarks),
            DigestSection(title: "Example Engineering Blog", entries: blog),
        ],
        failedSources: [
            FailedSource(
                source: "zenn_swift", title: "Zenn – Swift", code: "timeout",
                message: "30秒以内に応答がありませんでした。`timeout` を長くするか、時間をおいて再試行してください"),
            FailedSource(
                source: "old_blog", title: "An Old Blog", code: "not_a_feed",
                message: "フィードではありません: HTML <title>Parked & for sale</title>。サイトでRSSやAtomへのリンクを探してください"),
        ],
        tally: DigestTally(
            kept: 9, passedOver: [.expired: 120, .duplicate: 91, .later: 12, .filtered: 0]))

    /// One section without a title, in English.
    static let plain = digest(
        title: "Weekly reading", locale: .en, sections: [DigestSection(title: "", entries: Array(blog.prefix(3)))])

    /// Nothing at all.
    static func empty(_ locale: DigestLocale) -> Digest {
        digest(title: locale == .ja ? "朝のまとめ" : "Morning", locale: locale, sections: [])
    }

    /// What nobody should have to read.
    static let hostile = digest(
        title: "Hostile </title><script>alert(1)</script>", locale: .en,
        sections: [DigestSection(title: "Odd \"feeds\" & <others>", entries: HostileEntries.all)],
        failedSources: [
            FailedSource(
                source: "evil", title: "Evil <i>\u{202E}twin", code: "rejected",
                message: "\u{1B}[31m<b>\nkawaraban: ok")
        ])

    static func digest(
        title: String, locale: DigestLocale, sections: [DigestSection], failedSources: [FailedSource] = [],
        tally: DigestTally? = nil
    ) -> Digest {
        Digest(
            pipeline: "morning", title: title, generatedAt: moment("2026-11-20T07:00:12+09:00"),
            from: moment("2026-11-19T07:00:00+09:00"), to: moment("2026-11-20T07:00:00+09:00"), zone: zone,
            locale: locale, sections: sections, failedSources: failedSources, tally: tally)
    }

    static func entry(
        _ key: String, source: (name: String, title: String) = ("blog", "Example Engineering Blog"),
        duplicates: [Duplicate] = [], _ fill: (inout Entry) -> Void
    ) -> DigestEntry {
        var entry = Entry()
        fill(&entry)
        return DigestEntry(
            key: key, entry: entry, source: source.name, sourceTitle: source.title,
            firstSeen: moment("2026-11-20T06:45:00+09:00"), duplicates: duplicates)
    }
}
