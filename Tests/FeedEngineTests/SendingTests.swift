import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("messages on their way to a receiver")
struct SendingTests {
    private func error(_ code: StageError.Code, after seconds: Int? = nil) -> StageError {
        StageError(code, subject: "hook", retryAfter: seconds.map { .seconds($0) })
    }

    @Test(
        "W01, W03 what may pass is tried again after 2 s and 10 s, then once a run, with the same id and bytes, in order",
        arguments: [StageError.Code.refused, .dns, .connectTimeout, .tlsTimeout, .reset, .serverError, .limited])
    func triesAgain(code: StageError.Code) async throws {
        let (bench, shelf, receiver) = try RunTestBench.posting(["a", "b"])
        receiver.answer(error(code))
        let first = try await bench.run()
        #expect(receiver.asked == ["a", "a", "a"])
        #expect(first.sinks["hook"]?.waiting == 2)
        #expect(first.changes == [])
        let naps = bench.clock.sleeps
        #expect(naps.count == 2)
        #expect((Duration.milliseconds(1600)...(.milliseconds(2400))).contains(naps[0]))
        #expect((Duration.seconds(8)...(.seconds(12))).contains(naps[1]))
        shelf.put([.named("c")])
        for _ in 0..<2 {
            receiver.forget()
            #expect(try await bench.run().changes == [])
            #expect(receiver.asked == ["a"])
        }
        receiver.forget()
        receiver.answer(nil)
        #expect(try await bench.run().changes == [])
        #expect(receiver.taken == ["a", "b", "c"])
        #expect(Set(receiver.attempts.map(\.message.id)).count == 3)
    }

    @Test("W03 no wait is spread by more than a fifth, whichever message waits")
    func spread() {
        let waits = (0..<4000).map { Jitter.spread(.seconds(2), for: "msg_\($0)") }
        #expect(waits.min() == .milliseconds(1600))
        #expect(waits.max() == .milliseconds(2400))
    }

