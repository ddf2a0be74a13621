import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import StandardFilters

@Suite("take")
struct TakeTests {
    private let now = ManualClock().now

    private func apply(_ section: Node, _ context: StubFilterContext = StubFilterContext()) throws -> Batch {
        var dropped = Candidate.with("z", source: "a")
        dropped.verdict = .drop(because: "x")
        var batch = Batch(
            [dropped]
                + [("1", "a"), ("2", "a"), ("3", "b"), ("4", "a"), ("5", "c")].map { .with($0, key: $0, source: $1) })
        let (filter, diagnostics) = try TakeFilter.configured(section)
        #expect(diagnostics == [])
        filter.apply(to: &batch, context)
        return batch
    }

    @Test(
        "Y08 the first entries are taken, and what is passed over competes again for two days",
        arguments: ["wait", "later"])
    func rest(word: String) throws {
        let batch = try apply(["entries": "3", "per_source": "2", "rest": Node.text(word)])
        #expect(batch.keptTitles == ["1", "2", "3"])
        #expect(
            batch.candidates[4].verdict
                == .hold(until: now + .seconds(172_800), because: "beyond the first 3", as: .later))
    }

    @Test("an entry over its source's share leaves its place to others")
    func perSource() throws {
        let batch = try apply(["entries": "3", "per_source": "1"])
        #expect(batch.keptTitles == ["1", "3", "5"])
    }

    @Test("Y08 the rest can be dropped at once")
    func drop() throws {
        let batch = try apply(["entries": "1", "rest": "drop"])
        #expect(batch.keptTitles == ["1"])
        #expect(batch.candidates[2].verdict == .drop(because: "beyond the first 1", as: .surplus))
    }

    @Test("Y08 one number is short for `entries`")
    func short() throws { #expect(try apply("2").keptTitles == ["1", "2"]) }

    @Test("Y08 what was passed over for `at_most` is dropped, if it has competed once more, and not before")
    func atMost() throws {
        var context = StubFilterContext()
        context.firstHolds = ["4": now - .seconds(7200), "5": now - .seconds(7199)]
        let batch = try apply(["entries": "3", "at_most": "2h"], context)
        #expect(
            batch.candidates[4].verdict == .drop(because: "passed over for 2 hours: beyond the first 3", as: .expired))
        #expect(
            batch.candidates[5].verdict
                == .hold(until: now + .seconds(1), because: "beyond the first 3", as: .later))
        // Nobody has competed before: an hour is too short for everything, and nothing is dropped.
        let first = try apply(["entries": "3", "at_most": "1s"])
        #expect(first.candidates.dropFirst().allSatisfy { if case .drop = $0.verdict { false } else { true } })
    }

    @Test("Y08 of a day no more than `per_day`, whatever was taken before; a day without room is no competition")
    func perDay() throws {
        var context = StubFilterContext()
        context.keptToday = 3
        #expect(try apply(["per_day": "5"], context).keptTitles == ["1", "2"])
        context.keptToday = 9
        context.firstHolds = ["1": now - .seconds(10 * 86_400)]
        let full = try apply(["per_day": "5"], context)
        #expect(full.keptTitles.isEmpty)
        #expect(full.candidates[1].verdict == .hold(until: nil, because: "beyond the first 5 of its day", as: .later))
    }

    @Test("Y08 a clock that was put back drops nothing")
    func clockBack() throws {
        var context = StubFilterContext()
        context.firstHolds = ["5": now + .seconds(10 * 86_400)]
        let batch = try apply(["entries": "4"], context)
        #expect(
            batch.candidates[5].verdict
                == .hold(until: now + .seconds(12 * 86_400), because: "beyond the first 4", as: .later))
    }

    @Test(
        "Y08 a wrong option is told in a sentence",
        arguments: [
            ("0", "0 is outside 1…100000"), ("-3", "-3 is outside 1…100000"), ("many", "expected a whole number"),
            ("", "expected a whole number"),
        ] as [(Node, String)])
    func wrongNumber(section: Node, sentence: String) {
        let diagnostics = TakeFilter.diagnostics(of: section)
        #expect(diagnostics.map(\.message).count { $0.contains(sentence) } == 1, "\(diagnostics)")
        #expect(diagnostics.count == 1)
    }

    @Test(
        "Y08 wrong options are told, each in a sentence",
        arguments: [
            (["entries": "0"], "is outside 1…100000"),
            (["entries": "-1"], "is outside"), (["entries": "ten"], "expected a whole number"),
            (["per_day": "0"], "is outside 1…100000"), (["per_source": "1.5"], "expected a whole number"),
            (["entries": "5", "at_most": "1000y"], "expected a duration"),
            (["entries": "5", "at_most": "0s"], "is outside 1s…400d"),
            (["entries": "5", "at_most": "401d"], "is outside 1s…400d"),
            (["entries": "5", "rest": "drop", "at_most": "2d"], "has no effect with `rest: drop`"),
            (["entries": "5", "rest": "wiat"], "wait, drop or later"), (["rest": "wait"], "must be given"),
        ] as [(Node, String)])
    func wrongOptions(section: Node, sentence: String) {
        let diagnostics = TakeFilter.diagnostics(of: section)
        #expect(diagnostics.map(\.message).count { $0.contains(sentence) } == 1, "\(diagnostics)")
        #expect(diagnostics.count == 1)
    }
}
