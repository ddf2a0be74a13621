import FeedModel
import FeedTesting
import Testing

@testable import FeedStages

/// What filters write to an entry that waits.
@Suite("entries that wait")
struct CandidateTests {
    @Test("fingerprints come back as they were given, whatever is in them, and however many there are")
    func fingerprints() {
        var chance = SplitMix(seed: 4)
        let texts = ["", "記事", "a", "cafe\u{301}", "\0\u{1F600}", String(repeating: "x", count: 127)]
        for count in 0..<40 {
            let made = (0..<count).map { _ in
                let length = [1, 100, 128, 20_000][Int.random(in: 0..<4, using: &chance)]
                return Fingerprint(
                    kind: ["article", "url", "title", "", "other kind"].randomElement(using: &chance) ?? "",
                    text: (texts.randomElement(using: &chance) ?? "") + String(repeating: "é", count: length))
            }
            var candidate = Candidate.testing()
            candidate.fingerprints = Set(made)
            #expect(candidate.fingerprints == Set(made))
            #expect(
                candidate.fingerprints.map { Array($0.text.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
                    == Set(made).map { Array($0.text.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
        }
    }

    @Test("what is written to a copy does not change the entry that it was copied from")
    func copies() {
        var first = Candidate.testing("title", key: "e1")
        first.reasons = ["a reason"]
        first.story = StoryMark(story: "e1", role: .head)
        var second = first
        second.entry.title = "other"
        second.waited = .seconds(5)
        second.isOfSelection = true
        second.lastSeen = second.firstSeen + .seconds(9)
        second.sameAs = "e3"
        second.reasons.append("another")
        second.followers = [.testing("follower", key: "e2")]
        second.undecided = ["pattern"]
        second.fingerprints = [Fingerprint(kind: "url", text: "text")]
        second.story = StoryMark(story: "e9", role: .member)
        #expect(first.entry.title == "title" && second.entry.title == "other")
        #expect(first.waited == .zero && second.waited == .seconds(5))
        #expect(!first.isOfSelection && second.isOfSelection)
        #expect(first.lastSeen == first.firstSeen && second.lastSeen == first.firstSeen + .seconds(9))
        #expect(first.sameAs == nil && second.sameAs == "e3")
        #expect(first.reasons.count == 1 && second.reasons.count == 2)
        #expect(first.followers.isEmpty && second.followers.map(\.key) == ["e2"])
        #expect(first.undecided.isEmpty && second.undecided == ["pattern"])
        #expect(first.fingerprints.isEmpty && second.fingerprints.count == 1)
        #expect(first.story == StoryMark(story: "e1", role: .head))
        #expect(second.story == StoryMark(story: "e9", role: .member))
        second.sameAs = nil
        second.story = nil
        #expect(second.sameAs == nil && second.story == nil && second.reasons.count == 2)
    }

    @Test("what is appended to the followers and the reasons of an entry stands where they are: they are not copied")
    func appending() {
        var candidate = Candidate.testing()
        candidate.followers.reserveCapacity(100)
        candidate.reasons.reserveCapacity(100)
        func places() -> [UnsafeRawPointer?] {
            [
                candidate.followers.withUnsafeBytes(\.baseAddress), candidate.reasons.withUnsafeBytes(\.baseAddress),
            ]
        }
        let before = places()
        for number in 0..<100 {
            candidate.followers.append(.testing(key: "e\(number)"))
            candidate.reasons.append("a reason")
            candidate.undecided.insert("pattern")
        }
        #expect(places() == before)
        #expect(candidate.followers.count == 100 && candidate.reasons.count == 100)
        #expect(candidate.followers.last?.key == "e99" && candidate.undecided == ["pattern"])
    }

    @Test("entries that are put into order where they are have the same order as in a new list")
    func order() {
        var chance = SplitMix(seed: 9)
        for count in 0..<60 {
            var candidates = (0..<count).map { number in
                Candidate.testing(
                    key: "e\(number)", rank: Int.random(in: 0..<2, using: &chance),
                    seen: ManualClock().now + .seconds(Int64.random(in: 0..<4, using: &chance)),
                    order: Int.random(in: 0..<2, using: &chance)
                ) { $0.published = Bool.random(using: &chance) ? ManualClock().now : nil }
            }
            let expected = candidates.newestFirst.map(\.key)
            candidates.sortNewestFirst()
            #expect(candidates.map(\.key) == expected)
        }
    }
}
