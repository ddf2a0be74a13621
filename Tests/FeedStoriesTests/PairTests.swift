import FeedModel
import Foundation
import Testing

@testable import FeedStories

/// Labelled titles, written for this test in the manner of news.
///
/// `blocks` has hard pairs: most of what must stay apart tells of one actor, or fills in one form. `news` has events of
/// which each title tells in other words.
///
/// A file has blocks of titles. Titles with `A` tell of one event. `B` is about what came of it. `X` is another event
/// that is told in the same words: the worst case.
@Suite("Labelled titles")
struct PairTests {
    struct Tally: CustomStringConvertible {
        var right = 0
        var wrong = 0
        var missed = 0
        var related = 0

        var precision: Double { Double(right) / Double(max(1, right + wrong)) }
        var recall: Double { Double(right) / Double(max(1, right + missed)) }
        var relatedShare: Double { Double(related) / Double(max(1, right + wrong + related)) }

        var description: String { "P \(precision), R \(recall), related \(relatedShare)" }
    }

    static func blocks(_ language: String, _ set: String) throws -> [[(label: Character, title: String)]] {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Fixtures/\(set)-\(language).txt")
        return try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n\n").map { block in
            block.split(separator: "\n").compactMap { line in
                line.first.map { ($0, String(line.dropFirst(2))) }
            }
        }
    }

    static func tally(_ language: String, _ match: StoryMatch, of set: String = "blocks") throws -> Tally {
        let blocks = try blocks(language, set)
        let texts = blocks.map { $0.map { ($0.label, StoryText(Pair.article($0.title))) } }
        var counts: [UInt64: Int] = [:]
        for (_, text) in texts.joined() { for feature in text.features { counts[feature, default: 0] += 1 } }
        let matcher = StoryMatcher(
            match, weights: StoryWeights(titles: texts.joined().count, counts: counts), templates: StoryTemplates())
        var tally = Tally()
        for (number, block) in texts.enumerated() {
            for (index, one) in block.enumerated() {
                // The titles of the next block are about something else.
                let others = block[(index + 1)...] + (number + 1 < texts.count ? texts[number + 1].prefix(1) : [])
                for (place, other) in others.enumerated() {
                    let isSame = matcher.compare(one.1, other.1).relation != .different
                    let isBlock = place < block.count - index - 1
                    let labels: Set<Character> = [one.0, other.0]
                    if isBlock, labels == ["A"] {
                        if isSame { tally.right += 1 } else { tally.missed += 1 }
                    } else if isBlock, labels == ["A", "B"] {
                        if isSame { tally.related += 1 }
                    } else if isSame, !isBlock || labels == ["A", "X"] {
                        tally.wrong += 1
                    }
                }
            }
        }
        return tally
    }

    @Test("`strict` seldom puts two events together", arguments: ["ja", "en"])
    func strict(language: String) throws {
        let tally = try Self.tally(language, .strict)
        #expect(tally.precision >= 0.82, "\(tally)")
        #expect(tally.recall >= 0.82, "\(tally)")
        #expect(tally.relatedShare <= 0.25, "\(tally)")
    }

    @Test("`normal` finds more of an event", arguments: ["ja", "en"])
    func normal(language: String) throws {
        let tally = try Self.tally(language, .normal)
        #expect(tally.precision >= 0.74, "\(tally)")
        #expect(tally.recall >= 0.86, "\(tally)")
    }

    @Test("events that each publisher tells in words of its own are found", arguments: ["ja", "en"])
    func news(language: String) throws {
        let strict = try Self.tally(language, .strict, of: "news")
        #expect(strict.precision >= 0.87 && strict.recall >= 0.78 && strict.relatedShare <= 0.25, "\(strict)")
        let normal = try Self.tally(language, .normal, of: "news")
        #expect(normal.precision >= 0.83 && normal.recall >= strict.recall + 0.02, "\(normal)")
    }
}
