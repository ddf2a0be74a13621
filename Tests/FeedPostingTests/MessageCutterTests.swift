import Testing

@testable import FeedPosting

@Suite("MessageCutter")
struct MessageCutterTests {
    private func weight(_ units: Int) -> Weight { Weight(blocks: 1, units: units, bytes: units) }
    private let limit = Weight(blocks: 4, units: 100, bytes: 100)

    private func entries(_ messages: [[MessageCutter.Part]]) -> [[String]] {
        messages.map { $0.flatMap { part in part.entries.map { "\(part.section).\($0)" } } }
    }

    @Test("takes as many entries as fit, in order, and every one of them")
    func fills() {
        let cutter = MessageCutter(limit: limit, frame: .nothing)
        let cut = cutter.cut([(.nothing, [40, 50, 20, 90, 10, 10].map(weight))])
        #expect(entries(cut) == [["0.0", "0.1"], ["0.2"], ["0.3", "0.4"], ["0.5"]])
    }

    @Test("counts the heading of a section in each message that has entries of it")
    func headings() {
        let cutter = MessageCutter(limit: limit, frame: .nothing)
        let cut = cutter.cut([(weight(30), [30, 30, 30].map(weight)), (weight(30), [30].map(weight))])
        #expect(entries(cut) == [["0.0", "0.1"], ["0.2"], ["1.0"]])
        #expect(
            entries(cutter.cut([(weight(10), [5].map(weight)), (weight(10), [5].map(weight))])) == [["0.0", "1.0"]])
    }

    @Test("keeps to the number of blocks, and to bytes")
    func dimensions() {
        let cutter = MessageCutter(limit: limit, frame: Weight(blocks: 2, units: 0, bytes: 0))
        #expect(entries(cutter.cut([(.nothing, [1, 1, 1].map(weight))])) == [["0.0", "0.1"], ["0.2"]])
        let wide = Weight(of: String(repeating: "瓦", count: 20), blocks: 1)
        #expect(wide == Weight(blocks: 1, units: 20, bytes: 60))
        #expect(entries(MessageCutter(limit: limit, frame: .nothing).cut([(.nothing, [wide, wide])])).count == 2)
    }

    @Test("leaves room for title and foot in each message, not in the first alone")
    func frames() {
        let cutter = MessageCutter(limit: limit, frame: Weight(blocks: 0, units: 40, bytes: 40))
        #expect(entries(cutter.cut([(.nothing, [30, 30, 30, 30, 30].map(weight))])).map(\.count) == [2, 2, 1])
    }

    @Test("an entry that is too large for any message has one for itself")
    func large() {
        let cutter = MessageCutter(limit: limit, frame: weight(90))
        #expect(entries(cutter.cut([(weight(50), [500, 1, 500].map(weight))])) == [["0.0"], ["0.1"], ["0.2"]])
        #expect(cutter.cut([]).isEmpty)
        #expect(cutter.cut([(weight(1), [])]).isEmpty)
    }

    @Test(
        "a short text is never longer than it may be, and never ends within a character",
        arguments: ["plain", "瓦版瓦版瓦版", "🍣🍣🍣🍣", "e\u{301}e\u{301}e\u{301}e\u{301}", ""], [0, 1, 2, 3, 4, 5, 8])
    func cuts(text: String, most: Int) {
        let cut = text.cut(units: most)
        #expect(cut.units <= most)
        #expect(text.units > most || cut == text)
        #expect(text.units <= most || most == 0 || cut.hasSuffix("…"))
        #expect(!cut.unicodeScalars.contains("\u{FFFD}"))
    }
}
