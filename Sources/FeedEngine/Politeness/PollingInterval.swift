import FeedModel
import FeedState

/// How often `refresh: auto` asks a feed.
enum PollingInterval {
    static let shortest: Duration = .seconds(3600)
    static let longest: Duration = .seconds(86_400)
    /// The shortest for a document that reaches back less than two hours: cron jobs seldom come more often.
    static let hurried: Duration = .seconds(900)
    /// The time over which entries are counted.
    static let window: Duration = .seconds(28 * 86_400)
    /// After so long a rhythm is known: nights are other than days.
    private static let learning: Duration = .seconds(86_400)

    /// How long to wait after a fetch: half of what lies between two entries, between 1 h and 24 h, a little more or
    /// less so that feeds do not all come at once; at most 1 h on the first day, and always at most half of what the
    /// document reaches back, down to 15 min. Never sooner than feed and server want, up to 24 h.
    ///
    /// - Parameters:
    ///   - now: when the document was fetched.
    ///   - wait: how long the feed asks its readers to wait (`ttl`).
    ///   - freshFor: how long the answer may be taken for new.
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

    /// A little less, so that a cron job that starts a second early is not turned away until the next one.
    private static func punctual(_ interval: Duration) -> Duration { interval - min(interval / 10, .seconds(60)) }
}
