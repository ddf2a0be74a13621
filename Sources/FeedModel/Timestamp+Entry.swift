extension Timestamp {
    /// The moment by which an entry is ordered and grouped: when it was published, or first seen if it does not say or
    /// says a moment more than 24 h after that.
    package static func ofEntry(published: Timestamp?, firstSeen: Timestamp) -> Timestamp {
        guard let published, published <= firstSeen + .seconds(86_400) else { return firstSeen }
        return published
    }
}
