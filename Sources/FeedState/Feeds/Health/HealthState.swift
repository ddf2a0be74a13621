/// How a feed fares, in one word. What each means, how it is polled and what is printed of it stands in
/// Documentation/Health.md; `FeedHealth` decides.
package enum HealthState: String, Sendable, Hashable, CaseIterable, Codable {
    /// It has never been asked.
    case new
    /// The last fetch was complete.
    case ok
    /// It answers, but takes long: three of its last five fetches.
    case slow
    /// It answers, but its document had to be mended before it could be read.
    case degraded
    /// It has failed a few times; nothing to be told yet.
    case unstable
    /// It fails again and again, or has never worked.
    case failing
    /// It has been failing for a month.
    case dead
    /// Its server wants fewer requests, or is overloaded.
    case throttled
    /// It lives elsewhere, and is asked there.
    case moved
    /// Its server said again and again that it is gone for good; it is not asked any more.
    case gone
    /// A certificate, or an address that must not be reached, keeps us from it.
    case blocked
    /// It brought so much at once, though old, that it was put aside.
    case flooded

    /// Whether somebody should look after it.
    package var needsAttention: Bool {
        switch self {
        case .failing, .dead, .gone, .blocked, .flooded: true
        case .new, .ok, .slow, .degraded, .unstable, .throttled, .moved: false
        }
    }
}
