package import FeedModel
package import FeedStages

/// What the state knows of a source before it is asked.
package struct KnownFeed: Sendable {
    /// The source's own cursor, or nil.
    package var cursor: Cursor?
    /// When it is due by `refresh`, or nil.
    package var nextAt: Timestamp?
    /// Before when the server does not want to be asked (`Retry-After`), or nil.
    package var notBefore: Timestamp?
    /// Until when a failing feed is left alone (`BackOff`), or nil.
    package var retryAt: Timestamp?
    /// When a fetch of it was first complete, or nil if never.
    package var loadedAt: Timestamp?
    /// The feed's own title, or nil.
    package var title: String?
    /// How long the last fetch took, in seconds. Slow feeds are started first.
    package var lastSeconds: Double
    /// The hash of its only document when that was last parsed to the end, or nil.
    package var contentHash: [UInt8]?
    /// The validators of its only document, or nil.
    package var validators: Validators?
    /// Its health.
    package var health: FeedHealth
    /// The address of a permanent redirect that is believed, or nil. It is asked instead of the configured one.
    package var movedTo: String?
    /// When the configured address of a moved feed was last asked, or nil.
    package var oldAskedAt: Timestamp?
    /// The id that the feed gave itself, or nil.
    package var feedID: String?
    /// How long the feed asks its readers to wait between two requests, or nil.
    package var timeToLive: Duration?
    /// How many requests the last fetch sent, at least 1.
    package var lastRequests = 1
    /// How far back its document reaches.
    package var reach = DocumentReach()
    /// Whether its document was cut short when last read, and accepted all the same.
    package var wasCutShort = false
    /// How many runs in a row had no time or no request left for it.
    package var timesPassedOver = 0

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
