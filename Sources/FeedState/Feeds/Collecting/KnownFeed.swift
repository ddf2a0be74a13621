public import FeedModel
public import FeedStages

/// What the state knows of a source before it is asked.
public struct KnownFeed: Sendable {
    /// The source's own cursor, or nil.
    public var cursor: Cursor?
    /// The earliest moment at which `refresh` wants it asked again, or nil.
    public var nextAt: Timestamp?
    /// The moment before which the server does not want to be asked (`Retry-After`), or nil.
    public var notBefore: Timestamp?
    /// The moment before which a feed that fails again and again is left alone, or nil.
    public var retryAt: Timestamp?
    /// When it was first loaded completely, or nil: never yet.
    public var loadedAt: Timestamp?
    /// The feed's own title, or nil.
    public var title: String?
    /// How long the last fetch took, in seconds; slow ones are started first.
    public var lastSeconds: Double
    /// Of the bytes of its only document that were last parsed to the end, or nil.
    public var contentHash: [UInt8]?
    /// Those of its only document, or nil.
    public var validators: Validators?
    /// How it fared.
    public var health: FeedHealth
    /// The address to ask instead of the configured one, once a permanent redirect was believed, or nil.
    public var movedTo: String?
    /// When the configured address was last asked, of a feed that moved.
    public var oldAskedAt: Timestamp?
    /// The id that the feed gave itself, or nil.
    public var feedID: String?
    /// How long the feed asks its readers to wait between two requests, or nil.
    public var timeToLive: Duration?
    /// Requests of the last fetch, at least 1.
    public var lastRequests = 1
    /// How far back its document reaches.
    public var reach = Reach()
    /// Whether its document was cut short and taken all the same when it was last read.
    public var wasCutShort = false
    /// How many runs in a row had no time or no request left for it.
    public var timesPassedOver = 0

    /// What is noted as mended of a document that is always cut short.
    public static let cutShort = "cut_short"
    /// With this fetch it has been cut short often enough, if it was never whole.
    private static let patience = 3
    private static let longestPatience: Duration = .seconds(86_400)

    /// Whether a document that is cut short again is to be taken for all there is: one that was never whole, the third
    /// time or after a day.
    public func isAlwaysCutShort(at now: Timestamp) -> Bool {
        if wasCutShort { return true }
        guard loadedAt == nil, health.errorCode == .incompleteDocument else { return false }
        return health.failures + 1 >= Self.patience
            || health.failingSince.map { now - $0 >= Self.longestPatience } ?? false
    }
}
