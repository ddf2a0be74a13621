import FeedModel

/// How long a feed is left alone that fails again and again.
///
/// The first two failures in a row change nothing: most pass by themselves, and entries scroll away meanwhile.
package enum BackOff {
    /// The failure in a row from which on it is left alone.
    package static let firstFailure = 3
    private static let hour: Duration = .seconds(3600)
    private static let day: Duration = .seconds(86_400)
    private static let week: Duration = .seconds(7 * 86_400)
    /// What has failed for so long is left alone for days.
    private static let weeks: Duration = .seconds(14 * 86_400)
    /// The longest that it ever asks to wait, spread and all: what is further ahead comes from a clock that was wrong.
    package static let longestWait: Duration = .seconds(8 * 86_400)

    /// From three answers over so long it is certain that a feed is gone (`recordGone`).
    private static let goneAfter: Duration = .seconds(48 * 3600)

    /// Until when a feed is left alone after a failure, or nil: until the next run. 1 h after the third in a row, twice
    /// as long after each further one, up to `longest`; that at once where somebody must set something right.
    ///
    /// At most a day for a feed that moved: its configured address is looked at meanwhile. And until a failure would be
    /// news, so that what is told is told in time and still true.
    ///
    /// - Parameters:
    ///   - reach: how far back its document reaches.
    ///   - fraction: of the feed or, if it is its server that fails, of the server, so that dead ones do not all come
    /// at once, and those of one server do.
    static func end(of health: FeedHealth, _ reach: DocumentReach, fraction: Double, now: Timestamp) -> Timestamp? {
        let steps = health.failures - firstFailure
        guard steps >= 0 else { return nil }
        let longest = longest(of: health, reach, now: now)
        var wait = steps >= 8 ? longest : min(hour * (1 << steps), longest)
        if health.kind == .blocked { wait = min(day, longest) }
        if health.hasMoved { wait = min(wait, day) }
        // A tenth more or less, other for each feed and each time.
        let turn = (fraction + Double(steps % 1000) * 0.618).truncatingRemainder(dividingBy: 1)
        let end = now + wait * (0.9 + 0.2 * turn)
        let certainlyGone = health.kind == .gone ? health.failingSince.map { $0 + goneAfter } : nil
        return ([end] + [certainlyGone, health.nextNotificationAt].compactMap { $0 }.filter { $0 > now }).min()
    }

    /// The longest that a feed is left alone: half of what its document reaches back, so that nothing scrolls away once
    /// it is back; less around the moment when what was published since the last success begins to scroll away, half of
    /// the time until then or since then; between an hour and a day. What has failed for two weeks, an eighth of that
    /// time; what is dead, a week.
    static func longest(of health: FeedHealth, _ reach: DocumentReach, now: Timestamp) -> Duration {
        if health.isDead(at: now) { return week }
        let failing = health.failingSince.map { now - $0 } ?? .zero
        if failing >= weeks { return min(failing / 8, week) }
        guard let last = health.lastSuccess, let span = reach.span(at: last) else { return day }
        let left = span - (now - last)
        return min(max(min(left < .zero ? .zero - left : left, span) / 2, hour), day)
    }
}
