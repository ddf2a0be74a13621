import Glibc

/// The time for pattern searches: in one text, and in all texts that a filter checks in one delivery.
///
/// It is the thread's CPU time, so other programs do not change the results.
public struct PatternBudget: Sendable {
    private let clock: @Sendable () -> Int64
    private var microsecondsLeft: Int64

    /// The part of the budget for one text.
    struct Allowance {
        /// Whether the budget is spent. Only very cheap searches are tried then.
        let isSpent: Bool
        /// The deadline for backtracking, if there is also a one-pass search.
        let firstEnd: Int64
        /// The deadline for the whole search.
        let end: Int64
        /// The clock, in microseconds.
        let clock: @Sendable () -> Int64
    }

    /// Creates a budget of ten seconds in total and half a second per text.
    public init() { self.init(clock: Self.threadMicroseconds) }

    /// - Parameter clock: microseconds from any fixed moment.
    package init(microseconds: Int64 = Self.all, clock: @escaping @Sendable () -> Int64) {
        self.clock = clock
        microsecondsLeft = microseconds
    }

    /// Searches one text and subtracts the time.
    mutating func spend(_ search: (Allowance) -> Bool?) -> Bool? {
        let begun = clock()
        defer { microsecondsLeft -= clock() - begun }
        return search(
            Allowance(
                isSpent: microsecondsLeft <= 0, firstEnd: begun + min(Self.firstWay, max(microsecondsLeft, Self.least)),
                end: begun + min(Self.text, max(microsecondsLeft, Self.least)), clock: clock))
    }

    package static let all: Int64 = 10_000_000
    private static let text: Int64 = 500_000
    private static let firstWay: Int64 = 100_000
    private static let least: Int64 = 1000

    private static let threadMicroseconds: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
