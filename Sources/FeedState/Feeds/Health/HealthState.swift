/// The health of a feed in one word, as decided by `FeedHealth`. Documentation/Health.md describes each state, its
/// polling and its report.
package enum HealthState: String, Sendable, Hashable, CaseIterable, Codable {
    /// It has never been asked.
    case new
    /// The last fetch was complete.
    case ok
    /// It answers, but three of its last five complete fetches were slow.
    case slow
    /// It answers, but the parser had to repair its document.
    case degraded
    /// It has failed a few times, too few for a report.
    case unstable
    /// It fails again and again, or has never worked.
    case failing
    /// It has been failing for a month.
    case dead
    /// Its server wants fewer requests, or is overloaded.
    case throttled
    /// It has moved, and is asked at the new address.
    case moved
    /// Its server said several times that it is gone for good. It is not asked any more.
    case gone
    /// A certificate, or the guard against private addresses, keeps us from asking it.
    case blocked
    /// It brought many old entries at once, which are quarantined.
    case flooded

    /// Whether the user should act.
    package var needsAttention: Bool {
        switch self {
        case .failing, .dead, .gone, .blocked, .flooded: true
        case .new, .ok, .slow, .degraded, .unstable, .throttled, .moved: false
        }
    }
}
