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
    /// When it was first loaded completely, or nil: never yet.
    public var loadedAt: Timestamp?
    /// The feed's own title, or nil.
    public var title: String?
    /// How long the last fetch took, in seconds; slow ones are started first.
    public var lastSeconds: Double
    /// How it fared.
    public var health: FeedHealth
}

/// How a feed (or one document of it) fared.
public struct FeedHealth: Sendable, Hashable {
    /// Failures in a row.
    public var failures = 0
    /// When the first of them happened, or nil.
    public var failingSince: Timestamp?
    /// The last complete fetch, or nil.
    public var lastSuccess: Timestamp?
    /// When the user was told of the failure, or nil.
    public var toldAt: Timestamp?

    /// Makes a feed that has never been asked.
    public init() {}

    /// Whether a failure now is something the user has not been told and should know: at once for a feed that never
    /// worked, else after three failures in a row over at least 24 h without a success.
    public func turnsFailing(at now: Timestamp) -> Bool {
        guard toldAt == nil else { return false }
        guard let lastSuccess else { return true }
        return failures >= 3 && now - lastSuccess >= .seconds(86_400)
    }
}
