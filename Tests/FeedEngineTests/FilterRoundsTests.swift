import FeedMessages
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedEngine

/// Equal entries get their turn one after the other.
@Suite("rounds of equal entries")
struct FilterRoundsTests {
    /// Equal entries of as many sources, in rounds: the first one that was not passed over stays, and `keeps` judges it.
    private func judge(_ count: Int, keeps: (String) -> Bool) -> (judged: Judged, calls: Int) {
        var rounds = FilterRounds()
        let start = Batch((0..<count).map { .testing("\($0)", key: "e\($0)", source: "s\($0)", rank: $0) })
        for call in 1...100 {
            var judged = Judged(batch: start)
            let staying = judged.batch.candidates.first { !rounds.keys.contains($0.key) } ?? judged.batch.candidates[0]
            for index in judged.batch.candidates.indices where judged.batch.candidates[index].key != staying.key {
                judged.batch.candidates[index].verdict = .drop(because: "same", as: .duplicate)
                judged.batch.candidates[index].sameAs = staying.key
            }
            judged.note("deduplicate#1")
            rounds.settle(&judged)
            for index in judged.batch.candidates.indices where judged.batch.candidates[index].verdict == .keep {
                let key = judged.batch.candidates[index].key
                if !keeps(key) { judged.batch.candidates[index].verdict = .drop(because: .init(en: "not \(key)")) }
            }
            judged.note("drop#1")
            guard rounds.needsAnother(after: judged) else {
                rounds.complete(&judged)
                return (judged, call)
            }
        }
        Issue.record("the rounds have no end")
        return (Judged(batch: start), 100)
    }

    @Test("the first of the equal entries that is kept ends the rounds, and the others are its duplicates")
    func kept() {
        let (judged, calls) = judge(5) { $0 == "e2" }
        #expect(calls == 3)
        #expect(judged.batch.candidates.map(\.sameAs) == ["e2", "e2", nil, "e2", "e2"])
        #expect(judged.batch.candidates[2].verdict == .keep)
        #expect(judged.decidedBy["e0"] == "deduplicate#1")
    }

    @Test("if none is kept, each has the verdict that it got itself, and the filter that gave it")
    func none() {
        let (judged, calls) = judge(3) { _ in false }
        #expect(calls == 3)
        #expect(
            judged.batch.candidates.map(\.verdict)
                == (0..<3).map { .drop(because: LocalizedText(en: "not e\($0)")) })
        #expect(judged.batch.candidates.allSatisfy { $0.sameAs == nil && judged.decidedBy[$0.key] == "drop#1" })
    }

    @Test("what had no turn after eight rounds waits for the next delivery; nothing is dropped without one")
    func many() {
        let (judged, calls) = judge(12) { $0 == "e11" }
        #expect(calls == FilterRounds.most)
        for (index, candidate) in judged.batch.candidates.enumerated() {
            if index < FilterRounds.most {
                #expect(candidate.verdict == .drop(because: LocalizedText(en: "not e\(index)")))
            } else if case .hold(nil, _, .later) = candidate.verdict {
                #expect(candidate.sameAs == nil)
            } else {
                Issue.record("\(candidate.key) has no turn: \(candidate.verdict)")
            }
        }
    }

    @Test(
        "an entry that was dropped in favour of an earlier one, or by a chain that ends in a kept one, needs no round")
    func noRound() {
        var rounds = FilterRounds()
        var judged = Judged(batch: Batch((0..<3).map { .testing("\($0)", key: "e\($0)") }))
        judged.batch.candidates[0].verdict = .drop(because: "same")
        judged.batch.candidates[0].sameAs = "earlier"
        judged.batch.candidates[1].verdict = .drop(because: "same")
        judged.batch.candidates[1].sameAs = "e2"
        let needsAnother = rounds.needsAnother(after: judged)
        #expect(!needsAnother)
        let before = judged.batch.candidates.map(\.verdict)
        rounds.complete(&judged)
        #expect(judged.batch.candidates.map(\.verdict) == before)
    }

    @Test("an entry that belongs to a story has the story's verdict")
    func stories() {
        var rounds = FilterRounds()
        var head = Candidate.testing("head", key: "head")
        head.followers = [.testing("member", key: "member")]
        head.verdict = .hold(until: nil, because: "waits")
        var duplicate = Candidate.testing("duplicate", key: "duplicate")
        duplicate.verdict = .drop(because: "same")
        duplicate.sameAs = "member"
        let judged = Judged(batch: Batch([head, duplicate]))
        let needsAnother = rounds.needsAnother(after: judged)
        #expect(needsAnother)
        #expect(rounds.keys == ["member"])
    }

    @Test("the filter that decided on a story decided on all its entries, and none of them leaves the batch")
    func followers() {
        var rounds = FilterRounds()
        var first = Candidate.testing("first", key: "first")
        first.verdict = .drop(because: "advertisement")
        var copy = Candidate.testing("copy", key: "copy")
        copy.verdict = .drop(because: "same")
        copy.sameAs = "first"
        var judged = Judged(batch: Batch([first, copy]))
        judged.note("drop#1")
        let needsAnother = rounds.needsAnother(after: judged)
        #expect(needsAnother)
        // In the next round others follow the entry that was passed over.
        judged.batch.candidates[0].followers = [.testing("member", key: "member")]
        judged.decidedBy = DecidedBy()
        judged.note("drop#1")
        #expect(judged.decidedBy["member"] == "drop#1")
        rounds.complete(&judged)
        #expect(judged.batch.candidates.map { $0.followers.map(\.key) } == [["member"], []])
    }
}
