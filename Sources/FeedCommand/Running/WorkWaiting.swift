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
