import FeedMessages
import FeedModel
import FeedStages
import FeedState

/// The way of a pipeline's waiting entries through its filters: those that may still be kept, and the decisions on the
/// others.
struct FilterCourse: Sendable {
    /// What is known of an entry as its source gave it.
    struct Original: Sendable {
        let numbers: [String: Int]
        /// When each filter first held the entry.
        let holds: [String: Timestamp]
        /// Whether the filters see the entry's body.
        fileprivate(set) var hasBody: Bool
        fileprivate var text: Text

        fileprivate init(_ waiting: WaitingEntry, in holder: any EntryHolder, hasBody: Bool) {
            (numbers, holds) = (waiting.entry.numbers, waiting.holds)
            self.hasBody = hasBody
            text = .held(holder)
        }

        /// Whether a filter wrote to the entry.
        func isWritten(in candidate: Candidate) -> Bool {
            if case .held(let holder) = text { holder !== candidate.holder } else { true }
        }

        /// Whether a filter changed anything but the numbers.
        func isChanged(in candidate: Candidate) -> Bool {
            switch text {
            case .held(let holder):
                holder !== candidate.holder && holder.entry.withoutNumbers != candidate.entry.withoutNumbers
            case .likeness(let likeness): likeness != candidate.entry.likeness
            }
        }
    }

    /// The entry without its numbers.
    fileprivate enum Text: Sendable {
        /// What holds the entry; the candidate has the same one unless a filter wrote to its entry.
        case held(any EntryHolder)
        /// The hash of an entry that a filter has changed: equal hashes of 64 bits are taken for equal entries.
        case likeness(Int)
    }

    /// The originals by the keys of their entries.
    struct Originals: Sendable {
        private var places: [String: Int32] = [:]
        private var all: [Original] = []

        var count: Int { all.count }

        mutating func reserveCapacity(_ count: Int) {
            places.reserveCapacity(count)
            all.reserveCapacity(count)
        }

        /// An original; nil if no entry has the key.
        fileprivate(set) subscript(key: String) -> Original? {
            get { places[key].map { all[Int($0)] } }
            set {
                guard let newValue else { return }
                if let place = places[key] {
                    all[Int(place)] = newValue
                } else {
                    places[key] = Int32(all.count)
                    all.append(newValue)
                }
            }
        }

        /// How many entries were held before.
        fileprivate var carriedIn: Int { all.count { !$0.holds.isEmpty } }

        /// When a filter first held the entries, by key.
        func holds(of filter: String) -> [String: Timestamp] {
            guard all.contains(where: { !$0.holds.isEmpty }) else { return [:] }
            var found: [String: Timestamp] = [:]
            for (key, place) in places { found[key] = all[Int(place)].holds[filter] }
            return found
        }
    }

    /// Some of the entries, on their way through filters that judge each entry alone.
    struct Part: Sendable {
        var judged: Judged
        private(set) var originals = Originals()
        fileprivate let feeds: Set<FeedKey>
        /// The entries in a form that takes less memory, by key; empty if there is only one part.
        fileprivate private(set) var packed: [String: any EntryHolder] = [:]

        /// Makes it of entries that wait. Those of a source that was removed from the pipeline are left out: they wait until
        /// they are forgotten.
        init(_ waiting: [WaitingEntry], of sources: [FeedKey: Filtering.Member], withBodies: Bool) {
            originals.reserveCapacity(waiting.count)
            var candidates: [Candidate] = []
            candidates.reserveCapacity(waiting.count)
            for entry in waiting {
                guard let source = sources[entry.feed] else { continue }
                let holder = WholeEntry(entry.entry)
                originals[entry.key] = Original(entry, in: holder, hasBody: withBodies)
                if let packed = entry.packed { self.packed[entry.key] = packed }
                let facts = Candidate.Facts(
                    key: entry.key, source: source.name, sourceRank: source.rank, firstSeen: entry.firstSeen,
                    documentOrder: entry.documentOrder, waited: entry.waited,
                    lastSeen: max(entry.firstSeen, entry.lastSeen), isOfSelection: source.isSelection)
                candidates.append(Candidate(facts, in: holder))
            }
            judged = Judged(batch: Batch(candidates.newestFirst))
            feeds = Set(waiting.lazy.map(\.feed))
        }

