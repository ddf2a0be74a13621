package import FeedModel
package import FeedStages

/// The stored health of a feed, or of one of its documents. From it follow the feed's state and what to report.
package struct FeedHealth: Sendable, Hashable {
    /// Failures in a row.
    package var failures = 0
    /// When the first of these failures happened, or nil.
    @CompactTimestamp package var failingSince: Timestamp? = nil
    /// When the last complete fetch ended, or nil.
    @CompactTimestamp package var lastSuccess: Timestamp? = nil
    /// When the failures were last reported, or nil.
    @CompactTimestamp package var notifiedAt: Timestamp? = nil
    /// The last report of the failures.
    package var lastNotification = Notification.nothing
    /// The code of the last error, or nil.
    package var errorCode: StageError.Code?
    /// The longest time since the last success in which the feed was due and not fetched: this machine was off or
    /// offline, or its disk was full.
    package var unseen = Duration.zero
    /// When the last request for the feed was sent, or nil.
    @CompactTimestamp package var lastAttempt: Timestamp? = nil
    /// When polling was stopped because the feed is gone for good, or nil.
    @CompactTimestamp package var stoppedAt: Timestamp? = nil
    /// Whether requests go to another address than the configured one.
    package var hasMoved = false
    /// Whether entries of the feed are quarantined as a flood.
    package var isFlooded = false
    /// How many of the last five complete fetches were slow.
    package var slowFetches = 0
    /// Whether the parser had to repair the feed's document.
    package var wasRepaired = false

    /// What was reported of failures in a row, so that each is reported once.
    package enum Notification: Int, Sendable, Hashable {
        case nothing = 0, failing, reminder, dead
    }

    /// The longest time of a fetch that is not slow, in seconds.
    static let slowSeconds = 10.0
    private static let slowFetchesOfFive = 3
    private static let failuresToNotify = 3
    private static let throttledToNotify = 2
    private static let patience: Duration = .seconds(86_400)
    private static let reminderAfter: Duration = .seconds(7 * 86_400)
    private static let deadAfter: Duration = .seconds(30 * 86_400)
    private static let deadFailures = 10

    package init() {}

    /// Returns the state of the feed at a moment.
    package func state(at now: Timestamp) -> HealthState {
        if stoppedAt != nil { return .gone }
        if isFlooded { return .flooded }
        guard failures == 0 else { return failure(at: now) }
        if lastSuccess == nil, lastAttempt == nil { return .new }
        if hasMoved { return .moved }
        if wasRepaired { return .degraded }
        return slowFetches >= Self.slowFetchesOfFive ? .slow : .ok
    }

    /// Whether the user should act. A server that wants a pause counts only once that was reported.
    package func needsAttention(at now: Timestamp) -> Bool {
        let state = state(at: now)
        return state.needsAttention || (state == .throttled && lastNotification != .nothing)
    }

    /// Returns what to report after a failure now, or nil. Only `recordGone` reports a feed as gone that once worked.
    package func dueNotification(at now: Timestamp) -> Notification? {
        guard isPersistent(at: now), kind != .gone || lastSuccess == nil else { return nil }
        switch lastNotification {
        case .nothing: return .failing
        case .failing, .reminder:
            // A feed that is blocked is asked daily and reported once.
            guard kind != .blocked else { return nil }
            if isDead(at: now) { return .dead }
            guard kind == .unavailable, let notifiedAt, now - notifiedAt >= Self.reminderAfter else { return nil }
            return .reminder
        case .dead: return nil
        }
    }

    /// When another failure would have to be reported if nothing else changes; or nil.
    var nextNotificationAt: Timestamp? {
        switch lastNotification {
        case .nothing: return (lastSuccess ?? failingSince).map { $0 + unseen + Self.patience }
        case .failing, .reminder:
            guard kind != .blocked else { return nil }
            return kind == .unavailable
                ? notifiedAt.map { $0 + Self.reminderAfter } : failingSince.map { $0 + Self.deadAfter }
        case .dead: return nil
        }
    }

    private func failure(at now: Timestamp) -> HealthState {
        switch kind {
        case .blocked: return isPersistent(at: now) ? .blocked : .unstable
        case _ where isDead(at: now): return .dead
        case .throttled: return .throttled
        case .gone, .unavailable, .other: return isPersistent(at: now) ? .failing : .unstable
        }
    }

    /// Whether failures are to be reported. They are at once where something on this machine must be corrected, and for
    /// a feed that never worked; else after three failures in a row over 24 h without a success, less the time in which
    /// the feed was due and not asked. A server that only wants a pause always has 24 h, and two failures.
    private func isPersistent(at now: Timestamp) -> Bool {
        guard kind != .unavailable else { return failures > 0 }
        let isThrottled = kind == .throttled
        guard let since = lastSuccess ?? (isThrottled ? failingSince : nil) else { return !isThrottled && failures > 0 }
        let enough = isThrottled ? Self.throttledToNotify : Self.failuresToNotify
        return failures >= enough && now - since - unseen >= Self.patience
    }

    func isDead(at now: Timestamp) -> Bool {
        // Failures of this machine cost no request, so that the feed is asked at each run for ever.
        guard let failingSince, kind != .unavailable else { return false }
        return failures >= Self.deadFailures && now - failingSince >= Self.deadAfter
    }

    var kind: FailureKind { FailureKind(errorCode) }
}

/// The kind of a failure, which decides how polling goes on.
enum FailureKind {
    /// The server wants fewer requests, or is overloaded (429, 503).
    case throttled
    /// A certificate, or the guard against private addresses, stops it. This does not pass by itself.
    case blocked
    /// The server says that the feed is gone for good (410).
    case gone
    /// A variable or a secret is missing on this machine or has an impossible value. The user must correct it.
    case unavailable
    case other

    init(_ code: StageError.Code?) {
        switch (code?.fault, code?.outlook, code?.point) {
        case (_, .gone, _): self = .gone
        case (.limit, _, _): self = .throttled
        case (.safety, _, _): self = .blocked
        case (.configuration, .lasting, .here), (.credential, .lasting, .here): self = .unavailable
        default: self = .other
        }
    }
}
