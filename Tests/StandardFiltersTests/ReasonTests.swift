import FeedConfiguration
import FeedMessages
import FeedModel
import FeedStages
import FeedTesting
import MachineLaboratory
import Testing

@testable import StandardFilters

@Suite("What filters give as their reason")
struct ReasonTests {
    /// The reasons for which filters kept an entry.
    private func reasons(_ candidate: Candidate, _ filters: any Filter...) async throws -> [String] {
        var batch = Batch([candidate])
        for filter in filters { try await filter.apply(to: &batch, StubFilterContext()) }
        #expect(batch.candidates[0].verdict == .keep)
        return batch.candidates[0].reasons.map { $0.text(in: .en) }
    }

    private func keep(_ condition: Node) throws -> KeepFilter { try KeepFilter.configured(condition).stage }

    @Test(
        "U12 keep names the word that it found, as it is configured, and the field",
        arguments: [
            (["title": ["contains": ["Rust", "swift"]]], "title contains swift"),
            (["title": ["word": ["Go", "Ｌｉｎｕｘ"]]], "title word Ｌｉｎｕｘ"),
            (["text": ["contains": ["Rust", "Foundation"]]], "body contains Foundation"),
            (["text": ["contains": ["Foundation", "Swift"]]], "title contains Swift"),
            (["tag": ["server", "apple"]], "tag equals server"),
            (["url": ["starts_with": "https://swift.org/"]], "url starts_with https://swift.org/"),
            (["title": ["matches": .text(#"\b(swift|rust)\s+\d+"#)]], "title matches Swift 6"),
            (["title": ["matches": .text("(?=Swift)")]], "title matches (?=Swift)"),
        ] as [(Node, String)])
    func words(condition: Node, reason: String) async throws {
        let candidate = Candidate.with("Ｓｗｉｆｔ 6 on Linux") {
            $0.url = "https://swift.org/blog"
            $0.content = .html(UntrustedHTML(markup: "<p>Foundation<br>for all</p>", base: nil))
            $0.categories = [Category(term: "server")]
        }
        #expect(try await reasons(candidate, keep(condition)) == [reason])
    }

    @Test("U12 of a compound condition, the reason has what was found, and not what merely could have been")
    func compound() async throws {
        let candidate = Candidate.with("Swift on Linux") { $0.numbers = ["likes": 12] }
        let linux: Node = ["title": ["contains": "Linux"]]
        #expect(
            try await reasons(candidate, keep(["any": [["title": "x"], ["likes": .text(">=10")], linux]]))
                == ["likes >= 10"])
        #expect(
            try await reasons(candidate, keep(["all": [linux, ["likes": .text(">=10")]], "not": ["tag": "PR"]]))
                == ["title contains Linux and likes >= 10"])
        // The first alternative found Linux, but was false.
        let failed: Node = ["all": [linux, ["likes": .text(">99")]]]
        #expect(
            try await reasons(candidate, keep(["any": [failed, ["title": ["contains": "Swift"]]]]))
                == ["title contains Swift"])
        #expect(try await reasons(candidate, keep(["not": ["tag": "PR"]])) == [])
        #expect(try await reasons(candidate, keep(["not": ["not": linux]])) == [])
    }

    @Test("U12 each filter adds its reason; one that drops nothing has none")
    func several() async throws {
        let hold = try HoldUntilFilter.configured(["likes": .text(">=10")]).stage
        let drop = try DropFilter.configured(["title": ["contains": "PR"]]).stage
        let found = try await reasons(
            .with("Swift on Linux") { $0.numbers = ["likes": 12] }, keep(["title": ["word": "Swift"]]), drop, hold)
        #expect(found == ["title word Swift", "likes >= 10"])
    }

    @Test("U12 drop names the word that it found instead of all that it looks for")
    func dropped() throws {
        let words = (1...1000).map { Node.text("word \($0)") }
        let drop = try DropFilter.configured(["title": ["contains": .list(words)], "not": ["tag": "b"]]).stage
        #expect(
            drop.verdict(on: .with("the word 999"), StubFilterContext())
                == .drop(because: "title contains word 9 and not (tag equals b)"))
    }

    @Test("U12 a match of ten megabytes, with control characters and from right to left, is a short reason on one line")
    func hostile() async throws {
        let text = "fox\n\u{7}\u{9B}31m\u{202E}" + String(repeating: "日本語 \r\n", count: 900_000) + "unicorn"
        let filter = try keep(["title": ["matches": .text("(?s)fox.*unicorn")]])
        let found = try #require(try await reasons(.with(text), filter).first)
        #expect(found.unicodeScalars.count <= 120)
        #expect(found.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        #expect(found.utf8.starts(with: "title matches ".utf8))
        let marks = "e" + String(repeating: "\u{301}", count: 5_000_000)
        let marked = try #require(try await reasons(.with(marks), keep(["title": ["matches": .text(".+")]])).first)
        #expect(marked.unicodeScalars.count <= 120)
    }

    @Test("U12 where only the search in one pass decides, the reason is the pattern")
    func onePass() async throws {
        let text = String(repeating: "a", count: 60_000) + "!b"
        let found = try await reasons(.with(text), keep(["title": ["matches": .text("(a+)+b|!b")]]))
        #expect(found == ["title matches !b"] || found == ["title matches (a+)+b|!b"])
    }

    @Test("U12 the reasons of one delivery stay short, however much is configured")
    func many() async throws {
        let conditions = (0..<50).map { number -> Node in
            ["title": ["contains": .text(String(repeating: "x", count: 90 + number))]]
        }
        let found = try await reasons(
            .with(String(repeating: "x", count: 200)), keep(["all": .list(conditions)]))
        #expect(found.count == 1)
        #expect(found[0].unicodeScalars.count <= 200)
        #expect(found[0].hasSuffix("…"))
    }
}

extension Node {
    fileprivate static func list(_ nodes: [Node]) -> Node { Node(.list(nodes), at: .testing) }
}
