import FeedConfiguration
import FeedModel
import FeedPatterns
import FeedStages
import FeedTesting
import MachineLaboratory
import Testing

@testable import StandardFilters

@Suite("Conditions")
struct ConditionTests {
    @Test(
        "text is compared without regard to case and width",
        arguments: [
            (["title": ["contains": "swift"]], "Ｓｗｉｆｔ 6.3 リリース", true),
            (["title": ["contains": "ＳＷＩＦＴ"]], "learning swift", true),
            (["title": ["contains": "ガイド"]], "入門ｶﾞｲﾄﾞ", true),
            (["title": ["contains": "ﾊﾟｯｹｰｼﾞ"]], "パッケージ管理", true),
            (["title": ["equals": "Hello　World"]], "hello world", true),
            (["title": "hello"], "Hello", true),
            (["title": "hello"], "Hello!", false),
            (["title": ["starts_with": "【PR】"]], "【ＰＲ】広告です", true),
            (["title": ["starts_with": "PR"]], "not PR", false),
            (["title": ["contains": ["Rust", "Swift"]]], "swift", true),
            (["title": ["Rust", "Swift"]], "SWIFT", true),
            (["title": ["contains": "Swift", "case": "exact"]], "swift", false),
            (["title": ["contains": "Swift", "case": "exact"]], "Ｓｗｉｆｔ", true),
            (["title": ["contains": "Swift", "starts_with": "why"]], "Why Swift", true),
            (["title": ["contains": "Swift", "starts_with": "why"]], "Swift", false),
            (["title": ["contains": "ÉCOLE"]], "une école", true),
            (["title": ["contains": "が"]], "か\u{3099}", true),
        ] as [(Node, String, Bool)])
    func texts(condition: Node, title: String, holds: Bool) throws {
        #expect(try keeps(condition, .with(title)) == holds)
    }

