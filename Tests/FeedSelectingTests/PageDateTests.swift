import FeedModel
import FeedSelecting
import Testing

/// It is Sunday, 22 November 2026, 13:37:42 in Tokyo.
private let now = Timestamp(rfc3339: "2026-11-22T04:37:42.250Z") ?? Timestamp(seconds: 0)

/// What was read: the moment by the clock that is known of it, with `~` before it if it was counted from now.
private func written(_ date: PageDate?) -> String? {
    date.map { ($0.isRelative ? "~" : "") + $0.date.moment.rfc3339(offset: $0.date.offset?.seconds ?? 0) }
}

@Suite("Dates on pages")
struct PageDateTests {
    private static let tokyo = Zone(name: "Asia/Tokyo", fixedOffset: 32_400)
    private let reading = PageDateReading(now: now, zone: tokyo)

    @Test(
        "that are written whole are read in Japanese forms",
        arguments: [
            ("2026年11月22日（日）9時30分", "2026-11-22T09:30:00+09:00"),
            ("公開日：2026年11月22日（日）9時30分 更新", "2026-11-22T09:30:00+09:00"),
            ("2026年11月22日 午後3時05分", "2026-11-22T15:05:00+09:00"), ("2026年11月22日", "2026-11-22T00:00:00+09:00"),
            ("2026年 1月 5日", "2026-01-05T00:00:00+09:00"), ("2026年11月22日 正午", "2026-11-22T12:00:00+09:00"),
            ("2026年11月22日（日曜日）午前0時", "2026-11-22T00:00:00+09:00"),
            ("2026年11月3日（火・祝）10時半", "2026-11-03T10:30:00+09:00"),
            ("２０２６年１１月２２日　９：０５", "2026-11-22T09:05:00+09:00"), ("令和8年11月22日", "2026-11-22T00:00:00+09:00"),
            ("令和８年１１月２２日（日）", "2026-11-22T00:00:00+09:00"), ("令和元年5月1日", "2019-05-01T00:00:00+09:00"),
            ("平成31年4月30日", "2019-04-30T00:00:00+09:00"), ("昭和64年1月7日", "1989-01-07T00:00:00+09:00"),
            ("R8.11.22", "2026-11-22T00:00:00+09:00"), ("H31.4.30", "2019-04-30T00:00:00+09:00"),
            ("令和8.11.22", "2026-11-22T00:00:00+09:00"), ("2026/11/22 09:30", "2026-11-22T09:30:00+09:00"),
            ("2026/1/5（月） 9:05更新", "2026-01-05T09:05:00+09:00"), ("2026.11.22", "2026-11-22T00:00:00+09:00"),
            ("2026. 11. 2", "2026-11-02T00:00:00+09:00"), ("2026.11.22 SUN", "2026-11-22T00:00:00+09:00"),
            ("2026-11-22", "2026-11-22T00:00:00+09:00"), ("2026/11/22 24:00", "2026-11-23T00:00:00+09:00"),
            ("［2026年11月22日］", "2026-11-22T00:00:00+09:00"), ("2026年11月22日 9時30分 JST", "2026-11-22T09:30:00+09:00"),
            ("更新日：2026年11月24日　公開日：2026年11月22日", "2026-11-22T00:00:00+09:00"),
            ("受付期間 2026年12月1日～12月25日 掲載日 2026年11月22日", "2026-11-22T00:00:00+09:00"),
        ] as [(String, String)])
    func wholeJapanese(text: String, date: String) {
        #expect(written(reading.date(text)) == date)
        #expect(written(reading.date(among: text)) == date)
    }

    @Test(
        "that are written whole are read in English forms",
        arguments: [
            ("Nov 22, 2026", "2026-11-22T00:00:00+09:00"), ("November 22nd, 2026", "2026-11-22T00:00:00+09:00"),
            ("NOV 22 2026", "2026-11-22T00:00:00+09:00"), ("Sept. 2, 2026", "2026-09-02T00:00:00+09:00"),
            ("22 November 2026", "2026-11-22T00:00:00+09:00"), ("22nd of Nov, 2026", "2026-11-22T00:00:00+09:00"),
            ("22-Nov-2026 18:05", "2026-11-22T18:05:00+09:00"),
            ("22 November 2026 at 6 pm", "2026-11-22T18:00:00+09:00"),
            ("Nov 22, 2026, 6:05 p.m.", "2026-11-22T18:05:00+09:00"),
            ("Nov 22, 2026 · 12:05 AM", "2026-11-22T00:05:00+09:00"),
            ("Sunday, November 22, 2026 10:00 GMT", "2026-11-22T10:00:00Z"),
            ("Sun, 22 Nov 2026 10:00:00 +0100", "2026-11-22T10:00:00+01:00"),
            ("2026-11-22T10:00:00.125Z", "2026-11-22T10:00:00.125Z"),
            ("2026-11-22T10:00-05:00", "2026-11-22T10:00:00-05:00"),
            ("2026-11-22 10:00:00 UTC", "2026-11-22T10:00:00Z"),
            ("11/22/2026 6:05 PM", "2026-11-22T18:05:00+09:00"), ("22/11/2026", "2026-11-22T00:00:00+09:00"),
            ("22.11.2026, 10:00", "2026-11-22T10:00:00+09:00"),
            ("18:05, 22 November 2026", "2026-11-22T18:05:00+09:00"),
            ("Posted on Nov 22, 2026 by Mika", "2026-11-22T00:00:00+09:00"),
            ("Updated: Nov 24, 2026 | Published: Nov 22, 2026", "2026-11-22T00:00:00+09:00"),
            ("The law of 4 May 2026 · Posted 22 November 2026", "2026-11-22T00:00:00+09:00"),
        ] as [(String, String)])
    func wholeEnglish(text: String, date: String) {
        #expect(written(reading.date(text)) == date)
        #expect(written(reading.date(among: text)) == date)
    }

