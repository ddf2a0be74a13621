package import FeedModel
package import FeedStages

/// How a feed (or one document of it) fared, as the state keeps it; says which state that is, and what is news in it.
package struct FeedHealth: Sendable, Hashable {
    /// Failures in a row.
    package var failures = 0
    /// When the first of them happened, or nil.
    package var failingSince: Timestamp?
    /// The last complete fetch, or nil.
    package var lastSuccess: Timestamp?
    /// When the user was last told of the failures, or nil.
    package var notifiedAt: Timestamp?
    /// What the user was last told of them.
    package var lastNotification = Notification.nothing
    /// What went wrong last, or nil.
    package var errorCode: StageError.Code?
    /// The longest time since the last success for which nobody looked: this machine was off or offline, or its disk
    /// full.
    package var unseen = Duration.zero
    /// When it was last asked, or nil.
    package var lastAttempt: Timestamp?
    /// When it was found to be gone for good, or nil.
    package var stoppedAt: Timestamp?
    /// Whether it is asked at another address than the configured one.
    package var hasMoved = false
    /// Whether entries of it were put aside because they came as a flood.
    package var isFlooded = false
    /// Of the last five complete fetches, those that were slow.
    package var slowFetches = 0
    /// Whether its document had to be mended.
    package var wasRepaired = false

    /// What was told of failures in a row, so that each is told once.
    package enum Notification: Int, Sendable, Hashable {
        case nothing = 0, failing, reminder, dead
    }

    /// A fetch that takes longer is slow.
    static let slowSeconds = 10.0
    private static let slowFetchesOfFive = 3
    private static let failuresToNotify = 3
    private static let throttledToNotify = 2
    private static let patience: Duration = .seconds(86_400)
    private static let reminderAfter: Duration = .seconds(7 * 86_400)
    private static let deadAfter: Duration = .seconds(30 * 86_400)
    private static let deadFailures = 10

    package init() {}

    /// The state of the feed at a moment, by all that is known here.
    package func state(at now: Timestamp) -> HealthState {
        if stoppedAt != nil { return .gone }
        if isFlooded { return .flooded }
        guard failures == 0 else { return failure(at: now) }
        if lastSuccess == nil, lastAttempt == nil { return .new }
        if hasMoved { return .moved }
        if wasRepaired { return .degraded }
        return slowFetches >= Self.slowFetchesOfFive ? .slow : .ok
    }

    /// Whether somebody should look after it: also a pause that a server has wanted for so long that it was told.
    package func needsAttention(at now: Timestamp) -> Bool {
        let state = state(at: now)
        return state.needsAttention || (state == .throttled && lastNotification != .nothing)
    }

    /// What the user is to be told after a failure now, or nil. That a feed is gone is told when it is certain.
    package func dueNotification(at now: Timestamp) -> Notification? {
        guard isPersistent(at: now), kind != .gone || lastSuccess == nil else { return nil }
        switch lastNotification {
        case .nothing: return .failing
        case .failing, .reminder:
            // What is asked daily, and will not go away, is told once.
            guard kind != .blocked else { return nil }
            if isDead(at: now) { return .dead }
            guard kind == .unavailable, let notifiedAt, now - notifiedAt >= Self.reminderAfter else { return nil }
            return .reminder
        case .dead: return nil
        }
    }

    /// When another failure would be news, if nothing else changes; or nil.
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

    /// At once for a feed that never worked, else after three failures in a row over 24 h without a success, in which
    /// somebody looked. A server that only wants a pause has those 24 h in any case.
    /// What somebody has to set right here does not pass by itself, and is told at once, too.
    private func isPersistent(at now: Timestamp) -> Bool {
        guard kind != .unavailable else { return failures > 0 }
        let isThrottled = kind == .throttled
        guard let since = lastSuccess ?? (isThrottled ? failingSince : nil) else { return !isThrottled && failures > 0 }
        let enough = isThrottled ? Self.throttledToNotify : Self.failuresToNotify
        return failures >= enough && now - since - unseen >= Self.patience
    }

    func isDead(at now: Timestamp) -> Bool {
        // What costs nobody a request is asked at each run, for ever.
        guard let failingSince, kind != .unavailable else { return false }
        return failures >= Self.deadFailures && now - failingSince >= Self.deadAfter
    }

    var kind: FailureKind { FailureKind(errorCode) }
}

/// What kind of failure it was, as far as that decides how it goes on.
enum FailureKind {
    /// The server wants fewer requests, or is overloaded (429, 503).
    case throttled
    /// A certificate or the guard against private addresses: that does not pass by itself.
    case blocked
    /// The server says that it is gone for good (410).
    case gone
    /// A variable or a secret is missing on this machine, or cannot be one: somebody must see to it.
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
