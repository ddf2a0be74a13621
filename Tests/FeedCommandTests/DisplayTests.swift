import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import Testing

@testable import FeedCommand

@Suite("Display")
struct DisplayTests {
    @Test(
        "text is fitted by columns, wide characters whole",
        arguments: [
            ("morning", 7, "morning"), ("morning", 6, "morni…"), ("朝のまとめ", 10, "朝のまとめ"), ("朝のまとめ", 9, "朝のまと…"),
            ("朝のまとめ", 8, "朝のま…"), ("か\u{3099}き", 4, "か\u{3099}き"), ("x", 0, ""), ("xy", 1, "…"),
        ])
    func fit(_ text: String, _ columns: Int, _ expected: String) {
        #expect(DisplayWidth.fit(text, in: columns) == expected)
        #expect(DisplayWidth.of(expected) <= columns)
    }

    @Test(
        "spans are told in one unit",
        arguments: [
            (0, "0 s"), (-5, "0 s"), (119, "119 s"), (120, "2 min"), (7199, "119 min"), (28_800, "8 h"),
            (259_200, "3 d"),
        ])
    func spans(_ seconds: Int64, _ expected: String) { #expect(Quantity.span(.seconds(seconds), in: .en) == expected) }

    @Test(
        "U05 the time taken has a unit that fits however short it was, and no number is too strange",
        arguments: [
            (0.0002, "0 ms"), (0.04, "40 ms"), (0.05, "0.1 s"), (0.31, "0.3 s"), (9.99, "10.0 s"), (30.2, "30 s"),
            (600, "10 min"), (.nan, ""),
            (-1, ""),
            (1e300, ""),
        ])
    func taken(_ seconds: Double, _ expected: String) { #expect(Quantity.taken(seconds, in: .en) == expected) }

    @Test("a line for people is broken where a terminal is full, below the value beside its label")
    func hanging() {
        let fact = "  last error    サーバー側でエラーが発生しています（ステータス500）"
        #expect(
            DisplayWidth.hanging(fact, in: 40) == [
                "  last error    サーバー側でエラーが発生", "                しています（ステータス", "                500）",
            ])
        // Too little is left beside the label.
        #expect(DisplayWidth.hanging(fact, in: 30)[0].hasPrefix("  last error    サーバー"))
        #expect(
            DisplayWidth.hanging("no entry has exactly this URL", in: 20) == ["no entry has", "  exactly this URL"])
        #expect(DisplayWidth.hanging("    a sentence under another", in: 20)[1].hasPrefix("      "))
        let path = "/home/somebody/feeds/out/morning.html"
        #expect(DisplayWidth.hanging("  written to \(path)", in: 30) == ["  written to", "    \(path)"])
        for line in [
            fact, "", "    ", String(repeating: "長", count: 300), "a  b  " + String(repeating: "x y ", count: 99),
        ] {
            for columns in [20, 40, 79, 80, 120] {
                let lines = DisplayWidth.hanging(line, in: columns)
                #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(columns): \(lines)")
                #expect(lines.joined().filter { $0 != " " } == line.filter { $0 != " " })
            }
            #expect(DisplayWidth.hanging(line, in: nil) == [line])
        }
    }

    @Test("the live line tells what is going on within any width")
    func progress() {
        var line = ProgressLine()
        line.record(.started(sources: 3, pipelines: 1))
        line.record(.sourceStarted("朝日新聞"))
        line.record(.sourceStarted("lwn"))
        #expect(line.text(columns: 80, Localizer(.en)) == "0/3  朝日新聞, lwn")
        var loaded = SourceOutcome(.loaded)
        loaded.new = 12
        line.record(.sourceFinished("朝日新聞", loaded))
        line.record(.sourceFinished("lwn", SourceOutcome(.failed)))
        #expect(line.text(columns: 80, Localizer(.en)) == "2/3  12 new  1 failed")
        line.record(.sourceStarted(String(repeating: "長", count: 100)))
        for columns in [0, 1, 10, 39, 40, 41, 80] {
            #expect(DisplayWidth.of(line.text(columns: columns, Localizer(.en))) <= max(0, columns - 1))
        }
    }

    @Test("a source that is skipped is not counted as asked")
    func skipped() {
        var line = ProgressLine()
        line.record(.started(sources: 1, pipelines: 0))
        line.record(.sourceFinished("a", SourceOutcome(.skipped)))
        #expect(line.text(columns: 80, Localizer(.en)) == "0/1")
    }
}
