import FeedModel

/// How long a feed is left alone that fails again and again.
///
/// The first two failures in a row change nothing: most pass by themselves, and entries scroll away meanwhile.
public enum BackOff {
    /// The failure in a row from which on it is left alone.
    public static let firstFailure = 3
    private static let first: Duration = .seconds(3600)
    private static let longest: Duration = .seconds(7 * 86_400)
    private static let daily: Duration = .seconds(86_400)
    /// The longest that it ever asks to wait, spread and all: what is further ahead comes from a clock that was wrong.
    public static let longestWait: Duration = .seconds(8 * 86_400)

    /// From three answers over so long it is certain that a feed is gone (`noteGone`).
    private static let goneAfter: Duration = .seconds(48 * 3600)

    /// Until when a feed is left alone after a failure, or nil: until the next run. 1 h after the third in a row, twice
    /// as long after each further one, at most 7 d.
    ///
    /// At most a day where somebody must set something right, and of a feed that moved: its configured address is
    /// looked at meanwhile. And until a failure would be news, so that what is told is told in time and still true.
    static func end(of health: FeedHealth, _ key: FeedKey, now: Timestamp) -> Timestamp? {
        let steps = health.failures - firstFailure
        guard steps >= 0 else { return nil }
        var wait = steps >= 8 ? longest : min(first * (1 << steps), longest)
        if health.kind == .blocked { wait = daily }
        if health.hasMoved { wait = min(wait, daily) }
        // A tenth more or less, other for each feed and each time, so that dead ones do not all come at once.
        let turn = (key.fraction + Double(steps % 1000) * 0.618).truncatingRemainder(dividingBy: 1)
        let end = now + wait * (0.9 + 0.2 * turn)
        let certainlyGone = health.kind == .gone ? health.failingSince.map { $0 + goneAfter } : nil
        return ([end] + [certainlyGone, health.nextNews].compactMap { $0 }.filter { $0 > now }).min()
    }
}
