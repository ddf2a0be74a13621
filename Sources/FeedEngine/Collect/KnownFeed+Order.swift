import FeedState

extension KnownFeed {
    /// Who is asked first: whom the last run did not reach; then the slowest of last time, so that a slow tail does not
    /// lengthen the run.
    func goesBefore(_ other: KnownFeed) -> Bool {
        guard wasPassedOver == other.wasPassedOver else { return wasPassedOver }
        return pace > other.pace
    }

    /// Seconds that a fetch takes, as far as one can tell; what was never asked may be slow.
    private var pace: Double { lastSeconds == 0 && loadedAt == nil ? 1 : lastSeconds }
}
