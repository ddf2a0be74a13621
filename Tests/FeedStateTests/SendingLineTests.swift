import FeedModel
import FeedStages
import Testing

@testable import FeedState

/// Which message of a sink goes next, and when, over runs.
@Suite("lines of messages")
struct SendingLineTests {
    /// A kiosk with messages for the sink `hook`, an entry each.
    private func kiosk(_ count: Int) async throws -> Kiosk {
        let kiosk = try await Kiosk()
        let names = (1...count).map { "m\($0)" }
        try await kiosk.fetch(names.map { .made(guid: $0, title: $0, at: kiosk.now - .seconds(60)) })
        _ = try await kiosk.state.keepAll(in: kiosk.pipeline, sinks: ["hook"], now: kiosk.now)
        try await kiosk.planEach()
        return kiosk
    }

    private func line(_ kiosk: Kiosk, rate: (count: Int, span: Duration)? = nil) -> SendingLine {
        SendingLine(
            sink: "hook", endpoint: EndpointID("https://a.example/", of: "hook", instance: kiosk.state.instance),
            rate: rate)
    }

    private func begin(
        _ kiosk: Kiosk, _ line: SendingLine, _ choice: SendingChoice = .after(.beginning)
    ) async throws -> SendingTurn {
        try await kiosk.state.begin(choice, in: line, now: kiosk.now)
    }

    private func message(_ turn: SendingTurn) throws -> OpenMessage {
        guard case .message(let open) = turn else { throw Missing() }
        return open
    }

    private struct Missing: Error {}

    @Test("a rate counts what earlier runs sent, and tells when the next message may go")
    func rate() async throws {
        let kiosk = try await kiosk(5)
        let line = line(kiosk, rate: (count: 2, span: .seconds(3600)))
        for _ in 0..<2 {
            let open = try message(try await begin(kiosk, line))
            _ = try await kiosk.state.finish(open.message, sink: "hook", receipt: Receipt(), now: kiosk.now)
            kiosk.pass(.seconds(60))
        }
        guard case .rate(let until) = try await begin(kiosk, line) else { throw Missing() }
        #expect(until > kiosk.now + .seconds(3400) && until < kiosk.now + .seconds(3720))
        kiosk.pass(until - kiosk.now)
        _ = try message(try await begin(kiosk, line))
    }

    @Test("a pause that a receiver asked for holds for every sink that sends there, until it is over")
    func pause() async throws {
        let kiosk = try await kiosk(2)
        let line = line(kiosk)
        let open = try message(try await begin(kiosk, line))
        let end = kiosk.now + .seconds(1800)
        let pause = EndpointPause(of: line.endpoint, until: end, isGone: false)
        try await kiosk.state.postpone(
            open.message.number,
            Postponement(reason: StageError(.limited, subject: "hook"), pause: pause), now: kiosk.now)
        for seconds in [0, 1799] {
            guard
                case .pause(let until) = try await kiosk.state.begin(
                    .after(.beginning), in: line, now: end - .seconds(1800 - seconds))
            else { throw Missing() }
            #expect(until == end)
        }
        kiosk.pass(.seconds(1800))
        let again = try message(try await begin(kiosk, line))
        #expect(again.message.id == open.message.id)
        #expect(again.message.payload == open.message.payload)
        // Another address has no pause.
        let other = SendingLine(
            sink: "hook", endpoint: EndpointID("https://b.example/", of: "hook", instance: kiosk.state.instance),
            rate: nil)
        _ = try message(try await kiosk.state.begin(.after(.beginning), in: other, now: end - .seconds(60)))
    }

    @Test("the oldest message goes first, and one that failed is the first again unless it is passed over")
    func order() async throws {
        let kiosk = try await kiosk(3)
        let line = line(kiosk)
        let first = try message(try await begin(kiosk, line))
        #expect(String(decoding: first.message.payload, as: UTF8.self) == "m1")
        try await kiosk.state.postpone(
            first.message.number, Postponement(reason: StageError(.timeout, subject: "hook")),
            now: kiosk.now)
        #expect(try message(try await begin(kiosk, line)).message.number == first.message.number)
        let next = try message(try await begin(kiosk, line, .unfailedAfter(.beginning)))
        #expect(String(decoding: next.message.payload, as: UTF8.self) == "m2")
    }

    @Test("an attempt whose end nobody wrote down is known to have begun, and one that does not count is not counted")
    func attempts() async throws {
        let kiosk = try await kiosk(1)
        let line = line(kiosk)
        let first = try message(try await begin(kiosk, line))
        #expect(!first.wasInterrupted)
        #expect(first.message.attempts == 0)
        let second = try message(try await begin(kiosk, line))
        #expect(second.wasInterrupted)
        #expect(second.message.attempts == 1)
        let reason = StageError(.tlsExpired, subject: "hook")
        try await kiosk.state.postpone(
            second.message.number, Postponement(reason: reason, isCounted: false), now: kiosk.now)
        let third = try message(try await begin(kiosk, line))
        #expect(!third.wasInterrupted)
        #expect(third.message.attempts == 1)
        #expect(third.firstFailureAt == nil)
    }

    @Test("what was delivered or given up is never next, and the first failure is the first for ever")
    func ends() async throws {
        let kiosk = try await kiosk(2)
        let line = line(kiosk)
        let first = try message(try await begin(kiosk, line))
        let began = kiosk.now
        for _ in 0..<2 {
            try await kiosk.state.postpone(
                first.message.number, Postponement(reason: StageError(.timeout, subject: "hook")),
                now: kiosk.now)
            kiosk.pass(.seconds(3600))
        }
        #expect(try message(try await begin(kiosk, line)).firstFailureAt == began)
        #expect(
            try await kiosk.state.giveUp(
                first.message.number, reason: StageError(.rejected, subject: "hook"), now: kiosk.now) == 1)
        let second = try message(try await begin(kiosk, line))
        #expect(second.message.number > first.message.number)
        #expect(
            try await kiosk.state.finish(second.message, sink: "hook", receipt: Receipt(), now: kiosk.now) == 1)
        guard case .none = try await begin(kiosk, line) else { throw Missing() }
    }
}
