public import FeedMessages
public import FeedModel

/// An entry that waits, with what the engine knows about it.
///
/// 100,000 of them may be in memory, most with the verdict alone: what never changes, the entry, and what few have, stand
/// behind a pointer each.
public struct Candidate: Sendable {
    private var facts: Shared<Facts>
    /// Where the entry is.
    package private(set) var holder: any EntryHolder
    /// The verdict of the filters before.
    public var verdict: Verdict = .keep
    private var mark = Mark.none
    private var prints = PackedFingerprints()
    /// One or none.
    private var notes: [Notes] = []

    /// Makes a candidate.
    public init(
        key: String, entry: Entry, source: String, sourceRank: Int, firstSeen: Timestamp, documentOrder: Int
    ) {
        self.init(
            Facts(
                key: key, source: source, sourceRank: sourceRank, firstSeen: firstSeen, documentOrder: documentOrder,
                lastSeen: firstSeen), in: WholeEntry(entry))
    }

    package init(_ facts: Facts, in holder: any EntryHolder) {
        self.facts = Shared(facts)
        self.holder = holder
    }

    /// What the engine knows of an entry.
    package struct Facts: Sendable {
        let key: String
        let source: String
        let sourceRank: Int
        let firstSeen: Timestamp
        let documentOrder: Int
        var waited: Duration
        var lastSeen: Timestamp
        var isOfSelection: Bool

        /// Makes them; they mean what the properties of a candidate with these names mean.
        package init(
            key: String, source: String, sourceRank: Int, firstSeen: Timestamp, documentOrder: Int,
            waited: Duration = .zero, lastSeen: Timestamp, isOfSelection: Bool = false
        ) {
            (self.key, self.source, self.sourceRank) = (key, source, sourceRank)
            (self.firstSeen, self.documentOrder, self.waited) = (firstSeen, documentOrder, waited)
            (self.lastSeen, self.isOfSelection) = (lastSeen, isOfSelection)
        }
    }

    /// What few entries have.
    private struct Notes: Sendable {
        var buzz: Buzz?
        var sameAs: String?
        var followers: [Candidate] = []
        var reasons: [LocalizedText] = []
        var undecided: Set<String> = []
    }

    /// The story of an entry. Most entries are one of their own.
    private enum Mark: Sendable {
        case none
        case ownHead
        case other(Shared<StoryMark>)
    }

    /// A value behind a pointer, which copies of a candidate share.
    private final class Shared<Value: Sendable>: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private mutating func change(_ write: (inout Facts) -> Void) {
        var value = facts.value
        write(&value)
        facts = Shared(value)
    }

    /// The notes, written where they are: what appends to one of them many times copies nothing.
    private var written: Notes {
        get { notes.first ?? Notes() }
        _modify {
            if notes.isEmpty { notes = [Notes()] }
            yield &notes[0]
        }
    }

    /// Puts the entry elsewhere, where it must be the same.
    package mutating func move(to holder: any EntryHolder) { self.holder = holder }
}

extension Candidate {
    /// The engine's own id, unique in the state.
    public var key: String { facts.value.key }

    /// The entry. Filters may change all of it except its identity.
    public var entry: Entry {
        get { holder.entry }
        set { holder = WholeEntry(newValue) }
    }

    /// The configured name of the entry's source.
    public var source: String { facts.value.source }

    /// Position of the source in the pipeline's list, from 0.
    public var sourceRank: Int { facts.value.sourceRank }

    /// When the engine first saw the entry.
    public var firstSeen: Timestamp { facts.value.firstSeen }

    /// Position in the entry's document, from 0.
    public var documentOrder: Int { facts.value.documentOrder }

    /// The longest time for which the entry can have waited before it was first seen, while this machine was off or
    /// its source could not be reached.
    public var waited: Duration {
        get { facts.value.waited }
        set { change { $0.waited = newValue } }
    }

    /// When a complete fetch last found the entry in its document, at least `firstSeen`. Its numbers were so then; those that
    /// a filter sets are of the present delivery. Once an entry has left its document, its numbers stay as they were.
    public var lastSeen: Timestamp {
        get { facts.value.lastSeen }
        set { change { $0.lastSeen = newValue } }
    }

    /// Whether the entry's source is itself a selection (`Source.isSelection`), such as hot entries: that it lists the entry
    /// says more than a low rank among the others. The engine sets it.
    public var isOfSelection: Bool {
        get { facts.value.isOfSelection }
        set { change { $0.isOfSelection = newValue } }
    }

    /// How much the entry is talked about, once a filter has measured that. It is stored with the verdict.
    public var buzz: Buzz? {
        get { notes.first?.buzz }
        set { if newValue != nil || !notes.isEmpty { written.buzz = newValue } }
    }

    /// The key of the entry that this one duplicates, if it was dropped for that; digests can show it there.
    public var sameAs: String? {
        get { notes.first?.sameAs }
        set { if newValue != nil || !notes.isEmpty { written.sameAs = newValue } }
    }

    /// Entries that belong to this one as members of its story. Later filters do not see them, and this entry's verdict is
    /// theirs, too.
    public var followers: [Candidate] {
        get { notes.first?.followers ?? [] }
        set { if !newValue.isEmpty || !notes.isEmpty { written.followers = newValue } }
        _modify { yield &written.followers }
    }

    /// The story that the entry belongs to, or nil if no filter looked for stories.
    public var story: StoryMark? {
        get {
            switch mark {
            case .none: nil
            case .ownHead: StoryMark(story: key, role: .head)
            case .other(let mark): mark.value
            }
        }
        set {
            mark = newValue.map { $0.role == .head && $0.story == key ? .ownHead : .other(Shared($0)) } ?? .none
        }
    }

    /// Why filters kept the entry: each appends its reason, if it has one, such as `title contains Swift`. What others
    /// wrote may be in it. It is for `kawaraban why` and `DigestEntry.reason`, which have a few of them, cut to a line.
    public var reasons: [LocalizedText] {
        get { notes.first?.reasons ?? [] }
        set { if !newValue.isEmpty || !notes.isEmpty { written.reasons = newValue } }
        _modify { yield &written.reasons }
    }

    /// Patterns that took too long to match the entry, although its verdict depended on them.
    public var undecided: Set<String> {
        get { notes.first?.undecided ?? [] }
        set { if !newValue.isEmpty || !notes.isEmpty { written.undecided = newValue } }
        _modify { yield &written.undecided }
    }

    /// The values that `deduplicate` compares. Those of kept entries are stored.
    public var fingerprints: Set<Fingerprint> {
        get { prints.all }
        set { prints = PackedFingerprints(newValue) }
    }

    /// When the entry was published, or first seen if that is earlier or the entry gives no date.
    public var date: Timestamp { .ofEntry(published: holder.published, firstSeen: firstSeen) }
}

/// A value that is equal for the same entry in different sources.
public struct Fingerprint: Sendable, Hashable {
    /// `article`, `url` or `title`, as in the option `by:`.
    public var kind: String
    /// The folded text.
    public var text: String

    /// Makes a fingerprint.
    public init(kind: String, text: String) {
        self.kind = kind
        self.text = text
    }
}
