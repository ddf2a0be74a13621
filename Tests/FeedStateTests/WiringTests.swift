import FeedModel
import FeedStages
import Testing

@testable import FeedState

/// What sinks get that come to a pipeline, leave it and come back.
@Suite("sinks of a pipeline")
struct WiringTests {
    private func connect(_ sinks: [String], firstRun: Int = 2, to kiosk: Kiosk) async throws {
        let source = PipelineWiring.Source(key: kiosk.key, firstRun: firstRun)
        _ = try await kiosk.state.reconcile(
            [PipelineWiring(name: "all", sources: [source], sinks: sinks)], now: kiosk.now)
        kiosk.pass(.seconds(60))
    }

    private func keep(_ names: [String], for sinks: [String], in kiosk: Kiosk) async throws {
        try await kiosk.fetch(
            names.enumerated().map { .made(guid: $1, title: $1, at: kiosk.now - .seconds(60 - $0)) })
        _ = try await kiosk.state.keepAll(in: kiosk.pipeline, sinks: sinks, now: kiosk.now)
        kiosk.pass(.seconds(3600))
    }

    /// What a sink would be brought now, in order.
    private func titles(of sink: String, in kiosk: Kiosk) async throws -> [String] {
        try await kiosk.planEach(for: sink)
        return try await kiosk.state.openMessages(of: sink).map { open in
            String(decoding: open.message.payload, as: UTF8.self)
        }
    }

    @Test("a sink that is new to a pipeline gets the newest that were kept, as many as `first_run` says, oldest first")
    func new() async throws {
        let kiosk = try await Kiosk()
        try await keep(["a", "b", "c", "d"], for: ["page"], in: kiosk)
        try await connect(["page", "hook"], to: kiosk)
        try await keep(["e"], for: ["page", "hook"], in: kiosk)
        #expect(try await titles(of: "hook", in: kiosk) == ["c", "d", "e"])
        #expect(try await titles(of: "page", in: kiosk) == ["a", "b", "c", "d", "e"])
    }

    @Test("a sink that comes back gets what waited for it and what was kept meanwhile, nothing twice")
    func back() async throws {
        let kiosk = try await Kiosk()
        try await connect(["page", "hook"], firstRun: .max, to: kiosk)
        try await keep(["a"], for: ["page", "hook"], in: kiosk)
        let sent = try await titles(of: "hook", in: kiosk)
        #expect(sent == ["a"])
        let open = try #require(try await kiosk.state.openMessages(of: "hook").first)
        _ = try await kiosk.state.finish(open.message, sink: "hook", receipt: Receipt(), now: kiosk.now)
        try await keep(["b"], for: ["page", "hook"], in: kiosk)
        try await connect(["page"], firstRun: .max, to: kiosk)
        try await keep(["c"], for: ["page"], in: kiosk)
        try await connect(["page", "hook"], firstRun: .max, to: kiosk)
        #expect(try await titles(of: "hook", in: kiosk).sorted() == ["b", "c"])
    }

    @Test("a page is known to hold what was written to it, and after the next message what that one leaves in it")
    func held() async throws {
        let kiosk = try await Kiosk()
        for (name, expected) in [("a", ["a"]), ("b", ["a", "b"])] {
            try await keep([name], for: ["page"], in: kiosk)
            let held = try await kiosk.state.entries(heldBy: "page.html", of: "page", titles: [:])
            _ = try await kiosk.state.plan(
                sink: "page", pipeline: kiosk.pipeline, limit: 9, now: kiosk.now
            ) { entries in
                let all = held + entries
                return [
                    ComposedMessage(
                        target: "page.html", mode: .replace,
                        payload: Array(all.map { $0.entry.title ?? "" }.joined(separator: " ").utf8),
                        entries: entries.map(\.key), retained: all.map(\.key))
                ]
            }
            let message = try #require(try await kiosk.state.openMessages(of: "page").first).message
            #expect(String(decoding: message.payload, as: UTF8.self) == expected.joined(separator: " "))
            _ = try await kiosk.state.finish(message, sink: "page", receipt: Receipt(), now: kiosk.now)
        }
    }
}
