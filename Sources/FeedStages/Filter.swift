public import FeedMessages
public import FeedModel

/// Gives verdicts on the entries of a pipeline that wait for delivery, and orders them.
public protocol Filter: Stage {
    /// Gives a verdict on each entry that is still kept. May reorder, annotate and change entries, but not their
    /// identity. Throws if it can decide nothing, which fails the pipeline.
    ///
    /// A delivery may call it several times, each time with the entries as the filters before left them: if a filter did
    /// not keep an entry in whose favour `deduplicate` had dropped others, one of these gets its turn. The last call
    /// counts; the memory keeps what all of them stored.
    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError)
    /// Whether the filter reads an entry's `summary` or `content`. Bodies are not loaded if no filter of a pipeline
    /// reads them. They are most of an entry's size, so return `false` if you can.
    var readsBodies: Bool { get }
    /// Whether what the filter does to an entry depends on no other entry of the batch. A long backlog is led through such
    /// filters a part at a time, if no other filter stands before them: `apply` is then called several times in a
    /// delivery, each time with other entries. That keeps the memory of a backlog small, so return `true` if you can.
    var judgesEntriesAlone: Bool { get }
    /// How far back the filter compares with entries that were kept before (`previouslyKept`), or nil if it does not.
    var comparisonWindow: Duration? { get }
    /// The age at first sight above which the filter drops an entry, or nil. `check` compares it with the schedule.
    var greatestAge: Duration? { get }
    /// Types of filters that use what this one adds to entries, and therefore belong behind it. `check` warns of a
    /// pipeline in which one of them stands before it.
    var precedes: Set<String> { get }
}

extension Filter {
    /// True by default.
    public var readsBodies: Bool { true }
    /// False by default.
    public var judgesEntriesAlone: Bool { false }
    /// Nil by default.
    public var comparisonWindow: Duration? { nil }
    /// Nil by default.
    public var greatestAge: Duration? { nil }
    /// None by default.
    public var precedes: Set<String> { [] }
}

/// A filter that gives its verdict on one entry at a time, as most filters do.
public protocol EntryFilter: Filter {
    /// Returns the verdict on one entry. Throws if it cannot decide, which fails the pipeline.
    func verdict(on candidate: Candidate, _ context: some FilterContext) throws(StageError) -> Verdict
}

extension EntryFilter {
    /// Calls `verdict` for each entry that is still kept. Throws its error.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        for index in batch.candidates.indices where batch.candidates[index].verdict == .keep {
            batch.candidates[index].verdict = try verdict(on: batch.candidates[index], context)
        }
    }
}

/// A filter that changes entries and rejects none.
public protocol Transform: Filter {
    /// Returns the changed entry, with its identity. Throws if it cannot be changed, which fails the pipeline.
    func transform(_ entry: Entry) throws(StageError) -> Entry
}

extension Transform {
    /// Calls `transform` for each entry that is still kept, and for those that follow it. Throws its error.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        for index in batch.candidates.indices where batch.candidates[index].verdict == .keep {
            batch.candidates[index].entry = try transform(batch.candidates[index].entry)
            var followers = batch.candidates[index].followers
            for follower in followers.indices { followers[follower].entry = try transform(followers[follower].entry) }
            batch.candidates[index].followers = followers
        }
    }
}

/// A filter's verdict on an entry.
public enum Verdict: Sendable, Hashable {
    /// The next filter gets the entry.
    case keep
    /// The entry is never delivered. `because` is a short reason for `kawaraban why`; `as` is how the digest counts it.
    case drop(because: LocalizedText, as: PassedOver = .filtered)
    /// The entry waits, and each delivery filters it again. The filter holds it until `until`; nil if that has no end.
    case hold(until: Timestamp?, because: LocalizedText, as: PassedOver = .waiting)
}

/// The entries that wait, in the order in which `take` chooses: the newest first, until a filter orders them.
public struct Batch: Sendable {
    /// All entries, also those with another verdict. Filters look only at those whose verdict is `.keep`.
    public var candidates: [Candidate]

