import FeedModel

/// How long a feed that fails again and again is left alone.
///
/// The first two failures in a row change nothing: most pass by themselves, and entries leave the document meanwhile.
package enum BackOff {
    /// The number of failures in a row from which on a feed is left alone.
    package static let firstFailure = 3
    private static let hour: Duration = .seconds(3600)
    private static let day: Duration = .seconds(86_400)
    private static let week: Duration = .seconds(7 * 86_400)
    /// After this time of failures the wait is counted in days.
    private static let weeks: Duration = .seconds(14 * 86_400)
    /// The longest wait, including the spread. A later moment comes from a clock that was wrong.
    package static let longestWait: Duration = .seconds(8 * 86_400)

    /// The time over which three responses prove that a feed is gone (`recordGone`).
    private static let goneAfter: Duration = .seconds(48 * 3600)

    /// Returns until when a feed is left alone after a failure, or nil until the next run. The wait is 1 h after the
    /// third failure in a row and doubles with each further one, up to `waitLimit`. Where somebody must correct
    /// something, it is a day at once.
    ///
    /// A moved feed waits at most a day, since its configured address is checked meanwhile. No wait goes beyond the
    /// moment when the next failure is to be reported, so that reports are in time and still true.
    ///
    /// - Parameters:
    ///   - reach: how far back its document reaches.
    ///   - fraction: that of the server, if the server fails, or else that of the feed; from 0 up to 1. Feeds of one
    ///     dead server then come together, and others at different times.
    static func end(of health: FeedHealth, _ reach: DocumentReach, fraction: Double, now: Timestamp) -> Timestamp? {
        let steps = health.failures - firstFailure
        guard steps >= 0 else { return nil }
        let limit = waitLimit(of: health, reach, now: now)
        var wait = steps >= 8 ? limit : min(hour * (1 << steps), limit)
        if health.kind == .blocked { wait = min(day, limit) }
        if health.hasMoved { wait = min(wait, day) }
        // Spread by a tenth, different for each feed and each time.
        let turn = (fraction + Double(steps % 1000) * 0.618).truncatingRemainder(dividingBy: 1)
        let end = now + wait * (0.9 + 0.2 * turn)
        let certainlyGone = health.kind == .gone ? health.failingSince.map { $0 + goneAfter } : nil
        return ([end] + [certainlyGone, health.nextNotificationAt].compactMap { $0 }.filter { $0 > now }).min()
    }

    /// Returns the upper limit for the wait of a failing feed:
    /// - a dead one: a week;
    /// - one that has failed for two weeks or more: an eighth of the time since its first failure, at most a week;
    /// - one that never worked, or whose document has an unknown span: a day;
    /// - any other: half of the time between now and the moment when entries since the last success begin to leave the
    ///   document, whether it lies ahead or behind; at most half of the span, and always between an hour and a day.
    static func waitLimit(of health: FeedHealth, _ reach: DocumentReach, now: Timestamp) -> Duration {
        if health.isDead(at: now) { return week }
        let failing = health.failingSince.map { now - $0 } ?? .zero
        if failing >= weeks { return min(failing / 8, week) }
        guard let last = health.lastSuccess, let span = reach.span(at: last) else { return day }
        let left = span - (now - last)
        return min(max(min(left < .zero ? .zero - left : left, span) / 2, hour), day)
    }
}