    @Test(
        "that say no year are the nearest ones, or those of the weekday beside them",
        arguments: [
            ("11/22 09:30", "~2026-11-22T09:30:00+09:00"), ("11月22日", "~2026-11-22T00:00:00+09:00"),
            ("11月21日（土）18時", "~2026-11-21T18:00:00+09:00"), ("11/22(日)", "~2026-11-22T00:00:00+09:00"),
            ("11.20（金）", "~2026-11-20T00:00:00+09:00"), ("11-20 09:30", "~2026-11-20T09:30:00+09:00"),
            ("November 20", "~2026-11-20T00:00:00+09:00"), ("Nov 20", "~2026-11-20T00:00:00+09:00"),
            ("Nov 20 at 5pm", "~2026-11-20T17:00:00+09:00"), ("20 Nov", "~2026-11-20T00:00:00+09:00"),
            ("Fri 20 Nov", "~2026-11-20T00:00:00+09:00"),
            // As far as a month ahead, then last year's.
            ("12月5日", "~2026-12-05T00:00:00+09:00"), ("12月22日", "~2026-12-22T00:00:00+09:00"),
            ("12月23日", "~2025-12-23T00:00:00+09:00"), ("1月4日", "~2026-01-04T00:00:00+09:00"),
            // 22 November was a Friday in 2024, 5 December a Thursday in 2024 and a Saturday in 2026.
            ("11/22（金）", "~2024-11-22T00:00:00+09:00"), ("12/5（木）", "~2024-12-05T00:00:00+09:00"),
            ("12/5（土）", "~2026-12-05T00:00:00+09:00"), ("2月29日（木）", "~2024-02-29T00:00:00+09:00"),
        ] as [(String, String)])
    func yearless(text: String, date: String) {
        #expect(written(reading.date(text)) == date)
        #expect(written(reading.date(among: text)) == date)
    }

    @Test(
        "that are told from now are counted back, and rounded down to what they are told in",
        arguments: [
            ("3時間前", "~2026-11-22T10:00:00+09:00"), ("３時間前", "~2026-11-22T10:00:00+09:00"),
            ("5分前", "~2026-11-22T13:32:00+09:00"), ("30秒前", "~2026-11-22T13:37:00+09:00"),
            ("2日前", "~2026-11-20T00:00:00+09:00"), ("1週間前", "~2026-11-15T00:00:00+09:00"),
            ("3か月前", "~2026-08-22T00:00:00+09:00"), ("3ヶ月前", "~2026-08-22T00:00:00+09:00"),
            ("3カ月前", "~2026-08-22T00:00:00+09:00"), ("9か月前", "~2026-02-22T00:00:00+09:00"),
            ("1年前", "~2025-11-22T00:00:00+09:00"), ("約 3 時間前", "~2026-11-22T10:00:00+09:00"),
            ("1時間30分前", "~2026-11-22T12:07:00+09:00"), ("昨日 18:05", "~2026-11-21T18:05:00+09:00"),
            ("昨日", "~2026-11-21T00:00:00+09:00"), ("一昨日", "~2026-11-20T00:00:00+09:00"),
            ("本日 9:00", "~2026-11-22T09:00:00+09:00"), ("今日", "~2026-11-22T00:00:00+09:00"),
            ("たった今", "~2026-11-22T13:37:00+09:00"), ("2 hours ago", "~2026-11-22T11:00:00+09:00"),
            ("an hour ago", "~2026-11-22T12:00:00+09:00"), ("about an hour ago", "~2026-11-22T12:00:00+09:00"),
            ("a few seconds ago", "~2026-11-22T13:37:00+09:00"), ("1 day, 3 hours ago", "~2026-11-21T10:00:00+09:00"),
            ("3h ago", "~2026-11-22T10:00:00+09:00"), ("two weeks ago", "~2026-11-08T00:00:00+09:00"),
            ("10 months ago", "~2026-01-22T00:00:00+09:00"), ("yesterday at 6 pm", "~2026-11-21T18:00:00+09:00"),
            ("Today, 10:30", "~2026-11-22T10:30:00+09:00"), ("just now", "~2026-11-22T13:37:00+09:00"),
            ("Posted 3 hours ago by Mika", "~2026-11-22T10:00:00+09:00"),
            ("submitted 5 days ago by aino", "~2026-11-17T00:00:00+09:00"),
            ("12K views 2 weeks ago", "~2026-11-08T00:00:00+09:00"),
            ("42 points · 20 minutes ago · 3 comments", "~2026-11-22T13:17:00+09:00"),
            ("09:30更新", "~2026-11-22T09:30:00+09:00"), ("配信 18:05", "~2026-11-21T18:05:00+09:00"),
        ] as [(String, String)])
    func relative(text: String, date: String) {
        #expect(written(reading.date(text)) == date)
        #expect(written(reading.date(among: text)) == date)
    }

