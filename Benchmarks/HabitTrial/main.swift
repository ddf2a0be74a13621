import FeedHabits
import FeedModel
import Glibc

// habits identity [VISITS]: prints, for every way to identify entries, what is missing and what is delivered again.
// habits [FEEDS] [DAYS] [INTERVAL…]: fetches made-up feeds (HABITS_SEED chooses others) every INTERVAL seconds for DAYS
// days, and prints what was withheld, lost, delivered twice, or delivered as news although it was old. Ends with 1 if
// there was any.

let seed = getenv("HABITS_SEED").flatMap { UInt64(String(cString: $0)) } ?? 2026
if CommandLine.arguments.dropFirst().first == "identity" {
    var table = IdentityTable()
    try await table.fill(visits: CommandLine.arguments.dropFirst(2).first.flatMap(Int.init) ?? 240, seed: seed)
    for line in table.lines { print(line) }
    exit(0)
}

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let count = numbers.first ?? 200
let days = min(numbers.dropFirst().first ?? SimulatedFeed.days, SimulatedFeed.days)
let intervals = numbers.count > 2 ? Array(numbers.dropFirst(2)) : [900, 3600, 21_600, 86_400]
// So many feeds share one state, which SQLite's cache can hold.
let group = 25
let start = Timestamp(seconds: 1_795_176_000)
let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
let feeds = (0..<count).map { SimulatedFeed(index: $0, start: start, seed: seed) }

var isGood = true
for releases in [false, true] {
    for interval in intervals {
        var outcomes: [HabitTrial.Outcome] = []
        for first in stride(from: 0, to: count, by: group) {
            let part = Array(feeds[first..<min(first + group, count)])
            outcomes += try await HabitTrial(releases: releases, in: parent).run(
                part, each: .seconds(interval), days: days)
        }
        for (feed, outcome) in zip(feeds, outcomes) where outcome.falseMissedLines > 0 && getenv("HABITS_MISSED") != nil
        {
            print("  feed \(feed.index) told of missed entries \(outcome.falseMissedLines): \(feed.habits)")
        }
        for (feed, outcome) in zip(feeds, outcomes) where !outcome.isGood(releases: releases) {
            isGood = false
            print("  feed \(feed.index) \(outcome.text) \(feed.habits)")
        }
        func sum(_ part: (HabitTrial.Outcome) -> Int) -> Int { outcomes.map(part).reduce(0, +) }
        print(
            "\(count) feeds, \(days) days, each \(interval) s\(releases ? ", floods released" : ""): "
                + "withheld \(sum(\.withheld.count)), lost \(sum(\.missing.count)), twice \(sum(\.repeated.count)), "
                + "old as news \(sum(\.flooded.count)) of \(sum(\.floodSize)), delivered \(sum(\.delivered)), "
                + "lines \(sum(\.lines)), told of missed entries \(sum(\.missedLines)), "
                + "where none was \(sum(\.falseMissedLines))")
        fflush(nil)
    }
}
exit(isGood ? 0 : 1)
