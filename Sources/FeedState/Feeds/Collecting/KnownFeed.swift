package import FeedModel
package import FeedStages

/// What the state knows of a source before it is asked.
package struct KnownFeed: Sendable {
    /// The source's own cursor, or nil.
    package var cursor: Cursor?
    /// The earliest moment at which `refresh` wants it asked again, or nil.
    package var nextAt: Timestamp?
    /// The moment before which the server does not want to be asked (`Retry-After`), or nil.
    package var notBefore: Timestamp?
    /// The moment before which a feed that fails again and again is left alone, or nil.
    package var retryAt: Timestamp?
    /// When it was first loaded completely, or nil: never yet.
    package var loadedAt: Timestamp?
    /// The feed's own title, or nil.
    package var title: String?
    /// How long the last fetch took, in seconds; slow ones are started first.
    package var lastSeconds: Double
    /// Of the bytes of its only document that were last parsed to the end, or nil.
    package var contentHash: [UInt8]?
    /// Those of its only document, or nil.
    package var validators: Validators?
    /// How it fared.
    package var health: FeedHealth
    /// The address to ask instead of the configured one, once a permanent redirect was believed, or nil.
    package var movedTo: String?
    /// When the configured address was last asked, of a feed that moved.
    package var oldAskedAt: Timestamp?
    /// The id that the feed gave itself, or nil.
    package var feedID: String?
    /// How long the feed asks its readers to wait between two requests, or nil.
    package var timeToLive: Duration?
    /// Requests of the last fetch, at least 1.
    package var lastRequests = 1
    /// How far back its document reaches.
    package var reach = DocumentReach()
    /// Whether its document was cut short and taken all the same when it was last read.
    package var wasCutShort = false
    /// How many runs in a row had no time or no request left for it.
    package var timesPassedOver = 0

    /// What is noted as mended of a document that is always cut short.
    package static let cutShort = "cut_short"
    /// With this fetch it has been cut short often enough, if it was never whole.
    private static let patience = 3
    private static let longestPatience: Duration = .seconds(86_400)

    /// Whether a document that is cut short again is to be taken for all there is: one that was never whole, the third
    /// time or after a day.
    package func isAlwaysCutShort(at now: Timestamp) -> Bool {
        if wasCutShort { return true }
        guard loadedAt == nil, health.errorCode == .incompleteDocument else { return false }
        return health.failures + 1 >= Self.patience
            || health.failingSince.map { now - $0 >= Self.longestPatience } ?? false
    }
}
