public import FeedModel

/// A five-field cron expression (crontab(5)): minute, hour, day of month, month, day of week.
public struct Schedule: Sendable, Hashable {
    /// The expression as written.
    public let expression: String

    /// The latest scheduled moment that is not after `moment`, or nil if there was none within five years.
    public func last(notAfter moment: Timestamp, in zone: Zone) -> Timestamp? { nil }
}
