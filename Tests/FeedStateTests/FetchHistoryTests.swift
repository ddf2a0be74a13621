import Testing

@testable import FeedState

@Suite("how the last fetches of a source went")
struct FetchHistoryTests {
    private func history(_ fetches: String) -> FetchHistory {
        var history = FetchHistory()
        for fetch in fetches {
            if fetch == "f" { history.addFailure() } else { history.addSuccess(isSlow: fetch == "s") }
        }
        return history
    }

    @Test("the last 32 are remembered, and which of them failed")
    func recent() {
        #expect(history("").fetches == 0)
        #expect(history("fof").fetches == 3)
        #expect(history("fof").failures == 2)
        let long = history("fff" + String(repeating: "o", count: 30))
        #expect(long.fetches == 32)
        #expect(long.failures == 2)
        #expect(history(String(repeating: "f", count: 40)).failures == 32)
    }

    @Test("of the last five complete ones it is known whether they were slow; failures do not count")
    func pace() {
        #expect(history("soo").slowFetches == 1)
        #expect(history("sfffffs").slowFetches == 2)
        #expect(history("sssooo").slowFetches == 2)
        #expect(history("sooooo").slowFetches == 0)
    }

    @Test("numbers that nobody wrote are no more than can be", arguments: [Int64.min, -1, .max])
    func damaged(_ number: Int64) {
        var history = FetchHistory(recent: number, pace: number)
        #expect(0...32 ~= history.fetches)
        #expect(0...32 ~= history.failures)
        #expect(0...5 ~= history.slowFetches)
        history.addFailure()
        history.addSuccess(isSlow: true)
        #expect(0...32 ~= history.fetches)
    }
}
