import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// Which message of a sink goes next, and when, over runs.
@Suite("lines of messages", .onEachStore, .namingStore)
struct SendingLineTests {
    /// A test bench with messages for the sink `hook`, an entry each.
    private func bench(_ count: Int) async throws -> StateTestBench {
        let bench = try await StateTestBench()
        let names = (1...count).map { "m\($0)" }
        try await bench.fetch(names.map { .made(guid: $0, title: $0, at: bench.now - .seconds(60)) })
        _ = try await bench.state.keepAll(in: bench.pipeline, sinks: ["hook"], now: bench.now)
        try await bench.planEach()
        return bench
    }

    private func line(_ bench: StateTestBench, rate: (count: Int, span: Duration)? = nil) -> SendingLine {
        SendingLine(
            sink: "hook", endpoint: EndpointID("https://a.example/", of: "hook", origin: bench.state.origin),
            rate: rate)
    }

    private func begin(
        _ bench: StateTestBench, _ line: SendingLine, _ choice: SendingChoice = .after(.beginning)
    ) async throws -> SendingTurn {
        try await bench.state.begin(choice, in: line, now: bench.now)
    }

    private func message(_ turn: SendingTurn) throws -> OpenMessage {
        guard case .message(let open) = turn else { throw Missing() }
        return open
    }

    private struct Missing: Error {}

    @Test("a rate counts what earlier runs sent, and tells when the next message may go")
    func rate() async throws {
        let bench = try await bench(5)
        let line = line(bench, rate: (count: 2, span: .seconds(3600)))
        for _ in 0..<2 {
            let open = try message(try await begin(bench, line))
            _ = try await bench.state.completeMessage(open.message, sink: "hook", receipt: Receipt(), now: bench.now)
            bench.pass(.seconds(60))
        }
        guard case .rate(let until) = try await begin(bench, line) else { throw Missing() }
        #expect(until > bench.now + .seconds(3400) && until < bench.now + .seconds(3720))
        bench.pass(until - bench.now)
        _ = try message(try await begin(bench, line))
    }

    @Test("a pause that a receiver asked for holds for every sink that sends there, until it is over")
    func pause() async throws {
        let bench = try await bench(2)
        let line = line(bench)
        let open = try message(try await begin(bench, line))
        let end = bench.now + .seconds(1800)
        let pause = EndpointPause(of: line.endpoint, until: end, isGone: false)
        try await bench.state.postpone(
            open.message.number,
            Postponement(reason: StageError(.limited, subject: "hook"), pause: pause), now: bench.now)
        for seconds in [0, 1799] {
            guard
                case .pause(let until) = try await bench.state.begin(
                    .after(.beginning), in: line, now: end - .seconds(1800 - seconds))
            else { throw Missing() }
            #expect(until == end)
        }
        bench.pass(.seconds(1800))
        let again = try message(try await begin(bench, line))
        #expect(again.message.id == open.message.id)
        #expect(again.message.payload == open.message.payload)
        // Another address has no pause.
        let other = SendingLine(
            sink: "hook", endpoint: EndpointID("https://b.example/", of: "hook", origin: bench.state.origin),
            rate: nil)
        _ = try message(try await bench.state.begin(.after(.beginning), in: other, now: end - .seconds(60)))
    }

    @Test("the oldest message goes first, and one that failed is the first again unless it is passed over")
    func order() async throws {
        let bench = try await bench(3)
        let line = line(bench)
        let first = try message(try await begin(bench, line))
        #expect(String(decoding: first.message.payload, as: UTF8.self) == "m1")
        try await bench.state.postpone(
            first.message.number, Postponement(reason: StageError(.timeout, subject: "hook")),
            now: bench.now)
        #expect(try message(try await begin(bench, line)).message.number == first.message.number)
        let next = try message(try await begin(bench, line, .unfailedAfter(.beginning)))
        #expect(String(decoding: next.message.payload, as: UTF8.self) == "m2")
    }

    @Test("an attempt whose end nobody wrote down is known to have begun, and one that does not count is not counted")
    func attempts() async throws {
        let bench = try await bench(1)
        let line = line(bench)
        let first = try message(try await begin(bench, line))
        #expect(!first.wasInterrupted)
        #expect(first.message.attempts == 0)
        let second = try message(try await begin(bench, line))
        #expect(second.wasInterrupted)
        #expect(second.message.attempts == 1)
        let reason = StageError(.tlsExpired, subject: "hook")
        try await bench.state.postpone(
            second.message.number, Postponement(reason: reason, isCounted: false), now: bench.now)
        let third = try message(try await begin(bench, line))
        #expect(!third.wasInterrupted)
        #expect(third.message.attempts == 1)
        #expect(third.firstFailureAt == nil)
    }

    @Test("what was delivered or given up is never next, and the first failure is the first for ever")
    func ends() async throws {
        let bench = try await bench(2)
        let line = line(bench)
        let first = try message(try await begin(bench, line))
        let began = bench.now
        for _ in 0..<2 {
            try await bench.state.postpone(
                first.message.number, Postponement(reason: StageError(.timeout, subject: "hook")),
                now: bench.now)
            bench.pass(.seconds(3600))
        }
        #expect(try message(try await begin(bench, line)).firstFailureAt == began)
        #expect(
            try await bench.state.giveUp(
                first.message.number, reason: StageError(.rejected, subject: "hook"), now: bench.now) == 1)
        let second = try message(try await begin(bench, line))
        #expect(second.message.number > first.message.number)
        #expect(
            try await bench.state.completeMessage(second.message, sink: "hook", receipt: Receipt(), now: bench.now) == 1
        )
        guard case .none = try await begin(bench, line) else { throw Missing() }
    }
}
