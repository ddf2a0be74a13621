import FeedModel
import FeedStages
import Testing

@testable import FeedState

/// How what was kept becomes messages, each entry once.
@Suite("planning")
struct PlanningTests {
    private func keep(_ names: [String], in kiosk: Kiosk) async throws {
        try await kiosk.fetch(names.map { .made(guid: $0, title: $0) })
        _ = try await kiosk.state.keepAll(in: kiosk.pipeline, sinks: ["page"], now: kiosk.now)
        kiosk.pass(.seconds(3600))
    }

    /// Plans all that waits as one message, whose bytes tell how many entries its file holds then; how many were taken.
    private func plan(_ kiosk: Kiosk, to target: String = "page.html", mode: ComposedMessage.Mode = .replace)
        async throws
        -> Int
    {
        let held = try await kiosk.state.entries(heldBy: target, of: "page", titles: [:])
        return try await kiosk.state.plan(
            sink: "page", pipeline: kiosk.pipeline, limit: 100, now: kiosk.now
        ) { entries in
            guard !entries.isEmpty else { return [] }
            let all = (mode == .replace ? held : []) + entries
            return [
                ComposedMessage(
                    target: target, mode: mode, payload: [UInt8(all.count)], entries: entries.map(\.key),
                    retained: mode == .replace ? all.map(\.key) : [])
            ]
        }.messages
    }

    private func open(_ kiosk: Kiosk) async throws -> [OpenMessage] {
        try await kiosk.state.openMessages(of: "page")
    }

    private func deliver(_ kiosk: Kiosk) async throws -> Int {
        let message = try #require(try await open(kiosk).first).message
        return try await kiosk.state.finish(message, sink: "page", receipt: Receipt(), now: kiosk.now)
    }

    @Test(
        "T02 a file that has an unfinished message gets no second one: what is new waits, and is in the next",
        arguments: [ComposedMessage.Mode.replace, .append])
    func oneAtATime(mode: ComposedMessage.Mode) async throws {
        let kiosk = try await Kiosk()
        try await keep(["a", "b"], in: kiosk)
        #expect(try await plan(kiosk, mode: mode) == 1)
        try await keep(["c"], in: kiosk)
        #expect(try await plan(kiosk, mode: mode) == 0)
        #expect(try await open(kiosk).count == 1)
        #expect(try await deliver(kiosk) == 2)
        #expect(try await plan(kiosk, mode: mode) == 1)
        let next = try #require(try await open(kiosk).first).message
        #expect(try await deliver(kiosk) == 1)
        #expect(next.payload == [mode == .append ? 1 : 3])
        #expect(try await plan(kiosk, mode: mode) == 0)
    }

    @Test("another file of the sink and posts are planned beside an unfinished message")
    func others() async throws {
        let kiosk = try await Kiosk()
        try await keep(["a"], in: kiosk)
        #expect(try await plan(kiosk) == 1)
        try await keep(["b"], in: kiosk)
        #expect(try await plan(kiosk, to: "other.html") == 1)
        for name in ["c", "d"] {
            try await keep([name], in: kiosk)
            #expect(try await plan(kiosk, to: "page.html", mode: .post) == 1)
        }
        #expect(try await open(kiosk).count == 4)
    }
}
