public import FeedStages

/// What becomes of entries that are held back, when the user says so.
extension StateDatabase {
    /// Lets quarantined entries of a feed wait for delivery. Returns how many.
    public func releaseQuarantined(of key: FeedKey) throws(StageError) -> Int { 0 }
    /// Drops quarantined entries of a feed. Returns how many.
    public func discardQuarantined(of key: FeedKey) throws(StageError) -> Int { 0 }
}
