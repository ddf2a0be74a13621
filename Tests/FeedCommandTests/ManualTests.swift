import FeedConfiguration
import FeedJSON
import FeedMessages
import FeedModel
import FeedStages
import Testing

@testable import FeedCommand

@Suite("Manual")
struct ManualTests {
    private let manual = StageManual(StageDescription<any Source>(of: LampSource.self) { $0 }, .source)

    @Test("a page shows every option with type, default, range and help")
    func page() {
        let lines = ManualText(localized: Localizer(.en)).page(manual)
        #expect(
            lines.prefix(5) == [
                "lamp (source): tells when | it is <lit>", "  oil: text, required", "      which oil",
                "  wicks: a whole number, default 2, 1…8", "      how many",
            ])
        let japanese = ManualText(localized: Localizer(.ja)).page(manual)
        #expect(japanese.contains("  wicks: 整数、既定値 2、1〜8"))
        #expect(lines.contains("options of every source:") && lines.contains { $0.hasPrefix("  timeout: ") })
    }

    @Test("the reference is a table whose cells nothing can break out of")
    func markdown() {
        let lines = ManualMarkdown(localized: Localizer(.en)).reference([manual])
        #expect(lines.contains("### `lamp`"))
        #expect(lines.contains("tells when \\| it is &lt;lit>"))
        #expect(lines.contains("| `oil` | text | required | which oil |"))
        #expect(lines.contains("| `wicks` | a whole number, 1…8 | `2` | how many |"))
        for part in ["| `timezone` |", "| `max_run` |", "| `schedule` |", "| `group_by` |"] {
            #expect(lines.contains { $0.hasPrefix(part) }, "what belongs to no plugin is there, too")
        }
        let japanese = ManualMarkdown(localized: Localizer(.ja)).reference([manual])
        #expect(japanese.contains("| `wicks` | 整数、1〜8 | `2` | how many |"))
    }

    @Test("programs get the same as JSON")
    func json() throws {
        let json = try JSONReader.read(ManualJSON.document([manual], isWhole: true, Localizer(.en)))
        let options = try #require(json.array?.first?["options"]?.array)
        #expect(options.map { $0["key"]?.string } == ["oil", "wicks"])
        #expect(options[0]["required"]?.bool == true && options[1]["default"]?.string == "2")
    }

    @Test("the list names each stage under its kind")
    func list() throws {
        var registry = PluginRegistry()
        try registry.add(LampSource.self)
        #expect(
            ManualText(localized: Localizer(.en)).list(registry.manuals) == [
                "sources:", "  lamp  tells when | it is <lit>",
            ])
    }
}

/// A source that only has options.
private struct LampSource: Source {
    static let type = "lamp"
    static let summary: LocalizedText = "tells when | it is <lit>"

    struct Configuration: StageConfiguration {
        init(from section: ConfigSection) {
            _ = section.require("oil", as: String.self, help: "which oil")
            _ = section.option("wicks", as: Int.self, default: 2, in: 1...8, help: "how many")
        }
    }

    init(_ configuration: Configuration, services: Services) throws(StageError) {}
    var canonicalRequest: String { "lamp" }
    func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {}
}