    @Test(
        "are read more boldly where the text is there for its date",
        arguments: [
            ("09:30", "~2026-11-22T09:30:00+09:00"), ("13:40", "~2026-11-22T13:40:00+09:00"),
            ("18:05", "~2026-11-21T18:05:00+09:00"), ("午後3時05分", "~2026-11-21T15:05:00+09:00"),
            ("11/20", "~2026-11-20T00:00:00+09:00"), ("3h", "~2026-11-22T10:00:00+09:00"),
            ("5d", "~2026-11-17T00:00:00+09:00"), ("now", "~2026-11-22T13:37:00+09:00"),
            ("20 novembre 2026 à 10:00", "2026-11-20T10:00:00+09:00"), ("二〇二六年十一月二十日", "2026-11-20T00:00:00+09:00"),
            ("20261120", "2026-11-20T00:00:00+09:00"), ("1795075200", "2026-11-19T08:00:00Z"),
            ("締切：2026年12月10日", "2026-12-10T00:00:00+09:00"), ("2026年11月22日から12月25日まで", "2026-11-22T00:00:00+09:00"),
        ] as [(String, String)])
    func chosen(text: String, date: String) { #expect(written(reading.date(text)) == date) }

    @Test(
        "are none where they could be something else",
        arguments: [
            "3/4カップ", "小さじ3/4", "1.2.3", "v2026.11.22", "Version 10.15.7", "10:30-11:00", "03-1234-5678", "0120-11-22",
            "090-2026-1122", "1,200円", "¥2026", "https://www.example.com/2026/11/22/title", "2026年度", "11月号", "第11回",
            "24/7", "16:9", "2026-2027", "50%", "1/2", "2月30日", "令和8年度", "H2O", "R2-D2", "5 stars", "Top 10", "3 for 2",
            "", "昨日今日明日展", "4K", "Sunday", "3/4/2026", "2 hours", "10 comments", "192.168.11.22", "11/22/33", "May",
            "iOS 26.1.2",
        ])
    func none(text: String) { #expect(written(reading.date(among: text)) == nil) }

    @Test(
        "among other words are none where they belong to what is said",
        arguments: [
            "The bridge built 100 years ago is closed", "The bridge was built 100 years ago.",
            "Yesterday the company said it would", "10 May deals you need",
            "Applications due March 3", "締切：2026年12月10日", "12月5日まで受付", "12月5日に講演会を開きます", "2026年4月1日からの料金",
            "募集期間 11月1日～11月30日", "開催の3日前までに", "5分前集合", "1週間前後かかります", "昨日の試合", "Nov 22–24 in Tokyo",
            "本日9:00より販売", "12:34", "09:30",
        ])
    func sentences(text: String) { #expect(written(reading.date(among: text)) == nil) }

    @Test("that say no zone are UTC where none was named, and so is what day it is")
    func utc() {
        let reading = PageDateReading(now: now)
        #expect(
            reading.date("2026年11月22日 9:30") == PageDate(WrittenDate(moment("2026-11-22T09:30:00Z")), isRelative: false)
        )
        #expect(reading.date("3時間前") == PageDate(WrittenDate(moment("2026-11-22T01:00:00Z")), isRelative: true))
        #expect(reading.date("18:05") == PageDate(WrittenDate(moment("2026-11-21T18:05:00Z")), isRelative: true))
    }

    @Test("of all sizes take time in step with their length")
    func hostile() {
        for piece in [
            "1 ", "11月 ", "2026/11/", "3 hours 2 minutes ", "　", "Nov ", "昨日", "令和", "99時間99分", "公開日：2026年11月22日",
        ] {
            let text = String(repeating: piece, count: 200_000)
            _ = reading.date(among: text)
            _ = reading.date(text)
        }
    }

    private func moment(_ text: String) -> Timestamp { Timestamp(rfc3339: text) ?? Timestamp(seconds: 0) }
}
