import FeedModel
import FeedStages

extension BuzzMeasure {
    /// Measures each entry that is still kept, with its duplicates in the batch and the members of its story. Returns
    /// the buzz by the entry's place in the batch.
    func buzz(in batch: Batch, now: Timestamp) -> [Int: Buzz] {
        var duplicates: [String: [Candidate]] = [:]
        for candidate in batch.candidates {
            guard let kept = candidate.sameAs, case .drop(_, .duplicate) = candidate.verdict else { continue }
            duplicates[kept, default: []].append(candidate)
        }
        var found: [Int: Buzz] = [:]
        for (index, candidate) in batch.candidates.enumerated() where candidate.verdict == .keep {
            let story = candidate.followers + ([candidate] + candidate.followers).flatMap { duplicates[$0.key] ?? [] }
            found[index] = buzz(of: Member(candidate, now: now), with: story.map { Member($0, now: now) })
        }
        return found
    }
}

extension BuzzMeasure.Member {
    fileprivate init(_ candidate: Candidate, now: Timestamp) {
        self.init(
            source: candidate.source, isOfSelection: candidate.isOfSelection, entry: candidate.entry,
            age: candidate.ageOfNumbers(at: now))
    }
}

extension Candidate {
    /// The entry's age when its numbers were read. Numbers of long ago are compared with what others had at that age.
    func ageOfNumbers(at now: Timestamp) -> AgeBucket { AgeBucket(of: min(lastSeen, now) - date) }
}
