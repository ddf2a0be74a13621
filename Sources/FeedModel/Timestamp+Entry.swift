extension Timestamp {
    /// The moment by which an entry is ordered and grouped: when it was published, or first seen if it does not say or
    /// says a later moment. What is dated ahead would stand above all others until its date comes.
    package static func ofEntry(published: Timestamp?, firstSeen: Timestamp) -> Timestamp {
        min(published ?? firstSeen, firstSeen)
    }
}
