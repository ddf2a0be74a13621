/// Why an entry that competed for a digest is not in it.
public enum PassedOver: String, Sendable, Hashable, CaseIterable {
    /// It was too old, or was passed over for as long as it may be.
    case expired
    /// Another entry says the same.
    case duplicate
    /// A filter does not want it.
    case filtered
    /// There was no room, and what finds none is dropped.
    case surplus
    /// It was on the page, which has no room for it any more.
    case gone
    /// A filter waits for something.
    case waiting
    /// There was no room: it competes again next time.
    case later
}
