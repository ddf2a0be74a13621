import Testing

@testable import FeedCommand

@Suite("the time between two runs of a process that stays")
struct WorkPaceTests {
    @Test("grows up to a minute while calls bring nothing, and is short again after a run that had work")
    func grows() {
        var pace = WorkPace()
        let first = pace.pause
        var pauses: [Duration] = []
        for _ in 0..<6 {
            pace.note(wasCalled: true, hasWorked: false)
            pauses.append(pace.pause)
        }
        #expect(pauses == [2, 4, 8, 12, 12, 12].map { first * $0 })
        #expect(pauses.last == .seconds(60))
        pace.note(wasCalled: true, hasWorked: true)
        #expect(pace.pause == first)
    }

    @Test("does not grow by runs that time has brought about")
    func staysShort() {
        var pace = WorkPace()
        let first = pace.pause
        for _ in 0..<3 { pace.note(wasCalled: false, hasWorked: false) }
        #expect(pace.pause == first)
    }

    @Test("passes by time alone where nobody else works on the state")
    func waitsByTime() async {
        #expect(await !TimedWaiting().waitForCall(until: .now, besides: nil))
    }
}
