import FeedState

extension KnownFeed {
    /// Who is asked first: whom the last runs did not reach, and the most of them before all, as where time is always
    /// short some would never be asked; then the slowest of last time, so that a slow tail does not lengthen the run.
    func isAskedBefore(_ other: KnownFeed) -> Bool {
        guard timesPassedOver == other.timesPassedOver else { return timesPassedOver > other.timesPassedOver }
        return pace > other.pace
    }

    /// Seconds that a fetch takes, as far as one can tell; what was never asked may be slow.
    private var pace: Double { lastSeconds == 0 && loadedAt == nil ? 1 : lastSeconds }
}
