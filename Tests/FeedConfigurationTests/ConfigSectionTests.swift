import FeedMessages
import FeedModel
import Testing

@testable import FeedConfiguration

@Suite struct ConfigSectionTests {
    @Test("an unknown option is told with what was meant, free keys are not")
    func unknown() {
        let text = SectionOfText("tmeout: 3s\nx-note: any\nzzz: 1\n")
        _ = text.section.option("timeout", as: Duration.self, help: "x")
        text.section.reportUnknownKeys()
        text.section.reportUnknownKeys()
        #expect(text.messages == ["1:1: s: unknown option `tmeout`", "3:1: s: unknown option `zzz`"])
        #expect(text.suggestions == ["did you mean `timeout`?", "known here: `timeout`"])
    }

    @Test("U08 a mistake is told in Japanese with its place and its cure; a misspelt option is not missing, too")
    func japanese() {
        let text = SectionOfText("tmeout: 3s\n")
        _ = text.section.require("timeout", as: Duration.self, help: .message("option.source.timeout"))
        text.section.reportUnknownKeys()
        #expect(
            text.section.diagnostics.list.map { $0.line(in: .ja) } == [
                "f:1:1: error: s: `tmeout` というオプションはありません（`timeout` の間違いではありませんか）"
            ])
    }

    @Test("a missing option is told once and stands at the section")
    func missing() {
        let text = SectionOfText("a: 1\n")
        #expect(text.section.require("query", as: String.self, help: "search words") == "")
        #expect(text.messages == ["1:1: s: `query` is missing"])
        #expect(text.suggestions == ["add `query:` (search words)"])
    }

    @Test("what should be a map of options and is not is told once")
    func notAMap() {
        let text = SectionOfText("just text\n")
        _ = text.section.require("a", as: String.self, help: "x")
        _ = text.section.option("b", default: 1, help: "x")
        text.section.exactlyOne(of: "a", "b")
        text.section.reportUnknownKeys()
        #expect(text.messages == ["1:1: s: expected a map of options, found \"just text\""])
    }

    @Test("a section that is one value has no unknown options")
    func value() {
        let text = SectionOfText("7d\n")
        #expect(text.section.value(as: Duration.self, help: "x") == .seconds(604_800))
        text.section.reportUnknownKeys()
        #expect(text.messages == [])
    }

    @Test("ranges")
    func ranges() {
        let text = SectionOfText("a: 0\nb: 101\nc: 50\nd: 2h\n")
        #expect(text.section.option("a", default: 5, in: 1...100, help: "x") == 5)
        #expect(text.section.require("b", as: Int.self, in: 1...100, help: "x") == 1)
        #expect(text.section.option("c", as: Int.self, in: 1...100, help: "x") == 50)
        #expect(
            text.section.option("d", default: .seconds(1), in: .seconds(1)...(.seconds(60)), help: "x") == .seconds(1))
        #expect(
            text.messages == [
                "1:4: s.a: \"0\" is outside 1…100", "2:4: s.b: \"101\" is outside 1…100",
                "4:4: s.d: \"2h\" is outside 1s…1m",
            ])
    }

    @Test("options that exclude each other")
    func exclusive() {
        let text = SectionOfText("a: 1\nb: 2\n")
        text.section.exactlyOne(of: "a", "b", "c")
        text.section.atMostOne(of: "b", "c")
        text.section.exactlyOne(of: "c", "d")
        #expect(
            text.messages == [
                "2:1: s: only one of `a` and `b` may be given", "1:1: s: one of `c`, `d` must be given",
            ])
    }

    struct Login: ConfigValue {
        var user: String
        static let typeName: LocalizedText = "a map"
        static let placeholder = Login(user: "")
        var manualText: String { "" }
        static func read(_ node: Node, in section: ConfigSection) -> Login? {
            Login(user: section.require("user", help: "name"))
        }
    }

    @Test("options within an option are checked, too")
    func nested() {
        let text = SectionOfText("auth: { usr: x }\n")
        _ = text.section.option("auth", as: Login.self, help: "x")
        #expect(text.messages == ["1:9: s.auth: unknown option `usr`"])
    }

    @Test("the same declarations write the manual")
    func manual() {
        let specs = ConfigSection.manual { section in
            _ = section.require("query", as: String.self, help: "search words")
            _ = section.option(
                "timeout", default: Duration.seconds(90), in: .zero...(.seconds(600)), help: "longest wait")
            _ = section.option("query", as: String.self, help: "declared twice")
            section.reportUnknownKeys()
        }
        #expect(specs.map(\.key) == ["query", "timeout"])
        #expect(specs[0].isRequired)
        #expect(specs[1].defaultText == "1m30s")
        #expect(specs[1].range == "0s…10m")
        #expect(specs[1].typeName.description == "a duration such as 20s, 15m, 2h or 7d")
    }

    @Test(
        "slips in spelling",
        arguments: [
            ("tmeout", "timeout"), ("timeotu", "timeout"), ("Timeout", "timeout"), ("time-out", nil),
            ("first-run", "first_run"), ("quer", "query"), ("xyz", nil), ("", nil),
        ] as [(String, String?)])
    func spelling(word: String, meant: String?) {
        let candidates = ["timeout", "first_run", "query", "a"]
        #expect(Spelling.nearest(to: word, among: candidates) == (word == "time-out" ? "timeout" : meant))
    }
}
