import FeedModel
import FeedState

/// The interval between fetches of a feed with `refresh: auto`.
enum PollingInterval {
    static let shortest: Duration = .seconds(3600)
    static let longest: Duration = .seconds(86_400)
    /// The shortest interval for a document that reaches back less than two hours. Cron jobs are rarely more frequent.
    static let hurried: Duration = .seconds(900)
    /// The period in which entries are counted.
    static let window: Duration = .seconds(28 * 86_400)
    /// The shortest time of observation that gives a publishing rate: nights differ from days.
    private static let learning: Duration = .seconds(86_400)

    /// Returns how long to wait after a fetch: half of the average time between two entries, from 1 h to 24 h, changed
    /// by up to 10 % so that feeds are spread. It is at most 1 h on the first day, and at most half of the time that
    /// the document covers, but not below 15 min. It is not shorter than the feed and its server ask for, up to 24 h.
    ///
    /// - Parameters:
    ///   - now: when the document was fetched.
    ///   - wait: the feed's `ttl`.
    ///   - freshFor: how long the response is fresh.
    static func interval(
        _ habit: FeedHabit, now: Timestamp, timeToLive wait: Duration?, freshFor: Duration?, of key: FeedKey
    ) -> Duration {
        let rate = habit.rate
        let natural = rate.entries > 0 ? rate.span / (2 * min(rate.entries, 1_000_000)) : longest
        var wanted = min(max(natural, shortest), longest) * (0.9 + 0.2 * key.fraction)
        if habit.watched < learning { wanted = min(wanted, punctual(shortest)) }
        if let span = habit.reach.span(at: now) { wanted = min(wanted, punctual(max(span / 2, hurried))) }
        return max(wanted, min(wait ?? .zero, longest), min(freshFor ?? .zero, longest))
    }

    /// Returns a slightly shorter interval, so that a cron job that starts a second early still fetches.
    private static func punctual(_ interval: Duration) -> Duration { interval - min(interval / 10, .seconds(60)) }
}
