import FeedHabits
import FeedTesting

/// A publisher of the simulated year: all its articles, and the content of its document at any time.
struct Publisher: Sendable {
    let place: Int
    let name: String
    /// Its options in the configuration.
    let options: String
    /// A part of its addresses that no other publisher's contain.
    let mark: String
    let habits: PublisherHabits
    /// In the order of their appearance.
    let articles: [Article]
    /// The times at which the document changes.
    private let changes: [Int64]

    static let day: Int64 = 86_400_000
    static let hour: Int64 = 3_600_000
    /// The size of a publisher's range of article numbers.
    static let numbers = 1_000_000

    init(
        _ place: Int, _ name: String, _ options: String, mark: String, _ habits: PublisherHabits, year: Range<Int64>,
        seed: UInt64
    ) {
        self.place = place
        self.name = name
        self.options = options
        self.mark = mark
        self.habits = habits
        var random = SplitMix(seed: seed &+ UInt64(place) &* 104_729)
        var articles: [Article] = []
        switch habits.listing {
        case .newest(let length):
            let moments = Self.moments(of: habits.rhythm, year, &random).sorted()
            for (index, moment) in moments.enumerated() {
                articles.append(
                    Article(
                        number: place * Self.numbers + index, appears: moment,
                        ends: index + length < moments.count ? moments[index + length] : .max,
                        date: Self.date(habits.dating, moment)))
            }
        case .chart(let length, let hours):
            let step = Int64(hours * Double(Self.hour)) / Int64(length)
            let life = step * Int64(length)
            var (moment, index) = (year.lowerBound - 2 * Self.day, 0)
            while moment < year.upperBound {
                let appears = moment + Int64.random(in: 0..<max(step / 2, 1), using: &random)
                var article = Article(
                    number: place * Self.numbers + index, appears: appears, ends: appears + life,
                    date: Self.date(habits.dating, appears - Int64.random(in: 0..<Self.day, using: &random)))
                if Int.random(in: 0..<20, using: &random) == 0 {
                    let start = appears + life + Self.day
                    article.again = start..<start + life / 2
                }
                if habits.borrows > 0, index % habits.borrows == 0 {
                    article.link = Self.qiitaAddress(of: index % 2 == 0 ? index / habits.borrows : Self.numbers + index)
                }
                articles.append(article)
                moment += step
                index += 1
            }
        }
        self.articles = articles
        changes = articles.flatMap { article in
            [article.appears, article.ends] + (article.again.map { [$0.lowerBound, $0.upperBound] } ?? [])
        }.sorted()
    }

    /// The article with a number.
    func article(_ number: Int) -> Article { articles[number - place * Self.numbers] }

    static func qiitaAddress(of number: Int) -> String {
        let digits = String(number)
        return "https://qiita.com/someone/items/" + String(repeating: "0", count: 20 - digits.utf8.count) + digits
    }

    // MARK: the document

    /// The number of changes of the document up to a time.
    func revision(at moment: Int64) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= moment { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The time of a revision.
    func changed(_ revision: Int) -> Int64 { revision == 0 ? 0 : changes[revision - 1] }

    /// The articles in the document. `first` is the index of the first article that may still be in it, and is
    /// advanced.
    func shown(at moment: Int64, from first: inout Int) -> [Article] {
        while first < articles.count, articles[first].last <= moment { first += 1 }
        var shown: [Article] = []
        for article in articles[first...] {
            if article.appears > moment { break }
            if article.stands(at: moment) { shown.append(article) }
        }
        switch habits.listing {
        case .newest: return shown.reversed()
        case .chart: return shown.sorted { $0.number &* 2_654_435_761 % 1009 < $1.number &* 2_654_435_761 % 1009 }
        }
    }

    // MARK: when articles appear

    private static func date(_ dating: PublisherHabits.Dating, _ moment: Int64) -> Int64? {
        switch dating {
        case .exact: moment / 1000 * 1000
        case .day: (moment + 9 * hour) / day * day - 9 * hour
        case .none: nil
        }
    }

    private static func moments(
        of rhythm: PublisherHabits.Rhythm, _ year: Range<Int64>, _ random: inout SplitMix
    ) -> [Int64] {
        var moments: [Int64] = []
        // A publisher that rarely publishes needs years to fill its document.
        let isSeldom =
            switch rhythm {
            case .steady(let rate), .office(let rate): rate < 1
            case .weekly, .monthly, .bursts: true
            case .batch, .hours: false
            }
        let days = Int((year.upperBound - year.lowerBound) / day)
        func add(_ count: Int, on start: Int64) {
            for _ in 0..<count {
                moments.append(start + Int64(Double.random(in: 6..<24, using: &random) * Double(hour)))
            }
        }
        func chance(_ rate: Double) -> Int {
            let wanted = rate * Double.random(in: 0.5..<1.5, using: &random)
            return Int(wanted) + (Double.random(in: 0..<1, using: &random) < wanted - wanted.rounded(.down) ? 1 : 0)
        }
        for place in (isSeldom ? -500 : -60)..<days {
            let start = year.lowerBound + Int64(place) * day
            let calendar = Calendar(day: start)
            switch rhythm {
            case .steady(let rate): add(chance(rate), on: start)
            case .office(let rate): if calendar.isWorkday { add(chance(rate), on: start) }
            case .batch(let count, let hours):
                for number in 0..<count { moments.append(start + Int64(hours * Double(hour)) + Int64(number) * 1000) }
            case .weekly(let count):
                guard calendar.weekday == 1, !calendar.isHoliday else { continue }
                for number in 0..<count { moments.append(start + 9 * hour + Int64(number) * 60_000) }
            case .monthly(let count): if calendar.dayOfMonth == 1 + place.magnitude % 2 { add(count, on: start) }
            case .bursts(let rate, let size):
                guard Double.random(in: 0..<1, using: &random) < rate else { continue }
                let begun = start + Int64(Double.random(in: 0..<22, using: &random) * Double(hour))
                for number in 0..<size { moments.append(begun + Int64(number) * 200_000) }
            case .hours(let hours): for one in hours { moments.append(start + Int64(one * Double(hour))) }
            }
        }
        return moments.filter { $0 < year.upperBound }
    }
}
