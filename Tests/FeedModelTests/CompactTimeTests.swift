import FeedModel
import Testing

@Suite("Compact times")
struct CompactTimeTests {
    private struct Times: Equatable {
        @CompactTimestamp var moment: Timestamp?
        @CompactDuration var span: Duration?
    }

    @Test(
        "every moment is kept, and so is that there is none",
        arguments: [nil, 0, -1, 1_764_000_000_123, Timestamp.range.lowerBound, Timestamp.range.upperBound])
    func moments(_ milliseconds: Int64?) {
        let moment = milliseconds.map { Timestamp(milliseconds: $0) }
        #expect(Times(moment: moment, span: nil).moment == moment)
    }

    @Test("a duration is kept in milliseconds, however long it is, and so is that there is none")
    func durations() {
        var times = Times(moment: nil, span: nil)
        #expect(times.span == nil)
        times.span = .zero
        #expect(times.span == .zero)
        times.span = .microseconds(-1_500_900)
        #expect(times.span == .milliseconds(-1500))
        times.span = .seconds(Int64.min)
        #expect(times.span.map { $0 < .seconds(-1_000_000_000_000_000) } == true)
        times.span = nil
        #expect(times == Times(moment: nil, span: nil))
    }

    @Test("they take half the space of optional ones in a structure")
    func space() {
        #expect(MemoryLayout<Times>.size == 16)
    }
}
