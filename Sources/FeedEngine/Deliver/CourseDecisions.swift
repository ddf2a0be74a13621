import FeedMessages
import FeedModel
import FeedStages
import FeedState

/// The decisions on the entries of a course. They are made while they are stored, since there may be 100,000. Those on
/// entries that passed the first filters have the oldest entry first, in whatever order the filters saw them; those on the
/// entries of a story follow the one on its head.
struct CourseDecisions: Sequence, Sendable {
    private let early: [Decision]
    private let rest: Judged
    private let originals: FilterCourse.Originals
    /// The places of the rest, in their order.
    private let order: [Int32]

    /// - Parameter early: the decisions that were made before the others.
    init(early: [Decision], rest: Judged, originals: FilterCourse.Originals) {
        (self.early, self.rest, self.originals) = (early, rest, originals)
        order = rest.batch.candidates.oldestPlaces
    }

    /// Returns them anew: nothing is kept of those that were made before.
    func makeIterator() -> AnyIterator<Decision> {
        var made = early
        var place = 0
        var heads = order.makeIterator()
        return AnyIterator {
            while place == made.count {
                guard let next = heads.next() else { return nil }
                let head = rest.batch.candidates[Int(next)]
                made.removeAll(keepingCapacity: true)
                Self.append(head, by: rest.decidedBy[head.key], originals, to: &made)
                place = 0
            }
            place += 1
            return made[place - 1]
        }
    }

    /// Appends the decisions on an entry and on those that follow it.
    static func append(
        _ head: Candidate, by filter: String?, _ originals: FilterCourse.Originals, to decisions: inout [Decision]
    ) {
        for (place, candidate) in head.flattened.enumerated() {
            let original = originals[candidate.key]
            let isWritten = original?.isWritten(in: candidate) ?? true
            let entry = isWritten ? candidate.entry : nil
            decisions.append(
                Decision(
                    key: candidate.key, verdict: candidate.verdict, filter: filter,
                    changed: original?.isChanged(in: candidate) ?? false ? entry : nil,
                    numbers: entry?.numbers.filter { $0.value != original?.numbers[$0.key] } ?? [:],
                    sawBody: original?.hasBody ?? false, sameAs: candidate.sameAs,
                    fingerprints: candidate.fingerprints, reason: LocalizedText(reasonsToKeep: candidate.reasons),
                    buzz: candidate.buzz, story: candidate.story, isFollower: place > 0))
        }
    }
}

/// How many entries of a course were decided in which way.
struct CourseSummary: Sendable {
    private var outcome = PipelineOutcome(isDue: true)
    private var passedOver: [PassedOver: Int] = [:]
    /// How many entries were held before.
    var carriedIn = 0

    /// Counts the decisions on an entry and on those that follow it.
    mutating func count(_ head: Candidate, by filter: String?) {
        for candidate in head.flattened {
            switch candidate.verdict {
            case .keep: outcome.kept += 1
            case .drop(_, let kind):
                outcome.dropped[filter ?? "", default: 0] += 1
                passedOver[kind, default: 0] += 1
            case .hold(_, _, let kind):
                if kind == .later { outcome.later += 1 } else { outcome.held += 1 }
                passedOver[kind, default: 0] += 1
                // A held entry is decided again later, and its patterns are reported then.
                continue
            }
            for pattern in candidate.undecided { outcome.undecided[pattern, default: 0] += 1 }
        }
    }

    /// What a run says of the pipeline.
    var ofPipeline: PipelineOutcome { outcome }

    /// What a digest says of the delivery.
    var tally: DigestTally { DigestTally(kept: outcome.kept, passedOver: passedOver, carriedIn: carriedIn) }
}

extension LocalizedText {
    /// The first few reasons for which filters kept an entry, each cut to a line; nil if there are none.
    fileprivate init?(reasonsToKeep reasons: [LocalizedText]) {
        let lines = reasons.prefix(8).map { reason in reason.replacingNames { $0.line(of: 200) } }
        guard let first = lines.first else { return nil }
        self = lines.count == 1 ? first : .message("verdict.kept_for", ["reasons": .row(lines.map { .message($0) })])
    }
}
