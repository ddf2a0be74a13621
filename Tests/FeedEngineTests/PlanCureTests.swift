import FeedConfiguration
import FeedModel
import Testing

@testable import FeedEngine

/// What people write who know other programs: accepted where it can only mean one thing, else told with its cure.
@Suite("U08 mistakes of people who know other programs")
struct PlanCureTests {
    private static func text(settings: String = "", filters: String = "", sources: String = "sources") -> String {
        """
        version: 1
        settings: { \(settings) }
        \(sources):
          a: { type: feed, url: "https://example.com/a" }
        sinks:
          page: { type: stdout }
        pipelines:
          p:
            sources: [a]
            \(filters)
            sinks: [page]
        """
    }

    private static func told(_ text: String) -> [String] { PlanReaderTests.read(text).diagnostics.map(\.description) }

    @Test(
        "U08 what can only mean one thing is accepted",
        arguments: [
            "filters: [ { take: 10 } ]", "filters: [ { newer_than: 1w } ]", "filters: [ { newer_than: 7日 } ]",
            "filters: [ { sort: { by: likes, order: desc } } ]",
            "filters: [ { sort: { by: likes, order: Descending } } ]",
        ])
    func accepted(filters: String) { #expect(Self.told(Self.text(filters: filters)) == []) }

    @Test("U08 the name of a locale is its language", arguments: ["ja_JP", "ja-JP", "ja_JP.UTF-8", "JA", "日本語"])
    func locale(name: String) {
        let reading = PlanReaderTests.read(Self.text(settings: "locale: \(name)"))
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.plan?.settings.locale == .ja)
    }

    @Test(
        "U08 a zone that other programs call otherwise is named",
        arguments: [
            ("JST", "Asia/Tokyo"), ("PST", "America/Los_Angeles"), ("Tokyo", "Asia/Tokyo"),
            ("Asia/Tokio", "Asia/Tokyo"),
        ])
    func zones(name: String, meant: String) {
        #expect(
            Self.told(Self.text(settings: "timezone: \(name)")) == [
                "config.yaml:2:23: error: settings.timezone: there is no zone \"\(name)\" (did you mean \(meant)?)"
            ])
    }

    @Test("U08 a map of filters, which has no order, is told to be a list")
    func filterMap() {
        #expect(
            Self.told(Self.text(filters: "filters: { newer_than: 7d, take: 10 }")) == [
                "config.yaml:10:14: error: pipelines.p.filters: expected a list of filters, found a map "
                    + "(put a dash before each filter: `- newer_than: …`)"
            ])
    }

    @Test("U08 a misspelt option of the file is told once, where it stands, and not as missing")
    func topLevel() {
        for (section, line) in [("sources", 3), ("sinks", 5), ("pipelines", 7)] {
            let wrong = String(section.dropLast())
            let told = Self.told(Self.text().replacing("\n\(section):", with: "\n\(wrong):"))
            #expect(
                told == ["config.yaml:\(line):1: error: unknown option `\(wrong)` (did you mean `\(section)`?)"])
        }
        // What is wrong below it is told at once, too.
        for section in ["sources", "source"] {
            let inside = Self.told(Self.text(sources: section).replacing("url: ", with: "ulr: "))
            #expect(
                inside.last == "config.yaml:4:20: error: sources.a: unknown option `ulr` (did you mean `url`?)",
                "\(inside)")
            #expect(inside.count == (section == "sources" ? 1 : 2))
        }
    }

    @Test("U08 an invisible character in a name is shown")
    func invisible() {
        let told = Self.told(Self.text().replacing("  a: {", with: "  a\u{200B}: {"))
        #expect(told.first?.contains("`a\\u{200B}` cannot be a name") == true, "\(told)")
    }
}
