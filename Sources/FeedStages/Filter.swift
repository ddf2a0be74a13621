public import FeedMessages
public import FeedModel

/// Judges and orders the entries of a pipeline that wait for delivery.
public protocol Filter: Stage {
    /// Gives each entry still kept a verdict, may reorder, annotate and change entries (never their identity).
    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError)
    /// Whether it looks at an entry's `summary` or `content`. Where no filter of a pipeline does, entries come without
    /// both, which is most of them: say `false` if you can.
    var readsBodies: Bool { get }
    /// How long it compares with entries that were kept before (`FilterContext.kept`), or nil: not at all.
    var comparisonWindow: Duration? { get }
    /// Over what age at first sight it drops an entry, or nil: at none. `check` compares it with the schedule.
    var greatestAge: Duration? { get }
}

extension Filter {
    /// True.
    public var readsBodies: Bool { true }
    /// Nil.
    public var comparisonWindow: Duration? { nil }
    /// Nil.
    public var greatestAge: Duration? { nil }
}

/// A filter that judges one entry at a time; most do.
public protocol EntryFilter: Filter {
    /// The verdict on one entry.
    func verdict(on candidate: Candidate, _ context: some FilterContext) throws(StageError) -> Verdict
}

extension EntryFilter {
    /// Asks for a verdict on each entry still kept.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        for index in batch.candidates.indices where batch.candidates[index].verdict == .keep {
            batch.candidates[index].verdict = try verdict(on: batch.candidates[index], context)
        }
    }
}

/// A filter that changes entries and drops none.
public protocol Transform: Filter {
    /// The changed entry; its identity stays.
    func transform(_ entry: Entry) throws(StageError) -> Entry
}

extension Transform {
    /// Changes each entry still kept.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        for index in batch.candidates.indices where batch.candidates[index].verdict == .keep {
            batch.candidates[index].entry = try transform(batch.candidates[index].entry)
        }
    }
}

/// What a filter says of an entry.
public enum Verdict: Sendable, Hashable {
    /// On to the next filter.
    case keep
    /// Never, for this reason (a few words, for `kawaraban why`); `as`: how a digest's foot counts it.
    case drop(because: LocalizedText, as: PassedOver = .filtered)
    /// Not now: asked again at the next delivery. `until` nil: without an end.
    case hold(until: Timestamp?, because: LocalizedText, as: PassedOver = .waiting)
}

/// The entries that wait, in the order by which `take` chooses: the newest first, until a filter orders them anew.
public struct Batch: Sendable {
    /// Every entry, judged ones among them: filters look only at those whose verdict is `.keep`.
    public var candidates: [Candidate]

    /// What kept a filter from judging some entries, which it holds instead: the pipeline counts as failing, and what
    /// was decided stands. A filter that can decide nothing throws.
    public var failure: StageError?
    /// Something that the user should know, such as that entries went on without what the filter does.
    public var warnings: [StageError] = []

    /// Makes a batch.
    public init(_ candidates: [Candidate]) { self.candidates = candidates }
}

/// An entry that waits, with what the engine knows of it.
public struct Candidate: Sendable {
    /// Our own id, unique in the state.
    public let key: String
    /// The entry; filters may change all but its identity.
    public var entry: Entry
    /// The configured name of its source.
    public let source: String
    /// Place of the source in the pipeline's list, from 0.
    public let sourceRank: Int
    /// When it was first seen.
    public let firstSeen: Timestamp
    /// Place within its document, from 0.
    public let documentOrder: Int
    /// For how long at most it had waited when it was first seen, since this machine was off or its source out of
    /// reach.
    public var waited = Duration.zero
    /// What the filters said so far.
    public var verdict: Verdict = .keep
    /// If it was dropped since another entry is the same: the key of that one, which tells what this one told.
    public var sameAs: String?
    /// Patterns that took too long to say whether they are found in it, though what becomes of it depended on them.
    public var undecided: Set<String> = []
    /// What `deduplicate` compares by; those of kept entries are remembered.
    public var fingerprints: Set<Fingerprint> = []

    /// Makes a candidate.
    public init(
        key: String, entry: Entry, source: String, sourceRank: Int, firstSeen: Timestamp, documentOrder: Int
    ) {
        self.key = key
        self.entry = entry
        self.source = source
        self.sourceRank = sourceRank
        self.firstSeen = firstSeen
        self.documentOrder = documentOrder
    }

    /// When it was published, or first seen if it does not say; never later than first seen.
    public var date: Timestamp { .ofEntry(published: entry.published, firstSeen: firstSeen) }
}

/// Something by which two entries of different sources are the same.
public struct Fingerprint: Sendable, Hashable {
    /// `url` or `title`, as in `by:`.
    public var kind: String
    /// The folded text.
    public var text: String

    /// Makes a fingerprint.
    public init(kind: String, text: String) {
        self.kind = kind
        self.text = text
    }
}

/// What a filter may know besides the batch.
public protocol FilterContext: Sendable {
    /// The pipeline's name.
    var pipeline: String { get }
    /// The moment of the delivery.
    var now: Timestamp { get }
    /// `settings.timezone`.
    var zone: Zone { get }
    /// How many entries the pipeline has kept since midnight by `zone`, before this delivery.
    var keptToday: Int { get }
    /// What this filter kept in this pipeline, and may change.
    var memory: FilterMemory { get }
    /// When this filter first held an entry, or nil if it never did.
    func firstHeld(_ candidate: Candidate) -> Timestamp?
    /// Which of these fingerprints belong to entries that this pipeline kept within `window` before now.
    func previouslyKept(
        _ fingerprints: Set<Fingerprint>, within window: Duration
    ) async throws(StageError) -> [Fingerprint: KeptEntry]
}

/// An entry that a pipeline kept earlier.
public struct KeptEntry: Sendable, Hashable {
    /// Our own id.
    public var key: String
    /// The configured name of its source.
    public var source: String

    /// Makes a kept entry.
    public init(key: String, source: String) {
        self.key = key
        self.source = source
    }
}

/// A filter that only orders; the last one of a pipeline also lays out its digests.
public protocol EntryOrder: Filter {
    /// The same entries, ordered; stable.
    func ordered<Element: OrderedEntry>(_ entries: [Element]) -> [Element]
    /// Whether it orders by a time: then it lays out pages alone, and streams stay with the oldest first.
    var isByTime: Bool { get }
}

extension EntryOrder {
    /// False.
    public var isByTime: Bool { false }
    /// Orders the whole batch.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        batch.candidates = ordered(batch.candidates)
    }
}
