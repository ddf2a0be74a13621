/// Waits for work between two runs of one process.
protocol WorkWaiting: Sendable {
    /// Returns false at a moment, or when the task is cancelled, and true as soon as another worker has left work to do.
    ///
    /// - Parameter backend: the process of the database's server that has served the last run. Its calls do not count.
    func waitForCall(until moment: ContinuousClock.Instant, besides backend: Int32?) async -> Bool
}

/// Waits by time alone: nobody else works on the state.
struct TimedWaiting: WorkWaiting {
    func waitForCall(until moment: ContinuousClock.Instant, besides backend: Int32?) async -> Bool {
        // A cancelled wait is over, too.
        try? await Task.sleep(until: moment, clock: .continuous)
        return false
    }
}

/// How long a process that stays waits at least before its next run.
///
/// Each run that a call has brought about, and that found nothing to do, doubles the time. So however often somebody calls,
/// this machine and the database have little to do.
struct WorkPace {
    private static let shortest = Duration.seconds(5)
    static let longest = Duration.seconds(60)

    private(set) var pause = WorkPace.shortest

    /// Notes what became of a run.
    mutating func note(wasCalled: Bool, hasWorked: Bool) {
        pause = wasCalled && !hasWorked ? min(pause * 2, Self.longest) : Self.shortest
    }
}
