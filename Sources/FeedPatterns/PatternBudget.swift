import Glibc

/// How long patterns may be searched for: in one text, and in all texts that a filter sees in one delivery.
///
/// Time is what the thread has worked: another program's business does not change what is found.
public struct PatternBudget: Sendable {
    private let clock: @Sendable () -> Int64
    private var microsecondsLeft: Int64

    /// What one text may take of it.
    struct Allowance {
        /// Whether all is spent: only what costs next to nothing is tried.
        let isSpent: Bool
        /// Until when the first way may be tried, where there is another one.
        let firstEnd: Int64
        /// Until when the pattern may be searched for.
        let end: Int64
        /// Microseconds.
        let clock: @Sendable () -> Int64
    }

    /// Ten seconds in all, and half a second for a text.
    public init() { self.init(clock: Self.threadMicroseconds) }

    /// - Parameter clock: microseconds, from any moment on.
    package init(microseconds: Int64 = Self.all, clock: @escaping @Sendable () -> Int64) {
        self.clock = clock
        microsecondsLeft = microseconds
    }

    /// Searches one text.
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
