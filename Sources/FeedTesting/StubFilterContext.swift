public import FeedModel
public import FeedStages

/// The answers of the engine to a filter, set by the test.
///
/// `memory` has what the filter stored. For the next delivery, make a memory of its items:
///
///     context.memory = FilterMemory(context.memory.items, now: later)
public struct StubFilterContext: FilterContext {
    /// The pipeline's name.
    public var pipeline = "morning"
    /// The moment of the delivery.
    public var now = ManualClock().now
    /// The zone in which a day begins.
    public var zone: Zone
    /// How many entries the pipeline has kept on this day, before this delivery.
    public var keptToday = 0
    /// The memory of the filter.
    public var memory = FilterMemory(now: ManualClock().now)
    /// The entries that later filters have not kept.
    public var passedOver: Set<String> = []
    /// When the filter first held each entry, by the entry's key.
    public var firstHolds: [String: Timestamp] = [:]
    /// The entries that were kept earlier, at any time, by fingerprint.
    public var earlier: [Fingerprint: KeptEntry] = [:]
    /// The values that numbers had before.
    public var history = NumberHistory()
    /// The stories that were delivered before, and the titles of the sources.
    public var stories = StoryHistory()

    /// Makes the context of a first delivery.
    public init(zone: Zone = .utc) { self.zone = zone }

    /// Returns the moment that was set, or nil.
    public func firstHeld(_ candidate: Candidate) -> Timestamp? { firstHolds[candidate.key] }

    /// Returns the entries of `earlier` with these fingerprints. The window is ignored.
    public func previouslyKept(_ fingerprints: Set<Fingerprint>, within window: Duration) async -> [Fingerprint:
        KeptEntry]
    {
        earlier.filter { fingerprints.contains($0.key) }
    }

    /// Returns the history that was set.
    public func numberHistory() -> NumberHistory { history }

    /// Returns the stories that were set. The window is ignored.
    public func storyHistory(within window: Duration) -> StoryHistory { stories }
}
