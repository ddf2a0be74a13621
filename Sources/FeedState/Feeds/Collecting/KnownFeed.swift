package import FeedModel
package import FeedStages

/// What the state knows of a source before a fetch.
package struct KnownFeed: Sendable {
    /// The source's own cursor, or nil.
    package var cursor: Cursor?
    /// When the source is due by `refresh`, or nil.
    @CompactTimestamp package var nextAt: Timestamp? = nil
    /// The earliest time at which the server permits the next request (`Retry-After`), or nil.
    @CompactTimestamp package var notBefore: Timestamp? = nil
    /// The earliest time at which a failing source is tried again (`BackOff`), or nil.
    @CompactTimestamp package var retryAt: Timestamp? = nil
    /// When a fetch of the source was first complete, or nil if none was.
    @CompactTimestamp package var loadedAt: Timestamp? = nil
    /// The feed's own title, or nil.
    package var title: String?
    /// How long the last fetch took, in seconds. Slow feeds are started first.
    package var lastSeconds: Double
    /// The hash of the source's only document when that was last parsed to the end, or nil.
    package var contentHash: [UInt8]?
    /// The validators of the source's only document, or nil.
    package var validators: Validators?
    /// The health of the source.
    package var health: FeedHealth
    /// The target of a permanent redirect that is believed, or nil. Requests go there, not to the configured address.
    package var movedTo: String?
    /// When the last request was sent to the configured address of a moved feed, or nil.
    @CompactTimestamp package var oldAskedAt: Timestamp? = nil
    /// The id that the feed gave itself, or nil.
    package var feedID: String?
    /// How long the feed asks its readers to wait between two requests, or nil.
    @CompactDuration package var timeToLive: Duration? = nil
    /// How many requests the last fetch sent, at least 1.
    package var lastRequests = 1
    /// How far back the source's document reaches.
    package var reach = DocumentReach()
    /// Whether the source's document was cut short when last read, and accepted all the same.
    package var wasCutShort = false
    /// How many runs in a row had no time or no request left for the source.
    package var timesPassedOver = 0

    /// Returns the same, with `address` in place of one of its own that equals it: most often the validators are those of
    /// the configured address, which is then in memory once.
    package func sharing(_ address: String) -> KnownFeed {
        guard validators?.url == address else { return self }
        var known = self
        known.validators?.url = address
        return known
    }

    /// The repair code of a document that is always cut short.
    package static let cutShort = "cut_short"
    /// How many fetches in a row make a document that was never whole count as always cut short.
    private static let patience = 3
    private static let longestPatience: Duration = .seconds(86_400)

    /// Whether a document that is cut short again is to be accepted as it is: one that was never whole, at the third
    /// failure in a row or after a day.
    package func isAlwaysCutShort(at now: Timestamp) -> Bool {
        if wasCutShort { return true }
        guard loadedAt == nil, health.errorCode == .incompleteDocument else { return false }
        return health.failures + 1 >= Self.patience
            || health.failingSince.map { now - $0 >= Self.longestPatience } ?? false
    }
}
