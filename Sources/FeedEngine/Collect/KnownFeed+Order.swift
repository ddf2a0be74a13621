import FeedState

extension KnownFeed {
    /// Returns whether it is fetched before another feed: first those that the last runs did not reach, which they
    /// might never reach otherwise; then those that took longest last time, so that they do not lengthen the run.
    func isAskedBefore(_ other: KnownFeed) -> Bool {
        guard timesPassedOver == other.timesPassedOver else { return timesPassedOver > other.timesPassedOver }
        return pace > other.pace
    }

    /// The expected seconds of a fetch. A feed that was never fetched may be slow.
    private var pace: Double { lastSeconds == 0 && loadedAt == nil ? 1 : lastSeconds }
}
