import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FileSink

@Suite("PathTemplate")
struct PathTemplateTests {
    private func path(_ template: String, pipeline: String = "morning", at moment: String = "2026-11-20T07:00:05Z")
        throws -> String
    {
        let moment = try #require(Timestamp(rfc3339: moment))
        return try PathTemplate(template).path(at: moment, in: .utc, pipeline: pipeline)
    }

    @Test("placeholders stand for the moment of the delivery and the pipeline")
    func placeholders() throws {
        #expect(try path("{{pipeline}}-{{date}}.html") == "morning-2026-11-20.html")
        #expect(try path("{{year}}/{{month}}/{{day}}/{{time}}") == "2026/11/20/070005")
        #expect(try path("{{ week }}.md") == "47.md")
        #expect(try path("plain {} }} {") == "plain {} }} {")
    }

    @Test(
        "weeks are those of ISO 8601",
        arguments: [
            ("2026-01-01", "01"), ("2024-12-30", "01"), ("2027-01-01", "53"), ("2021-01-03", "53"),
            ("2021-01-04", "01"),
        ])
    func weeks(date: String, week: String) throws {
        #expect(try path("{{week}}", at: date + "T12:00:00Z") == week)
    }

    @Test(
        "Y23: the year beside a week is the week's, as in ISO 8601; beside a month it is the month's",
        arguments: [
            ("2027-01-01", "2026-W53", "2027/01-W53"), ("2027-01-03", "2026-W53", "2027/01-W53"),
            ("2027-01-04", "2027-W01", "2027/01-W01"), ("2024-12-30", "2025-W01", "2024/12-W01"),
            ("2026-11-20", "2026-W47", "2026/11-W47"),
        ])
    func yearsOfWeeks(date: String, week: String, month: String) throws {
        #expect(try path("{{year}}-W{{week}}", at: date + "T12:00:00Z") == week)
        #expect(try path("{{year}}/{{month}}-W{{week}}", at: date + "T12:00:00Z") == month)
        #expect(try path("{{date}} {{year}}", at: date + "T12:00:00Z") == "\(date) \(date.prefix(4))")
    }

    @Test(
        "a pipeline's name is one safe segment, whatever it holds",
        arguments: ["../../etc", "a/b", ".hidden", "-rf", "a\u{202E}b", "a\nb", "", String(repeating: "長", count: 100)])
    func segments(name: String) {
        let segment = PathTemplate.segment(name)
        #expect(!segment.utf8.contains(UInt8(ascii: "/")) && !segment.utf8.contains(10))
        #expect(segment.utf8.count <= 124 && !segment.isEmpty)
        #expect(!segment.hasPrefix(".") && !segment.hasPrefix("-") || name.isEmpty)
        #expect(segment != name)
    }

    @Test("ordinary names stay as they are", arguments: ["morning", "朝のまとめ", "news_2", "a b.c"])
    func kept(name: String) { #expect(PathTemplate.segment(name) == name) }

    @Test("the moment is shown in the configured zone")
    func zone() throws {
        let moment = try #require(Timestamp(rfc3339: "2026-11-19T22:00:00Z"))
        let tokyo = Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600)
        #expect(try PathTemplate("{{date}}-{{time}}").path(at: moment, in: tokyo, pipeline: "p") == "2026-11-20-070000")
    }

    @Test(
        "U08 a date as strftime writes it is told with the placeholders that were meant",
        arguments: [
            ("out/%Y-%m-%d.html", "out/{{date}}.html"), ("%Y/%m/%d.md", "{{year}}/{{month}}/{{day}}.md"),
            ("n-%F_%H%M.txt", "n-{{date}}_{{time}}.txt"),
        ])
    func conversions(_ path: String, _ meant: String) {
        let told = FileSink.diagnostics(of: ["path": Node(stringLiteral: path)])
        #expect(told.map(\.severity) == [.warning])
        #expect(told.first?.message == "testing.path: % stands for itself in a path")
        #expect(told.first?.suggestion == "for the date write `\(meant)`")
        #expect(FileSink.diagnostics(of: ["path": "100%.html"]).isEmpty)
    }

    @Test("mistakes in a path are told with their place and a cure")
    func diagnostics() throws {
        let unknown = FileSink.diagnostics(of: ["path": "{{dat}}.html"])
        #expect(unknown.map(\.message) == ["testing.path: there is no placeholder `{{dat}}`"])
        #expect(unknown.first?.suggestion == "did you mean `{{date}}`?")
        #expect(unknown.first?.what.text(in: .ja) == "testing.path: `{{dat}}` というプレースホルダーはありません")
        for path: Node in ["out/", "..", "~/x", "a\nb"] {
            #expect(FileSink.diagnostics(of: ["path": path]).count == 1)
        }
        #expect(FileSink.diagnostics(of: [:]).count == 1)
        #expect(FileSink.diagnostics(of: ["path": "a", "max_entries": "0"]).count == 1)
        #expect(FileSink.diagnostics(of: ["path": "a", "mode": "add"]).count == 1)
        #expect(FileSink.diagnostics(of: ["path": "a", "mode": "append", "when_empty": "write"]).isEmpty)
    }

    @Test("a format that cannot be appended is found when the configuration is read")
    func formatOfAppending() {
        for (format, count) in [
            (FormatDescription(of: PageFormat.self), 1), (FormatDescription(of: LinesFormat.self), 0),
        ] {
            let diagnostics = Diagnostics()
            var facts = ConfigFacts()
            facts[ChosenFormat.self] = format
            let section = ConfigSection(
                ["path": "a", "mode": "append"], path: "sinks.a", diagnostics: diagnostics, facts: facts)
            _ = FileSink.Configuration(from: section)
            #expect(diagnostics.list.count == count)
        }
    }
}
