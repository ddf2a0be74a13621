import FeedModel
import FeedStories
import Glibc

/// Measures the grouping of headlines that are made of a seed: words with the frequencies of a language, places and
/// numbers, a fifth of them told again in another order.
///
///     story-benchmark all|known|equal|dense [HEADLINES]
///
/// prints `headlines=<…> stories=<…> cpu_s=<…> rss_kb=<peak>`. `all` groups all of them at once; `known` groups 1,000
/// into the stories of the others; `equal` has one headline only; `dense` has words that each are in one headline of a
/// hundred, the worst case. Each mode needs its own process, because a process does not give memory back.
@main
struct StoryBenchmark {
    static func main() {
        let arguments = CommandLine.arguments
        let mode = arguments.dropFirst().first ?? ""
        let count = arguments.count > 2 ? Int(arguments[2]) ?? 10_000 : 10_000
        guard ["all", "known", "equal", "dense"].contains(mode), count > 0 else {
            let line = "usage: story-benchmark all|known|equal|dense [HEADLINES]\n"
            _ = write(2, line, line.utf8.count)
            exit(64)
        }
        var headlines = Headlines()
        let articles = (0..<count).map { index in
            StoryArticle(
                key: "\(index)",
                title: mode == "equal"
                    ? "One headline on each site of the land" : headlines.next(dense: mode == "dense"),
                source: "source \(index % 40)", url: "https://example.org/\(index)",
                date: Timestamp(seconds: 1_800_000_000 + Int64(index) * 20))
        }
        var counts: [UInt64: Int] = [:]
        for article in articles { for feature in StoryText(article).features { counts[feature, default: 0] += 1 } }
        let matcher = StoryMatcher(
            .strict, weights: StoryWeights(titles: count, counts: counts), templates: StoryTemplates())
        var start = clock()
        var placements = matcher.group(articles, into: [])
        if mode == "known" {
            var known: [StoryPlacement.Story: KnownStory] = [:]
            for (article, placement) in zip(articles, placements) {
                known[placement.story, default: KnownStory(id: article.key, members: [])].members.append(article)
            }
            let fresh = (0..<1000).map { index in
                StoryArticle(
                    key: "new \(index)", title: headlines.next(dense: false), source: "new",
                    date: Timestamp(seconds: 1_800_000_000 + Int64(count) * 20))
            }
            let stories = Array(known.values)
            start = clock()
            placements = matcher.group(fresh, into: stories)
        }
        let microseconds = Int(clock() - start)
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        print(
            "headlines=\(count) stories=\(Set(placements.map(\.story)).count)",
            "cpu_s=\(microseconds / 1_000_000).\(padded(microseconds % 1_000_000, 6)) rss_kb=\(usage.ru_maxrss)")
    }
}

/// Headlines of made-up words: half Latin, half Japanese.
struct Headlines {
    private var state: UInt64 = 1
    private var earlier: [[String]] = []

    private mutating func draw(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(1, limit)))
    }

    /// A small number is more frequent than a great one, as words of a language are.
    private mutating func rank(_ limit: Int) -> Int { draw(1 + draw(1 + draw(limit))) }

    private static func latin(_ number: Int) -> String {
        let syllables = ["ba", "ke", "lo", "mi", "nu", "ra", "so", "ti", "ve", "xo"]
        return String(number + 100).compactMap(\.wholeNumberValue).map { syllables[$0] }.joined()
    }

    private static func japanese(_ number: Int) -> String {
        var text = String.UnicodeScalarView()
        for code in [0x4E00 + number * 7 % 9000, 0x5200 + number * 13 % 8000] {
            if let scalar = Unicode.Scalar(code) { text.append(scalar) }
        }
        return String(text)
    }

    mutating func next(dense: Bool) -> String {
        if !dense, earlier.count > 50, draw(5) == 0 {
            var words = earlier[draw(earlier.count)]
            words.swapAt(0, words.count - 1)
            words.removeLast()
            return words.joined(separator: words[0].utf8.count == words[0].count ? " " : "の")
        }
        let isLatin = draw(2) == 0
        let length = dense ? 24 : 6 + draw(5)
        let words = (0..<length).map { _ in
            let number = dense ? draw(2400) : rank(20_000)
            return isLatin ? Self.latin(number) : Self.japanese(number)
        }
        earlier.append(words)
        return words.joined(separator: isLatin ? " " : "の")
    }
}
