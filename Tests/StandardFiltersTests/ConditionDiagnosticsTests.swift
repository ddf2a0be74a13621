import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import StandardFilters

@Suite("Mistakes in conditions")
struct ConditionDiagnosticsTests {
    @Test(
        "a mistake is told once, with what was probably meant",
        arguments: [
            (["titel": ["contains": "x"]], "testing: there is no field `titel`", "did you mean `title`?"),
            (["titel": "x"], "testing: there is no field `titel`", "did you mean `title`?"),
            (["titel": ["exists": "true"]], "testing: there is no field `titel`", "did you mean `title`?"),
            (["title": ["contain": "x"]], "testing.title: there is no test `contain` here", "did you mean `contains`?"),
            (
                ["likes": "many"], "testing.likes: expected a number such as \">=50\", or \"top 5%\", found \"many\"",
                nil
            ),
            (
                ["published": "soon"], "testing.published: expected a date such as \">2026-11-01\", found \"soon\"", nil
            ),
            (
                ["title": ["matches": "("]],
                "testing.title: at character 2 of the pattern: missing closing parenthesis", nil
            ),
            (["any": []], "testing.any: the list is empty", nil),
            (["title": []], "testing.title: the list is empty", nil),
            ([:], "testing: the condition is missing", "for example { title: Swift }"),
            (["title": ["case": "exact"]], "testing.title: the test is missing", "for example { contains: Swift }"),
            (["title": ["contains": "x", "case": "lower"]], "testing.title: `case` can only be `exact`", nil),
        ] as [(Node, String, String?)])
    func mistakes(condition: Node, message: String, suggestion: String?) {
        let diagnostics = KeepFilter.diagnostics(of: condition)
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.first?.suggestion == suggestion)
    }

    @Test("a mistake is told in Japanese, too, with its place and what was probably meant")
    func japanese() {
        let test = KeepFilter.diagnostics(of: ["title": ["contain": "x"]]).first
        #expect(test?.what.text(in: .ja) == "testing.title: ここに `contain` という検査はありません")
        #expect(test?.cure?.text(in: .ja) == "`contains` の間違いではありませんか")
        let number = KeepFilter.diagnostics(of: ["likes": "many"]).first
        #expect(
            number?.what.text(in: .ja)
                == "testing.likes: `\">=50\"` のような数値か、`\"top 5%\"`（`\"上位5%\"`）を指定してください（実際は\"many\"）")
        let take = TakeFilter.diagnostics(of: ["rest": "wait"]).first
        #expect(take?.what.text(in: .ja) == "testing: `entries`、`per_source`、`per_day` のいずれかを指定してください")
    }

    @Test("several mistakes are told together")
    func several() {
        let condition: Node = ["any": [["titel": "x"], ["title": ["matches": "["]], ["title": "fine"]], "not": "x"]
        #expect(KeepFilter.diagnostics(of: condition).count == 3)
    }

    @Test("numbers of plugins need no declaration")
    func ownNumbers() {
        #expect(KeepFilter.diagnostics(of: ["claps": ">=5"]).isEmpty)
        #expect(KeepFilter.diagnostics(of: ["claps": ["exists": "true"]]).isEmpty)
        #expect(KeepFilter.diagnostics(of: ["claps": ["contains": "x"]]).count == 1)
    }

    @Test("a source that is not configured is told")
    func sources() {
        let diagnostics = Diagnostics()
        var facts = ConfigFacts()
        facts[SourceNames.self] = ["qiita_swift", "zenn"]
        let section = ConfigSection(
            ["source": ["zenn", "qita_swift"]], path: "pipelines.a.filters[0].keep", diagnostics: diagnostics,
            facts: facts)
        _ = ConditionOption(from: section)
        #expect(diagnostics.list.map(\.suggestion) == ["did you mean `qiita_swift`?"])
    }

    @Test("options of filters are checked")
    func options() {
        #expect(NewerThanFilter.diagnostics(of: "7d").isEmpty)
        #expect(NewerThanFilter.diagnostics(of: "7").count == 1)
        #expect(TakeFilter.diagnostics(of: ["entries": "50", "per_source": "15", "rest": "later"]).isEmpty)
        #expect(TakeFilter.diagnostics(of: ["rest": "later"]).count == 1)
        #expect(TakeFilter.diagnostics(of: ["entries": "0"]).count == 1)
        #expect(SortFilter.diagnostics(of: ["by": "likes", "order": "ascending"]).isEmpty)
        #expect(SortFilter.diagnostics(of: ["by": "publishd"]).count == 1)
        #expect(DeduplicateFilter.diagnostics(of: ["by": ["url", "title"], "window": "30d"]).isEmpty)
        #expect(DeduplicateFilter.diagnostics(of: ["by": "titel"]).count == 1)
        #expect(StripTrackingFilter.diagnostics(of: "true").isEmpty)
        let hold: Node = [
            "any": [["likes": ">=10"], ["not": ["likes": ["exists": "true"]]]], "at_most": "3d", "then": "drop",
        ]
        #expect(HoldUntilFilter.diagnostics(of: hold).isEmpty)
        #expect(HoldUntilFilter.diagnostics(of: ["at_most": "3d"]).count == 1)
        #expect(HoldUntilFilter.diagnostics(of: ["title": "x", "then": "wait"]).count == 1)
    }

    @Test("unknown options are found, conditions beside them are none")
    func unknownOptions() {
        let diagnostics = Diagnostics()
        let section = ConfigSection(
            ["likes": ">=10", "at_mots": "3d"], path: "hold_until", diagnostics: diagnostics)
        _ = HoldUntilFilter.Configuration(from: section)
        section.reportUnknownKeys()
        #expect(diagnostics.list.count == 1)
    }
}
