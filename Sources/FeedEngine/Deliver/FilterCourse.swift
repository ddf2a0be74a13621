import FeedMessages
import FeedModel
import FeedStages
import FeedState

/// The way of a pipeline's waiting entries through its filters: those that may still be kept, and the decisions on the
/// others.
struct FilterCourse: Sendable {
    /// What is known of an entry as its source gave it. The entry itself is not kept: 100,000 may wait.
    struct Original: Sendable {
        let numbers: [String: Int]
        /// When each filter first held the entry.
        let holds: [String: Timestamp]
        /// The hash of all of the entry but its numbers: equal hashes of 64 bits are taken for equal entries.
        fileprivate(set) var likeness: Int
        /// Whether the filters see the entry's body.
        fileprivate(set) var hasBody: Bool

        fileprivate init(_ waiting: WaitingEntry, hasBody: Bool) {
            (numbers, holds, likeness) = (waiting.entry.numbers, waiting.holds, waiting.entry.likeness)
            self.hasBody = hasBody
        }
    }

    /// Some of the entries, on their way through filters that judge each entry alone.
    struct Part: Sendable {
        var judged: Judged
        let originals: [String: Original]
        fileprivate let feeds: Set<FeedKey>

        /// Makes it of entries that wait. Those of a source that was removed from the pipeline are left out: they wait until
        /// they are forgotten.
        init(_ waiting: [WaitingEntry], of sources: [FeedKey: Filtering.Member], withBodies: Bool) {
            var originals: [String: Original] = [:]
            originals.reserveCapacity(waiting.count)
            var candidates: [Candidate] = []
            candidates.reserveCapacity(waiting.count)
            for entry in waiting {
                guard let source = sources[entry.feed] else { continue }
                originals[entry.key] = Original(entry, hasBody: withBodies)
                var candidate = Candidate(
                    key: entry.key, entry: entry.entry, source: source.name, sourceRank: source.rank,
                    firstSeen: entry.firstSeen, documentOrder: entry.documentOrder)
                candidate.waited = entry.waited
                candidate.lastSeen = max(entry.firstSeen, entry.lastSeen)
                candidate.isOfSelection = source.isSelection
                candidates.append(candidate)
            }
            judged = Judged(batch: Batch(candidates.newestFirst))
            self.originals = originals
            feeds = Set(waiting.lazy.map(\.feed))
        }

        /// The entries that are decided: no other filter sees them.
        var decided: Judged {
            var decided = judged
            decided.batch.candidates.removeAll { $0.verdict == .keep }
            return decided
        }
    }

    /// The entries that were kept so far.
    var judged = Judged(batch: Batch([]))
    private(set) var originals: [String: Original] = [:]
    private(set) var decisions: [Decision] = []
    /// How many entries each pattern took too long to decide.
    private(set) var undecided: [String: Int] = [:]
    /// The feeds of all entries that wait.
    private(set) var feeds: Set<FeedKey> = []
    /// How many entries were held before.
    private(set) var carriedIn = 0

    /// Takes the entries of a part that were kept, without their bodies unless `keepsBodies`, and the decisions on the
    /// others.
    mutating func take(_ part: Part, keepsBodies: Bool) {
        feeds.formUnion(part.feeds)
        carriedIn += part.originals.values.count { !$0.holds.isEmpty }
        judged.batch.failure = judged.batch.failure ?? part.judged.batch.failure
        for warning in part.judged.batch.warnings where !judged.batch.warnings.contains(warning) {
            judged.batch.warnings.append(warning)
        }
        for var candidate in part.judged.batch.candidates {
            guard candidate.verdict == .keep else {
                decide(candidate, by: part.judged.decidedBy[candidate.key], part.originals)
                continue
            }
            for follower in candidate.followers { originals[follower.key] = part.originals[follower.key] }
            var original = part.originals[candidate.key]
            if !keepsBodies, original?.hasBody == true, original?.likeness == candidate.entry.likeness {
                (candidate.entry.summary, candidate.entry.content) = (nil, nil)
                original?.likeness = candidate.entry.likeness
                original?.hasBody = false
            }
            originals[candidate.key] = original
            judged.batch.candidates.append(candidate)
        }
    }

    /// When a filter first held the entries that were kept so far, by key.
    func holds(of filter: String) -> [String: Timestamp] { originals.compactMapValues { $0.holds[filter] } }

    /// Adds the decisions on the entries that passed all filters or were stopped by the last ones. They are stored with the
    /// oldest entry first, in whatever order the filters saw them. Those on the entries of a story follow the one on its
    /// head.
    mutating func decideRemaining() {
        let candidates = judged.batch.candidates
        decisions.reserveCapacity(decisions.count + originals.count)
        // Candidates are large, so that they are not sorted themselves.
        let oldestFirst = Array(candidates.indices).ordered(by: { $0 < $1 }) { index in
            let head = candidates[index]
            return Candidate.SortKey(head.rank, sourceRank: head.sourceRank, documentOrder: head.documentOrder)
        }
        for index in oldestFirst {
            decide(candidates[index], by: judged.decidedBy[candidates[index].key], originals)
        }
    }

    private mutating func decide(_ head: Candidate, by filter: String?, _ originals: [String: Original]) {
        for (place, candidate) in head.flattened.enumerated() {
            let original = originals[candidate.key]
            let isChanged = original.map { $0.likeness != candidate.entry.likeness } ?? false
            decisions.append(
                Decision(
                    key: candidate.key, verdict: candidate.verdict, filter: filter,
                    changed: isChanged ? candidate.entry : nil,
                    numbers: candidate.entry.numbers.filter { $0.value != original?.numbers[$0.key] },
                    sawBody: original?.hasBody ?? false, sameAs: candidate.sameAs,
                    fingerprints: candidate.fingerprints, reason: LocalizedText(reasonsToKeep: candidate.reasons),
                    buzz: candidate.buzz, story: candidate.story, isFollower: place > 0))
            // A held entry is decided again later, and is reported then.
            if case .hold = candidate.verdict { continue }
            for pattern in candidate.undecided { undecided[pattern, default: 0] += 1 }
        }
    }
}

extension Entry {
    /// The hash of all of the entry but its numbers.
    fileprivate var likeness: Int {
        var entry = self
        entry.numbers = [:]
        return entry.hashValue
    }
}

extension LocalizedText {
    /// The first few reasons for which filters kept an entry, each cut to a line; nil if there are none.
    fileprivate init?(reasonsToKeep reasons: [LocalizedText]) {
        let lines = reasons.prefix(8).map { reason in reason.replacingNames { $0.line(of: 200) } }
        guard let first = lines.first else { return nil }
        self = lines.count == 1 ? first : .message("verdict.kept_for", ["reasons": .row(lines.map { .message($0) })])
    }
}