    /// Why the filter could not decide on some entries, which it holds. The pipeline then counts as failing, and the
    /// other verdicts are stored. A filter that can decide nothing throws.
    public var failure: StageError?
    /// Warnings for the user, for example that entries passed without the filter's work.
    public var warnings: [StageError] = []

    /// Makes a batch.
    public init(_ candidates: [Candidate]) { self.candidates = candidates }
}

/// What a filter can read besides the batch.
public protocol FilterContext: Sendable {
    /// The pipeline's name.
    var pipeline: String { get }
    /// The moment of the delivery.
    var now: Timestamp { get }
    /// The zone of `settings.timezone`.
    var zone: Zone { get }
    /// How many entries the pipeline has kept since midnight by `zone`, before this delivery.
    var keptToday: Int { get }
    /// The memory of this filter in this pipeline. The filter may change it.
    var memory: FilterMemory { get }
    /// Keys of entries that later filters have not kept in this delivery, although others were dropped in their favour. A
    /// filter that chooses among equal entries prefers others to them.
    var passedOver: Set<String> { get }
    /// Returns when this filter first held the entry, or nil if it never did.
    func firstHeld(_ candidate: Candidate) -> Timestamp?
    /// Returns, by these fingerprints, the entries that this pipeline kept within `window` before now. Throws if the
    /// state cannot be read.
    func previouslyKept(
        _ fingerprints: Set<Fingerprint>, within window: Duration
    ) async throws(StageError) -> [Fingerprint: KeptEntry]
    /// Returns the values that numbers of the pipeline's sources had at each age, by configured name: those of entries of
    /// the last 30 days, at most 2,000 a source and fewer of more than 30 sources, as they were before this delivery. It
    /// is read once for all filters of a delivery. Throws if the state cannot be read.
    func numberHistory() async throws(StageError) -> NumberHistory
    /// Returns the stories of which the pipeline kept an entry within `window` before now, and what its sources wrote
    /// lately. Throws if the state cannot be read.
    func storyHistory(within window: Duration) async throws(StageError) -> StoryHistory
}

extension FilterContext {
    /// Empty by default.
    public var passedOver: Set<String> { [] }
}

/// An entry that passed all filters of the pipeline in an earlier delivery.
public struct KeptEntry: Sendable, Hashable {
    /// The engine's own id.
    public var key: String
    /// The configured name of the entry's source.
    public var source: String
    /// The entry itself, then those that were dropped in its favour, each with the configured name of its source, as their
    /// sources gave them, without bodies. Empty if the state cannot read them any more.
    public var members: [Member]

    /// Makes a kept entry.
    public init(key: String, source: String, members: [Member] = []) {
        self.key = key
        self.source = source
        self.members = members
    }

    /// An entry with its source.
    public struct Member: Sendable, Hashable {
        /// The configured name of the entry's source.
        public var source: String
        /// The entry, without `summary` and `content`.
        public var entry: Entry

        /// Makes a member.
        public init(source: String, entry: Entry) {
            self.source = source
            self.entry = entry
        }
    }
}

/// A filter that only orders. The last one of a pipeline also orders the entries of its digests.
public protocol EntryOrder: Filter {
    /// Returns the same entries in order. The sort must be stable.
    func ordered<Element: OrderedEntry>(_ entries: [Element]) -> [Element]
    /// Whether the order is by a time. Then it applies to pages only, and a stream has the oldest entries first.
    var isByTime: Bool { get }
    /// The number by which it orders, the highest first, such as `likes`; `buzz` for that of `OrderedEntry.buzz`; nil for
    /// another order.
    var ranking: String? { get }
}

extension EntryOrder {
    /// False by default.
    public var isByTime: Bool { false }
    /// Nil by default.
    public var ranking: String? { nil }
    /// Orders the whole batch. Throws nothing.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        batch.candidates = ordered(batch.candidates)
    }
}
