/// The health of a feed in one word, as decided by `FeedHealth`. Documentation/Health.md describes each state, its
/// polling and its report.
package enum HealthState: String, Sendable, Hashable, CaseIterable, Codable {
    /// The feed was never requested.
    case new
    /// The last fetch was complete.
    case ok
    /// The feed answers, but three of its last five complete fetches were slow.
    case slow
    /// The feed answers, but the parser had to repair its document.
    case degraded
    /// The feed has failed a few times, too few for a report.
    case unstable
    /// The feed fails again and again, or has never worked.
    case failing
    /// The feed has been failing for a month.
    case dead
    /// The feed's server wants fewer requests, or is overloaded.
    case throttled
    /// The feed has moved. Requests go to the new address.
    case moved
    /// The server said several times that the feed is gone for good. No more requests are sent.
    case gone
    /// A certificate, or the guard against private addresses, keeps us from asking it.
    case blocked
    /// The feed brought many old entries at once, which are quarantined.
    case flooded

    /// Whether the user should act.
    package var needsAttention: Bool {
        switch self {
        case .failing, .dead, .gone, .blocked, .flooded: true
        case .new, .ok, .slow, .degraded, .unstable, .throttled, .moved: false
        }
    }
}