    @Test("W03 a receiver that asks for a few seconds is asked no sooner, within a run, too")
    func waitsAsLongAsAsked() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a"])
        receiver.answer(error(.limited, after: 9))
        try await bench.run()
        #expect(receiver.asked == ["a", "a", "a"])
        let naps = bench.clock.sleeps
        #expect(naps.first == .seconds(9))
        #expect(naps.allSatisfy { $0 >= .seconds(9) })
    }

    @Test("W10 what may have arrived is sent once more at the next run, with the same id and bytes")
    func unknown() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a", "b"])
        receiver.answer(error(.unknownFate))
        try await bench.run()
        #expect(receiver.asked == ["a"])
        receiver.answer(nil)
        try await bench.run()
        #expect(receiver.asked == ["a", "a", "b"])
        #expect(receiver.attempts[0].message.id == receiver.attempts[1].message.id)
        #expect(receiver.attempts[0].message.payload == receiver.attempts[1].message.payload)
    }

    @Test("W04 a refused message is given up at once, and all that end alike make one line")
    func permanent() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a", "b", "c", "d"])
        let rejected = error(.rejected)
        receiver.answer { $0 == "c" ? nil : rejected }
        let report = try await bench.run()
        #expect(receiver.asked == ["a", "b", "c", "d"])
        #expect(receiver.taken == ["c"])
        #expect(report.sinks["hook"]?.givenUp == 3)
        #expect(report.changes == [.givenUp("hook", rejected, entries: 3)])
        receiver.forget()
        #expect(try await bench.run().changes == [])
        #expect(receiver.asked == [])
    }

    @Test(
        "W04 an answer that may be a mistake of the hour ends a message at the third run an hour apart",
        arguments: [StageError.Code.credentialRejected, .forbidden, .notFound])
    func perhaps(code: StageError.Code) async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a", "b"])
        receiver.answer(error(code))
        var givenUp: [Int] = []
        // Every quarter of an hour.
        for _ in 0..<9 {
            givenUp.append(try await bench.run().sinks["hook"]?.givenUp ?? 0)
            bench.clock.advance(by: .seconds(900))
        }
        #expect(givenUp == [0, 0, 0, 0, 0, 0, 0, 0, 1])
        receiver.forget()
        receiver.answer(nil)
        try await bench.run()
        #expect(receiver.taken == ["b"])
    }

    @Test("W04 two of them at runs a day apart are not enough, nor does a clock put back count them faster")
    func perhapsRarely() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a"])
        receiver.answer(error(.notFound))
        try await bench.run()
        bench.clock.advance(by: .seconds(86_400))
        #expect(try await bench.run().sinks["hook"]?.givenUp == 0)
        receiver.answer(nil)
        bench.clock.advance(by: .seconds(86_400))
        try await bench.run()
        #expect(receiver.taken == ["a"])
    }

    @Test("W05 an endpoint that is gone is asked again a day later, its entries wait, and one line says so")
    func gone() async throws {
        let (bench, shelf, receiver) = try RunTestBench.posting(["a"])
        receiver.answer(error(.gone))
        #expect(try await bench.run().changes == [.sinkFailing("hook", error(.gone), waiting: 1)])
        shelf.put([.named("b")])
        for day in 1...20 {
            bench.clock.advance(by: .seconds(43_200))
            #expect(try await bench.run().changes.filter { $0.kind == .givenUp } == [])
            #expect(receiver.asked.count == 1 + day / 2)
        }
        receiver.answer(nil)
        bench.clock.advance(by: .seconds(86_400))
        try await bench.run()
        #expect(receiver.taken == ["a", "b"])
    }

    @Test(
        "W17, W18 what is not sent for safety's sake is never given up, and its attempts do not count",
        arguments: [StageError.Code.tlsExpired, .tlsUntrusted, .tlsName, .addressRefused, .outOfResources])
    func safety(code: StageError.Code) async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a"])
        receiver.answer(error(code))
        for _ in 0..<15 {
            #expect(try await bench.run().sinks["hook"]?.givenUp == 0)
            bench.clock.advance(by: .seconds(86_400))
        }
        #expect(receiver.attempts.last?.message.attempts == 0)
        receiver.answer(nil)
        try await bench.run()
        #expect(receiver.taken == ["a"])
    }

    @Test("W07 a pause that an endpoint asks for holds for all that is sent there, by whichever sink, over runs")
    func pause() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let address = Secret("https://hooks.example.com/in", mask: "{url}")
        let rules = SendingRules(endpoint: address)
        let first = bench.addReceiver("one", sending: rules)
        let second = bench.addReceiver("two", sending: rules)
        let other = bench.addReceiver("three")
        bench.addPipeline("all", sources: ["blog"], sinks: ["one"])
        shelf.put([.named("a")])
        first.answer(error(.limited, after: 3600))
        try await bench.run()
        #expect(first.asked == ["a"])
        bench.plan.pipelines[0].sinks = ["one", "two", "three"]
        shelf.put([.named("b")])
        first.answer(nil)
        for _ in 0..<3 {
            bench.clock.advance(by: .seconds(900))
            try await bench.run()
        }
        #expect(first.asked == ["a"])
        #expect(second.asked == [])
        #expect(Set(other.taken) == ["a", "b"])
        bench.clock.advance(by: .seconds(900))
        try await bench.run()
        #expect(first.taken == ["a", "b"])
        #expect(Set(second.taken) == ["a", "b"])
    }

    @Test("W07 no pause is longer than a day, and a clock put back does not make one longer")
    func longPause() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a"])
        receiver.answer(error(.limited, after: 999_999_999))
        try await bench.run()
        receiver.answer(nil)
        bench.clock.advance(by: .seconds(86_399))
        try await bench.run()
        #expect(receiver.taken == [])
        bench.clock.advance(by: .seconds(1))
        try await bench.run()
        #expect(receiver.taken == ["a"])
        let (other, _, slow) = try RunTestBench.posting(["a"])
        slow.answer(error(.limited, after: 3600))
        try await other.run()
        slow.answer(nil)
        other.clock.advance(by: .seconds(-365 * 86_400))
        try await other.run()
        #expect(slow.taken == ["a"])
    }

    @Test("W06 a message that is too large is replaced by smaller ones with ids of their own, in its place")
    func cuts() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a", "b", "c", "d", "big", "e"], batch: 4)
        let tooLarge = error(.messageTooLarge)
        receiver.answer { $0.utf8.count > 3 || $0 == "big" ? tooLarge : nil }
        let report = try await bench.run()
        #expect(receiver.asked == ["a,b,c,d", "a,b", "c,d", "big,e", "big", "e"])
        #expect(receiver.taken == ["a,b", "c,d", "e"])
        #expect(Set(receiver.attempts.map(\.message.id)).count == 6)
        #expect(report.sinks["hook"]?.delivered == 5)
        #expect(report.changes == [.givenUp("hook", tooLarge, entries: 1)])
        receiver.forget()
        try await bench.run()
        #expect(receiver.asked == [])
    }

    @Test("W06 a refused message is replaced by a simpler one, once")
    func simplifies() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["rich", "plain", "poison"], batch: 1)
        let rejected = error(.rejected)
        receiver.answer { $0 == "rich" || $0 == "~plain" ? nil : rejected }
        let report = try await bench.run()
        #expect(receiver.asked == ["rich", "plain", "~plain", "poison"])
        #expect(report.sinks["hook"]?.delivered == 2)
        #expect(report.sinks["hook"]?.givenUp == 1)
    }

    @Test("W12 in order, the third of ten holds the others until it is given up; else they pass it")
    func order() async throws {
        let titles = (1...10).map { "entry-\($0)" }
        let failure = error(.unknownFate)
        let poisoned: @Sendable (String) -> StageError? = { $0 == "entry-3" ? failure : nil }
        let (bench, _, ordered) = try RunTestBench.posting(titles)
        ordered.answer(poisoned)
        try await bench.run()
        #expect(ordered.taken == ["entry-1", "entry-2"])
        try await bench.run()
        #expect(ordered.taken == ["entry-1", "entry-2"])
        let (other, shelf, unordered) = try RunTestBench.posting(titles, sending: SendingRules(isOrdered: false))
        unordered.answer(poisoned)
        try await other.run()
        #expect(unordered.taken == titles.filter { $0 != "entry-3" })
        unordered.forget()
        shelf.put([.named("entry-11")])
        try await other.run()
        #expect(unordered.asked == ["entry-3"] || unordered.asked == ["entry-11", "entry-3"])
        unordered.answer(nil)
        try await other.run()
        #expect(Set(unordered.taken) == ["entry-11", "entry-3"])
    }

    @Test("W12 where order does not matter, what failed in a run is not sent once more in the same run")
    func onceARun() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(
            ["a", "b", "poison", "d"], sending: SendingRules(isOrdered: false))
        receiver.answer(error(.refused))
        try await bench.run()
        #expect(Set(receiver.asked) == ["a"])
        receiver.forget()
        let failure = error(.unknownFate)
        receiver.answer { $0 == "poison" ? failure : nil }
        try await bench.run()
        #expect(receiver.asked.sorted() == ["a", "b", "d", "poison"])
    }

    @Test("W06, W12 where order does not matter, a message that failed before may still be cut")
    func cutsLater() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(
            ["a", "b", "c"], batch: 3, sending: SendingRules(isOrdered: false))
        receiver.answer(error(.unknownFate))
        try await bench.run()
        let tooLarge = error(.messageTooLarge)
        receiver.answer { $0.utf8.count > 1 ? tooLarge : nil }
        try await bench.run()
        try await bench.run()
        #expect(receiver.taken.sorted() == ["a", "b", "c"])
    }

    @Test("W06 what replaces a replaced message goes before what came after that one")
    func cutsInOrder() async throws {
        let titles = (1...9).map { "e\($0)" }
        let (bench, _, receiver) = try RunTestBench.posting(titles, batch: 9)
        let tooLarge = error(.messageTooLarge)
        receiver.answer { $0.utf8.count > 2 ? tooLarge : nil }
        try await bench.run()
        #expect(receiver.taken == titles)
    }

    @Test("W12 where order does not matter, an endpoint that takes nothing is not asked for each message")
    func probesUnordered() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(
            (1...50).map { "entry-\($0)" }, sending: SendingRules(isOrdered: false))
        receiver.answer(error(.unknownFate))
        try await bench.run()
        #expect(receiver.asked.count == 3)
        receiver.forget()
        try await bench.run()
        #expect(receiver.asked.count == 1)
        receiver.answer(nil)
        receiver.forget()
        try await bench.run()
        #expect(receiver.taken.count == 50)
    }

    @Test(
        "W13 a poison message is given up after 75 h and ten attempts, whatever the rhythm of runs, and the line moves",
        arguments: [(3600, 76), (7200, 39), (86_400, 10)])
    func poison(everySeconds: Int, runs: Int) async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["poison", "next"])
        let failure = error(.serverError)
        receiver.answer { $0 == "poison" ? failure : nil }
        for run in 1...runs {
            #expect(receiver.taken == [])
            let started = bench.clock.now
            let report = try await bench.run()
            #expect(report.sinks["hook"]?.givenUp == (run == runs ? 1 : 0), "run \(run)")
            // The waits within a run have moved the hands.
            bench.clock.set(to: started + .seconds(everySeconds))
            if run == 1 { bench.clock.advance(by: .seconds(15)) }
        }
        #expect(receiver.taken == ["next"])
    }

    @Test("W14 what waited through a long outage goes out in order, though no more than a part is ever planned")
    func outage() async throws {
        let (bench, shelf, receiver) = try RunTestBench.posting([])
        receiver.answer(error(.refused))
        var titles: [String] = []
        for batch in 0..<4 {
            let more = (0..<600).map { "entry-\(batch)-\($0)" }
            titles += more
            shelf.put(more.map { .named($0, at: bench.clock.now) })
            #expect(try await bench.run().sinks["hook"]?.waiting == titles.count)
            bench.clock.advance(by: .seconds(900))
        }
        receiver.answer(nil)
        receiver.forget()
        let report = try await bench.run()
        #expect(report.sinks["hook"]?.delivered == 2400)
        #expect(receiver.taken == titles)
    }

    @Test("W14 a rate is kept within a run, and what it does not allow soon waits for the next one")
    func rate() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(
            (1...200).map { "entry-\($0)" }, sending: SendingRules(rate: Rate(count: 60, per: .seconds(3600))))
        var counts: [Int] = []
        for _ in 0..<9 {
            let started = bench.clock.now
            let report = try await bench.run()
            counts.append(report.sinks["hook"]?.delivered ?? 0)
            #expect(report.changes == [])
            bench.clock.set(to: max(bench.clock.now, started + .seconds(900)))
        }
        #expect(counts == [60, 0, 0, 0, 60, 0, 0, 0, 60] || counts == [60, 0, 0, 0, 0, 60, 0, 0, 0])
        #expect(receiver.taken == (1...receiver.taken.count).map { "entry-\($0)" })
    }

    @Test("W14 for the rate of a sink a run waits two minutes at most, all in all; the rest goes out in later runs")
    func longestRateWait() async throws {
        let titles = (1...30).map { "entry-\($0)" }
        let (bench, _, receiver) = try RunTestBench.posting(
            titles, sending: SendingRules(rate: Rate(count: 6, per: .seconds(60))))
        let report = try await bench.run()
        let waited = bench.clock.sleeps.reduce(.zero, +)
        #expect(waited > .seconds(60) && waited <= .seconds(120))
        #expect((12...18).contains(receiver.taken.count))
        #expect(report.sinks["hook"]?.waiting == titles.count - receiver.taken.count)
        #expect(report.changes == [])
        for _ in 0..<3 {
            bench.clock.advance(by: .seconds(900))
            try await bench.run()
        }
        #expect(receiver.taken == titles)
    }

    @Test("W14 a fast rate makes a run wait between messages")
    func fastRate() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(
            (1...5).map { "entry-\($0)" }, sending: SendingRules(rate: Rate(count: 1, per: .seconds(1))))
        try await bench.run()
        #expect(receiver.taken.count == 5)
        #expect(bench.clock.sleeps.count == 4)
        #expect(bench.clock.sleeps.allSatisfy { $0 >= .seconds(1) && $0 <= .seconds(1.05) })
    }
}
