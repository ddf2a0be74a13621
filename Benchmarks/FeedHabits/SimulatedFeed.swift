package import FeedModel
import FeedTesting

/// A simulated feed with certain habits: the content of its document at any time of ninety days.
package struct SimulatedFeed: Sendable {
    struct Article: Sendable {
        let number: Int
        let appears: Timestamp
        let date: Timestamp?
    }

    package static let days = 90

    package let index: Int
    package let habits: FeedHabits
    package let start: Timestamp
    /// In the order of their appearance.
    private let articles: [Article]
    /// The articles of the ten years before, newest first.
    private let archive: [Article]
    /// The articles of the other site, in the order of their appearance.
    private let others: [Article]

    package init(index: Int, start: Timestamp, seed: UInt64) {
        var random = SplitMix(seed: seed &+ UInt64(index) &* 7919)
        let habits = FeedHabits(index: index, random: &random)
        self.index = index
        self.habits = habits
        self.start = start
        let moments = Self.moments(of: habits.rhythm, from: start, &random)
        articles = moments.enumerated().map { number, moment in
            Article(
                number: number, appears: moment, date: Self.date(of: number, at: moment, by: habits, &random))
        }
        let oldest = articles.first?.appears ?? start
        archive = (0..<Int.random(in: 40...300, using: &random)).map { number in
            let moment = oldest - .seconds((number + 1) * 12 * 86_400)
            return Article(
                number: 100_000 + number, appears: moment,
                date: habits.dating == .none ? nil : Self.date(of: number, at: moment, by: habits, &random))
        }
        let event = start + .seconds(habits.eventDay * 86_400)
        others = (-30..<60).map { number in
            let moment = event + .seconds(number * 3 * 86_400 + 40_000)
            return Article(
                number: 200_000 + number, appears: moment, date: habits.dating == .none ? nil : moment)
        }
    }

    private static func moments(
        of rhythm: FeedHabits.Rhythm, from start: Timestamp, _ random: inout SplitMix
    ) -> [Timestamp] {
        let end = start + .seconds(days * 86_400)
        var moments: [Timestamp] = []
        func hour(_ hour: Double, ofDay day: Int) -> Timestamp {
            start + .seconds(day * 86_400) + .seconds(Int((hour - 12) * 3600))
        }
        func add(steady perDay: Double) {
            var moment = start - .seconds(Int(60 * 86_400 / min(perDay, 1)))
            while moment < end {
                moment = moment + .seconds(Int(86_400 / perDay * Double.random(in: 0.1...1.9, using: &random)))
                moments.append(moment)
            }
        }
        switch rhythm {
        case .steady(let perDay): add(steady: perDay)
        case .nightly(let count):
            for day in -60...days { for place in 0..<count { moments.append(hour(2, ofDay: day) + .seconds(place)) } }
        case .weekly(let count):
            for week in -20...13 {
                for place in 0..<count { moments.append(hour(9, ofDay: week * 7) + .seconds(place * 60)) }
            }
        case .bursts(let perDay, let size):
            add(steady: perDay)
            for _ in 0..<12 {
                let hour = hour(
                    Double.random(in: 0..<24, using: &random), ofDay: Int.random(in: -60..<days, using: &random))
                for place in 0..<size { moments.append(hour + .seconds(place * 150)) }
            }
        }
        return moments.filter { $0 < end }.sorted { $0 < $1 }
    }

    private static func date(
        of number: Int, at moment: Timestamp, by habits: FeedHabits, _ random: inout SplitMix
    ) -> Timestamp? {
        let day: Int64 = 86_400_000
        var date = moment
        if case .evergreens = habits.listing {
            date = moment - .seconds(Int.random(in: 0..<3650, using: &random) * 86_400)
        } else if case .ranking = habits.listing {
            date = moment - .seconds(Int.random(in: 0..<172_800, using: &random))
        }
        switch habits.dating {
        case .exact: return date
        case .day: return Timestamp(milliseconds: date.milliseconds / day * day)
        case .midnight: return Timestamp(milliseconds: (date.milliseconds + 9 * 3_600_000) / day * day - 9 * 3_600_000)
        case .embargo: return Timestamp(milliseconds: date.milliseconds / (day / 2) * (day / 2))
        case .written: return date - .seconds(Int.random(in: 0..<3 * 86_400, using: &random))
        case .some: return number.isMultiple(of: 2) ? date : nil
        case .none: return nil
        }
    }

    /// Old articles that appear with the event and are no news.
    var old: Set<Int> {
        switch habits.event {
        case .archive:
            let event = start + .seconds(habits.eventDay * 86_400)
            return Set(archive.map(\.number)).union(
                articles.prefix { $0.appears <= event - .seconds(9 * 86_400) }.map(\.number))
        case .otherSite: return Set(others.lazy.map(\.number).filter { $0 < 200_000 })
        case .nothing, .guids, .links, .titles: return []
        }
    }

    /// Articles of the week before the event that left the document unseen and return with it. They count neither as
    /// missed news nor as part of the flood.
    var neither: Set<Int> {
        guard habits.event == .archive else { return [] }
        let event = start + .seconds(habits.eventDay * 86_400)
        return Set(
            articles.lazy.filter { $0.appears > event - .seconds(9 * 86_400) && $0.appears <= event }.map(\.number))
    }

    // MARK: the document

    /// The content of the document at one time.
    struct Shown: Sendable {
        var articles: [Article] = []
        /// Whether the event is over.
        var isAfterEvent = false
    }

    func shown(at moment: Timestamp) -> Shown {
        var shown = Shown()
        shown.isAfterEvent = habits.event != .nothing && moment >= start + .seconds(habits.eventDay * 86_400)
        if shown.isAfterEvent, habits.event == .otherSite {
            let known = others.prefix { $0.appears <= moment }
            shown.articles = known.suffix(20).reversed()
            return shown
        }
        shown.articles = listed(at: moment)
        if shown.isAfterEvent, habits.event == .archive {
            shown.articles += archive
            // Articles that left the document before the first fetch also belong to its past.
            let visible = Set(shown.articles.map(\.number))
            let past = articles.prefix { $0.appears <= moment }.suffix(600).filter { !visible.contains($0.number) }
            shown.articles.insert(contentsOf: past.reversed(), at: shown.articles.count - archive.count)
        }
        return shown
    }

    private func listed(at moment: Timestamp) -> [Article] {
        let count = articles.partitioningIndex { $0.appears > moment }
        let known = articles[..<count]
        switch habits.listing {
        case .newest(let length): return known.suffix(length).reversed()
        case .everything:
            return known.suffix(min(400, count - articles.partitioningIndex { $0.appears > start } + 5)).reversed()
        case .today:
            let day = moment.milliseconds / 86_400_000
            return known.suffix(200).filter { $0.appears.milliseconds / 86_400_000 == day }.reversed()
        case .ranking(let length, let hours), .evergreens(let length, let hours):
            // A chart has its own rhythm: one place after the other gets an article that was not in it before.
            let step = max(hours * 3_600_000 / Double(length), 60_000)
            let turn = Int(Double(moment.milliseconds - start.milliseconds) / step) + length
            return (0..<length).map { place in
                let number = (turn - place) * 2 + 300_000
                var random = SplitMix(seed: UInt64(bitPattern: Int64(number &* 31 &+ index)))
                let appears = start + .seconds(Int(Double(turn - place - length) * step / 1000))
                return Article(
                    number: number, appears: appears,
                    date: Self.date(of: number / 2, at: appears, by: habits, &random))
            }.sorted { ($0.number &* 2_654_435_761) % 1009 < ($1.number &* 2_654_435_761) % 1009 }
        }
    }

    /// The parsed feed of a fetch.
    func feed(_ shown: Shown, fetch: Int) -> Feed {
        let isOther = shown.isAfterEvent && habits.event == .otherSite
        var feed = Feed(format: .rss20)
        feed.title = isOther ? "Other \(index)" : "Feed \(index)"
        feed.homePageURL = isOther ? "https://other\(index).example/" : "https://feed\(index).example/"
        feed.entries = shown.articles.enumerated().map { place, article in
            entry(article, place: place, fetch: fetch, isAfterEvent: shown.isAfterEvent)
        }
        return feed
    }

    private func entry(_ article: Article, place: Int, fetch: Int, isAfterEvent: Bool) -> Entry {
        let event = isAfterEvent ? habits.event : .nothing
        let changesGuid = event == .guids || event == .links || event == .titles
        let changesLink = event == .links || event == .titles
        let scheme = habits.naming == .schemes && fetch.isMultiple(of: 2) ? "http" : "https"
        let site = "\(scheme)://feed\(index).example"
        var link = changesLink ? "\(site)/posts/\(article.number).html" : "\(site)/\(article.number)"
        if habits.naming == .renumbered { link += "?page=\(place / 5 + 1)" }
        let guid: String? =
            switch habits.naming {
            case .permalink, .schemes: changesGuid ? "\(link)?new" : link
            case .tag, .guid: changesGuid ? "urn:post:\(article.number)" : "tag:feed\(index),\(article.number)"
            case .renumbered: changesGuid ? "urn:post:\(article.number)" : "n\(article.number)"
            case .link: nil
            }
        var entry = Entry()
        entry.guid = guid
        entry.url = habits.naming == .guid ? nil : link
        entry.title = event == .titles ? "[Feed] Article \(article.number)" : "Article \(article.number)"
        if habits.hasText { entry.content = .plain("Text of the article \(article.number)") }
        entry.published = article.date
        entry.numbers = ["article": article.number]
        return entry
    }
}

extension RandomAccessCollection {
    /// The first index at which `belongs` is true; it must be false before and true from there on.
    fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, self.count)
        while count > 0 {
            let middle = index(low, offsetBy: count / 2)
            if belongs(self[middle]) {
                count /= 2
            } else {
                low = index(after: middle)
                count -= count / 2 + 1
            }
        }
        return low
    }
}
