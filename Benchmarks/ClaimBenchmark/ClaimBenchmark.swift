import FeedModel
import FeedStages
import FeedState
import FeedSystem
import Glibc

/// Measures how fast workers claim hosts of a state in PostgreSQL and read what is known of their feeds.
///
///     claim-benchmark DATABASE WORKERS CLAIMS [HOSTS [FEEDS]]
///
/// Each worker makes CLAIMS claims of 64 hosts with FEEDS feeds each, out of HOSTS hosts, reads what is known of the feeds,
/// and gives the hosts back. Feed n has the SHA-256 of the decimal digits of n as its key; `claims.py` makes them. Prints
/// `workers=<…> claims_s=<…> feeds_s=<…>` and, in milliseconds, the median, the 99th percentile and the longest time of a
/// claim and of the reading. Exits with 1 if two workers held a host at the same time.
@main
struct ClaimBenchmark {
    private static let hostsAtOnce = 64

    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
        guard numbers.count >= 2, numbers.allSatisfy({ $0 > 0 }) else {
            let line = "usage: claim-benchmark DATABASE WORKERS CLAIMS [HOSTS [FEEDS]]\n"
            _ = write(2, line, line.utf8.count)
            exit(64)
        }
        let place = PostgreSQLPlace(CommandLine.arguments[1])
        let (workers, claims) = (numbers[0], numbers[1])
        let (hosts, feeds) = (numbers.count > 2 ? numbers[2] : 50_000, numbers.count > 3 ? numbers[3] : 20)
        let held = HeldHosts()
        var states: [StateDatabase] = []
        for number in 0..<workers {
            states.append(
                try await StateDatabase.open(
                    postgresql: place, worker: WorkerIntroduction("\(number)"), now: Self.now))
        }
        let start = ContinuousClock.now
        let times = try await withThrowingTaskGroup(of: Times.self) { group in
            for (number, state) in states.enumerated() {
                group.addTask {
                    try await run(
                        state, claims: claims, from: hosts / workers * number, of: hosts, feeds: feeds, held: held)
                }
            }
            var all = Times()
            for try await times in group { all.add(times) }
            return all
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        for state in states { try await state.close() }
        print(
            "workers=\(workers) claims_s=\(tenths(Double(times.claims.count) / seconds))",
            "feeds_s=\(Int(Double(times.feeds) / seconds))",
            "claim_ms=\(summary(times.claims)) known_ms=\(summary(times.known))")
        guard await held.isSound else { exit(1) }
    }

    private static var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }

    private struct Times: Sendable {
        var claims: [Duration] = []
        var known: [Duration] = []
        var feeds = 0

        mutating func add(_ other: Times) {
            claims += other.claims
            known += other.known
            feeds += other.feeds
        }
    }

    /// The hosts that are held at this moment.
    private actor HeldHosts {
        private var names: Set<String> = []
        private(set) var isSound = true

        func add(_ hosts: Set<String>) {
            if !names.isDisjoint(with: hosts) { isSound = false }
            names.formUnion(hosts)
        }

        func remove(_ hosts: Set<String>) { names.subtract(hosts) }
    }

    private static func run(
        _ state: StateDatabase, claims: Int, from start: Int, of hosts: Int, feeds: Int, held: HeldHosts
    ) async throws -> Times {
        var times = Times()
        for claim in 0..<claims {
            let first = start + claim * hostsAtOnce
            let numbers = (first..<first + hostsAtOnce).map { $0 % hosts }
            let byName = Dictionary(numbers.map { ("host\($0).example", $0) }) { one, _ in one }
            let begun = ContinuousClock.now
            let mine = try await state.leases.claim(Array(byName.keys), of: .host)
            let claimed = ContinuousClock.now
            await held.add(mine)
            let keys = mine.flatMap { name in
                (0..<feeds).map { FeedKey(hash: SHA256.hash(String((byName[name] ?? 0) * feeds + $0))) }
            }
            let asked = ContinuousClock.now
            times.feeds += try await state.known(keys).count { $0.health.lastAttempt != nil }
            times.known.append(asked.duration(to: .now))
            times.claims.append(begun.duration(to: claimed))
            await held.remove(mine)
            try await state.leases.release(Array(mine), of: .host)
        }
        return times
    }

    private static func summary(_ times: [Duration]) -> String {
        let sorted = times.map { $0 / .milliseconds(1) }.sorted()
        guard let last = sorted.last else { return "none" }
        return [sorted[sorted.count / 2], sorted[min(sorted.count * 99 / 100, sorted.count - 1)], last].map(tenths)
            .joined(separator: "/")
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
