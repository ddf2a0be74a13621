public import FeedModel
public import FeedStages

/// What the engine would tell a filter, set by hand.
///
/// What a filter keeps is in `memory` afterwards; for the next delivery make one of its items:
///
///     context.memory = FilterMemory(context.memory.items, now: later)
public struct StubFilterContext: FilterContext {
    /// The pipeline's name.
    public var pipeline = "morning"
    /// The moment of the delivery.
    public var now = ManualClock().now
    /// Where a day begins.
    public var zone: Zone
    /// How many entries the pipeline has kept on this day.
    public var keptToday = 0
    /// What the filter keeps.
    public var memory = FilterMemory(now: ManualClock().now)
    /// When the filter first held an entry, by the key of that.
    public var firstHolds: [String: Timestamp] = [:]
    /// What was kept earlier, whenever that was.
    public var earlier: [Fingerprint: KeptEntry] = [:]

    /// Makes the context of a first delivery.
    public init(zone: Zone = .utc) { self.zone = zone }

    /// As it was set.
    public func firstHeld(_ candidate: Candidate) -> Timestamp? { firstHolds[candidate.key] }

    /// Those of `earlier`.
    public func previouslyKept(_ fingerprints: Set<Fingerprint>, within window: Duration) async -> [Fingerprint:
        KeptEntry]
    {
        earlier.filter { fingerprints.contains($0.key) }
    }
}