    @Test(
        "patterns know about Unicode, ignore case, and texts are folded for them",
        arguments: [
            (#"^[\[【(（]?(PR|広告|sponsored)[\]】)）:：]"#, "【ＰＲ】お得", true),
            (#"^[\[【(（]?(PR|広告|sponsored)[\]】)）:：]"#, "（広告）", true),
            (#"^[\[【(（]?(PR|広告|sponsored)[\]】)）:：]"#, "Sponsored: something", true),
            (#"^[\[【(（]?(PR|広告|sponsored)[\]】)）:：]"#, "PRを出す", false),
            (#"\bSwift\s+\d+\b"#, "learn swift 6 now", true),
            (#"^\p{Han}+$"#, "日本語", true),
            (#"^\w+$"#, "ひらがな", true),
            ("b$", "a\nb", true),
            ("é", "É", true),
        ])
    func patterns(pattern: String, title: String, holds: Bool) throws {
        #expect(try keeps(["title": ["matches": .text(pattern)]], .with(title)) == holds)
    }

    @Test("any, all and not combine; several keys of one map mean and")
    func combinations() throws {
        let candidate = Candidate.with("Swift on Linux") { $0.numbers = ["likes": 12] }
        #expect(try keeps(["any": [["title": "x"], ["likes": .text(">=10")]]], candidate))
        #expect(try keeps(["title": ["contains": "Linux"], "likes": .text(">12")], candidate) == false)
        #expect(try keeps(["all": [["title": ["contains": "Linux"]], ["not": ["likes": .text("<3")]]]], candidate))
        #expect(try keeps(["not": ["any": [["title": "x"], ["title": "y"]]]], candidate))
    }

    @Test("a missing field fails its test, and not turns that round")
    func missing() throws {
        let candidate = Candidate.with("x")
        for field in Field.allCases where ![.title, .text, .source, .published].contains(field) {
            let name = field.rawValue
            #expect(try keeps(Node.map(name, ["contains": "x"]), candidate) == false)
            #expect(try keeps(["not": Node.map(name, ["contains": "x"])], candidate))
            #expect(try keeps(Node.map(name, ["exists": "true"]), candidate) == false)
            #expect(try keeps(Node.map(name, ["exists": "false"]), candidate))
        }
        #expect(try keeps(["likes": .text("<3")], candidate) == false)
        #expect(try keeps(["not": ["likes": ["exists": "true"]]], candidate))
        #expect(try keeps(["published": .text(">2000-01-01")], candidate) == false)
    }

    @Test("every field is found where it belongs")
    func fields() throws {
        let candidate = Candidate.with("Title") { entry in
            entry.url = "https://Blog.Example.com/a?b"
            entry.summary = .plain("short")
            entry.content = .html(UntrustedHTML(markup: "<p>Long <b>bo</b>dy &amp; more<script>nothing</script>"))
            entry.authors = [Person(name: "花子"), Person(name: "Taro")]
            entry.categories = [Category(term: "swift", label: "Swift Language")]
            entry.publisher = Publisher(name: "ITmedia")
            entry.language = "ja"
        }
        let conditions: [Node] = [
            ["url": ["contains": "/a?b"]], ["host": "blog.example.com"], ["summary": "SHORT"],
            ["body": ["contains": "body & more"]], ["text": ["contains": "title"]], ["text": ["contains": "body"]],
            ["author": "花子"], ["author": "taro"], ["tag": "Swift"], ["tag": "swift language"],
            ["publisher": ["contains": "media"]], ["language": "ja"], ["source": "zenn_swift"],
            ["text": ["exists": "true"]],
        ]
        for condition in conditions { #expect(try keeps(condition, candidate), "\(condition)") }
        #expect(try keeps(["body": ["contains": "script"]], candidate) == false)
        #expect(try keeps(["body": ["contains": "nothing"]], candidate) == false)
    }

    @Test(
        "numbers are compared as numbers",
        arguments: [
            (">=10", 10, true), (">10", 10, false), ("<3", 2, true), ("<= 3", 3, true), ("=0", 0, true), ("7", 7, true),
            ("7", 70, false), (">-5", 0, true),
        ])
    func numbers(test: String, likes: Int, holds: Bool) throws {
        #expect(try keeps(["likes": .text(test)], .with { $0.numbers = ["likes": likes] }) == holds)
    }

    @Test(
        "dates are days of the configured zone, or moments",
        arguments: [
            (">2026-11-01", "2026-11-01T14:59:59Z", false), (">2026-11-01", "2026-11-01T15:00:00Z", true),
            (">=2026-11-01", "2026-10-31T15:00:00Z", true), ("<2026-11-01", "2026-10-31T14:59:59Z", true),
            ("2026-11-01", "2026-11-01T00:00:00Z", true), ("<=2026-11-01", "2026-11-01T15:00:00Z", false),
            (">2026-11-01T00:00:00Z", "2026-11-01T00:00:01Z", true),
        ])
    func dates(test: String, published: String, holds: Bool) throws {
        let tokyo = Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600)
        let candidate = Candidate.with { $0.published = Timestamp(rfc3339: published) }
        #expect(try keeps(["published": .text(test)], candidate, zone: tokyo) == holds)
    }

    @Test(
        "a hostile text cannot make a pattern run for long, and the entry stays",
        arguments: [
            ("(a+)+$", "a", 1 << 20), ("(.*)*x", "ab", 1 << 19), ("(a|aa)+$", "a", 1 << 20),
            (#"(\w+\s?)+$"#, "日本語 ", 1 << 17), ("a.*b.*c", "ab", 1 << 19), ("x*y", "x", 1 << 20),
        ])
    func hostile(pattern: String, unit: String, count: Int) throws {
        let text = Array((String(repeating: unit, count: count) + "!").utf8)
        let pattern = try Pattern(pattern, ignoringCase: true)
        var budget = PatternBudget()
        let time = processorTime { #expect(pattern.isFound(in: text, within: &budget) != true) }
        // 500 ms are promised of an optimised build.
        #expect(time < .seconds(2))
    }

    @Test("Y11: where a pattern gave up, an entry is neither dropped nor refused")
    func undecided() throws {
        let text = String(repeating: "a", count: 50_000) + "b"
        let written = #"((a+)+)\1$"#
        let condition: Node = ["title": ["matches": .text(written)]]
        let pattern = try Pattern(written, ignoringCase: true)
        var budget = PatternBudget()
        #expect(pattern.isFound(in: Array(text.utf8), within: &budget) == nil)
        let candidate = Candidate.with(text)
        let context = StubFilterContext()
        #expect(try KeepFilter.configured(condition).stage.verdict(on: candidate, context) == .keep)
        #expect(try DropFilter.configured(condition).stage.verdict(on: candidate, context) == .keep)
        #expect(try HoldUntilFilter.configured(condition).stage.verdict(on: candidate, context) == .keep)
        #expect(try keeps(["not": condition], candidate))
        #expect(try keeps(["all": [condition, ["title": "x"]]], candidate) == false)
    }

    @Test("a long text is searched to its end")
    func longTexts() throws {
        let text = String(repeating: "日本語 text ", count: 50_000) + "needle"
        #expect(try keeps(["title": ["matches": "needle$"]], .with(text)))
        #expect(try keeps(["title": ["matches": "^needle"]], .with(text)) == false)
        #expect(try keeps(["title": ["contains": "NEEDLE"]], .with(text)))
    }

    @Test("what was dropped says why")
    func reasons() throws {
        let (drop, _) = try DropFilter.configured(["title": ["contains": ["PR", "広告"]], "likes": .text("<3")])
        let candidate = Candidate.with("広告") { $0.numbers = ["likes": 1] }
        #expect(
            drop.verdict(on: candidate, StubFilterContext())
                == .drop(because: "title contains 広告 and likes < 3"))
        let (keep, _) = try KeepFilter.configured(["any": [["source": "a"], ["not": ["tag": "b"]]]])
        #expect(
            keep.verdict(on: .with("x") { $0.categories = [Category(term: "b")] }, StubFilterContext())
                == .drop(because: "not (source equals a or not (tag equals b))"))
    }

    @Test("Y11: a filter notes what could not be decided, where it depends on that alone")
    func noted() async throws {
        let pattern = #"((a+)+)\1$"#
        let condition: Node = ["title": ["matches": .text(pattern)]]
        let text = String(repeating: "a", count: 50_000) + "b"
        var batch = Batch([.with(text), .with("aaaa")])
        try await DropFilter.configured(condition).stage.apply(to: &batch, StubFilterContext())
        #expect(batch.candidates.map { $0.verdict == .keep } == [true, false])
        #expect(batch.candidates.map(\.undecided) == [[pattern], []])
        let decided: Node = ["any": [condition, ["title": ["contains": "b"]]]]
        var other = Batch([.with(text)])
        try await KeepFilter.configured(decided).stage.apply(to: &other, StubFilterContext())
        #expect(other.candidates.map(\.undecided) == [[]])
    }
}

extension Node {
    static func map(_ key: String, _ value: Node) -> Node {
        Node(.map([Pair(key: key, place: .testing, value: value)]), at: .testing)
    }
}

@Suite("conditions on one entry alone")
struct LoneConditionTests {
    @Test(
        "a condition that measures an entry among the others says so, wherever that test stands",
        arguments: [
            (["title": "swift"], true), (["likes": .text(">=10")], true), (["likes": .text("top 5%")], true),
            (["buzz": .text(">=0.7")], false), (["not": ["buzz": .text("top 5%")]], false),
            (["any": [["title": "swift"], ["buzz": .text("top 5%")]]], false),
            (["any": [["title": "swift"], ["not": ["body": "go"]]]], true),
        ] as [(Node, Bool)])
    func alone(condition: Node, isAlone: Bool) throws {
        #expect(try KeepFilter.configured(condition).stage.judgesEntriesAlone == isAlone)
        #expect(try DropFilter.configured(condition).stage.judgesEntriesAlone == isAlone)
        #expect(try HoldUntilFilter.configured(condition).stage.judgesEntriesAlone == isAlone)
    }
}
