import FeedModel
import FeedState

/// How often `refresh: auto` asks a feed.
enum Rhythm {
    static let shortest: Duration = .seconds(3600)
    static let longest: Duration = .seconds(86_400)
    /// The span over which entries are counted.
    static let span: Duration = .seconds(28 * 86_400)

    /// Twice as often as entries come, between 1 h and 24 h, a little more or less so that feeds do not all come at
    /// once; never sooner than feed and server want, up to 24 h.
    ///
    /// - Parameters:
    ///   - entries: those of the last four weeks.
    ///   - wait: how long the feed asks its readers to wait (`ttl`).
    ///   - freshFor: how long the answer may be taken for new.
    static func interval(
        entries: Int, timeToLive wait: Duration?, freshFor: Duration?, of key: FeedKey
    ) -> Duration {
        // 7 d ÷ (entries ÷ 4 · 2)
        let natural = entries > 0 ? span / (2 * min(entries, 1_000_000)) : longest
        let spread = min(max(natural, shortest), longest) * (0.9 + 0.2 * key.fraction)
        return max(spread, min(wait ?? .zero, longest), min(freshFor ?? .zero, longest))
    }
}