        /// The entries that are decided: no other filter sees them.
        var decided: Judged {
            var decided = judged
            decided.batch.candidates.removeAll { $0.verdict == .keep }
            return decided
        }

        /// Puts an entry that no filter changed where it takes less memory: without its body, and as bytes if there are
        /// other parts. Of the original of one that was changed, a hash stays.
        fileprivate func compact(_ candidate: inout Candidate, _ original: inout Original) {
            guard !original.isChanged(in: candidate) else {
                if case .held(let holder) = original.text { original.text = .likeness(holder.entry.likeness) }
                return
            }
            if case .held(let holder) = original.text, holder !== candidate.holder,
                candidate.entry.numbers != original.numbers
            {
                candidate.entry = candidate.entry.withoutBody
                original.text = .likeness(candidate.entry.likeness)
                original.hasBody = false
                return
            }
            let holder: any EntryHolder
            if let packed = packed[candidate.key] {
                holder = packed
            } else if original.hasBody {
                holder = WholeEntry(candidate.entry.withoutBody)
            } else {
                return
            }
            candidate.move(to: holder)
            original.text = .held(holder)
            original.hasBody = false
        }
    }

    /// The entries that were kept so far.
    var judged = Judged(batch: Batch([]))
    private(set) var originals = Originals()
    /// The decisions on the entries that no other filter sees.
    private var early: [Decision] = []
    private var summary = CourseSummary()
    /// The feeds of all entries that wait.
    private(set) var feeds: Set<FeedKey> = []

    /// Takes the entries of a part that were kept, without their bodies unless `keepsBodies`, and the decisions on the
    /// others.
    mutating func take(_ part: Part, keepsBodies: Bool) {
        feeds.formUnion(part.feeds)
        summary.carriedIn += part.originals.carriedIn
        judged.batch.failure = judged.batch.failure ?? part.judged.batch.failure
        for warning in part.judged.batch.warnings where !judged.batch.warnings.contains(warning) {
            judged.batch.warnings.append(warning)
        }
        for var candidate in part.judged.batch.candidates {
            guard candidate.verdict == .keep else {
                let filter = part.judged.decidedBy[candidate.key]
                summary.count(candidate, by: filter)
                CourseDecisions.append(candidate, by: filter, part.originals, to: &early)
                continue
            }
            for follower in candidate.followers { originals[follower.key] = part.originals[follower.key] }
            if var original = part.originals[candidate.key] {
                if !keepsBodies { part.compact(&candidate, &original) }
                originals[candidate.key] = original
            }
            judged.batch.candidates.append(candidate)
        }
    }

    /// When a filter first held the entries that were kept so far, by key.
    func holds(of filter: String) -> [String: Timestamp] { originals.holds(of: filter) }

    /// Ends the course. Returns the decisions on all entries, and how many there are of each kind.
    mutating func end() -> (decisions: CourseDecisions, summary: CourseSummary) {
        defer { self = FilterCourse() }
        for head in judged.batch.candidates { summary.count(head, by: judged.decidedBy[head.key]) }
        return (CourseDecisions(early: early, rest: judged, originals: originals), summary)
    }
}

extension Entry {
    /// The hash of all of the entry but its numbers.
    fileprivate var likeness: Int { withoutNumbers.hashValue }

    fileprivate var withoutNumbers: Entry {
        var entry = self
        entry.numbers = [:]
        return entry
    }

    fileprivate var withoutBody: Entry {
        var entry = self
        (entry.summary, entry.content) = (nil, nil)
        return entry
    }
}
