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
