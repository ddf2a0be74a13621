import FeedModel
import FeedStages
import FeedTesting
import MachineLaboratory
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("a process that waits for calls of other workers", .withPostgreSQL)
struct WorkListenerTests {
    /// Long enough that nothing but a call ends the wait.
    private static let long = Duration.seconds(90)
    /// For what must not come.
    private static let short = Duration.milliseconds(400)

    /// A listener that has been heard to listen.
    private func listening(
        _ bench: PostgreSQLTestBench, as worker: String = "listener", looking interval: Duration = .seconds(60)
    ) async throws -> WorkListener {
        let listener = WorkListener(bench.place, as: worker, looking: interval)
        // Who called before it had a connection is not known, so that counts as one.
        #expect(await listener.waitForCall(until: .now + Self.long, besides: nil))
        return listener
    }

    @Test("is woken by what another one commits, once for any number of calls")
    func isWoken() async throws {
        let bench = try PostgreSQLTestBench()
        let state = try await bench.open()
        let listener = try await listening(bench)
        async let woken = listener.waitForCall(until: .now + Self.long, besides: nil)
        try await state.callWorkers()
        #expect(await woken)
        let channel = PostgreSQLCall(bench.place).channel
        try bench.run(String(repeating: "NOTIFY \(channel), 'work'; ", count: 50))
        try bench.run("DO $$ BEGIN PERFORM pg_notify('\(channel)', 'work') FROM generate_series(1, 1000); END $$")
        #expect(await listener.waitForCall(until: .now + Self.long, besides: nil))
        // Of those that were sent in the meantime, one more at most is left.
        _ = await listener.waitForCall(until: .now + Self.short, besides: nil)
        #expect(await !listener.waitForCall(until: .now + Self.short, besides: nil))
        try await state.close()
    }

    @Test("is not woken by its own calls, by a transaction that was rolled back, or by what is no call of this state")
    func isLeftAlone() async throws {
        let (bench, other) = (try PostgreSQLTestBench(), try PostgreSQLTestBench())
        let states = (try await bench.open(), try await other.open())
        let listener = try await listening(bench)
        let own = try #require(states.0.leases.backend)
        try await states.0.callWorkers()
        #expect(await !listener.waitForCall(until: .now + Self.short, besides: own))
        try await states.1.callWorkers()
        try await states.1.close(leavingWork: true)
        let wrong = StageError(.cancelled, subject: "test")
        let two = try await bench.open(worker: "two")
        await #expect(throws: wrong) {
            try await two.asOne { state throws(StageError) in
                try state.callWorkers()
                throw wrong
            }
        }
        let channel = PostgreSQLCall(bench.place).channel
        for payload in ["", "Work", "work ", "work\n", "'' OR 1=1; --", "日本", String(repeating: "x", count: 7999)] {
            try bench.run("SELECT pg_notify('\(channel)', \(payload.quotedForSQL))")
        }
        try bench.run("SELECT pg_notify('\(channel)x', 'work')")
        #expect(await !listener.waitForCall(until: .now + Self.short, besides: own))
        // The same process of the server counts again once it serves another worker.
        #expect(await !listener.waitForCall(until: .now, besides: two.leases.backend))
        try await states.0.callWorkers()
        #expect(await listener.waitForCall(until: .now + Self.long, besides: two.leases.backend))
        try await states.0.close()
        try await two.close()
    }

    @Test("is known as waiting while it does, to those who look at the workers of its state")
    func isKnown() async throws {
        let (bench, other) = (try PostgreSQLTestBench(), try PostgreSQLTestBench())
        let run = WorkerIntroduction.Run(version: "1.0", configuration: [1])
        for name in ["瓦版 1", "two"] { try await bench.open(worker: name, run: run).close() }
        try await other.open(worker: "two", run: run).close()
        func presences(_ bench: PostgreSQLTestBench) async throws -> [String: WorkerRecord.Presence] {
            let state = try await bench.open(.readOnly)
            let workers = try #require(try await state.workers()).workers
            return Dictionary(uniqueKeysWithValues: workers.map { ($0.name, $0.presence) })
        }
        do {
            let listeners = [
                try await listening(bench, as: "瓦版 1"), try await listening(other, as: "two"),
            ]
            #expect(try await presences(bench) == ["瓦版 1": .waiting, "two": .away])
            #expect(try await presences(other) == ["two": .waiting])
            let working = try await other.open(worker: "two", run: run)
            #expect(try await presences(other) == ["two": .working])
            try await working.close()
            withExtendedLifetime(listeners) {}
        }
        try await eventually { try bench.listeners() == "0" }
        #expect(try await presences(bench) == ["瓦版 1": .away, "two": .away])
    }

    @Test("is woken by a worker that ends and leaves work, not by one that leaves none")
    func hearsEnds() async throws {
        let bench = try PostgreSQLTestBench()
        let listener = try await listening(bench)
        try await bench.open().close()
        #expect(await !listener.waitForCall(until: .now + Self.short, besides: nil))
        let state = try await bench.open()
        #expect(try await state.leases.claim(["a"], of: .sink) == ["a"])
        async let woken = listener.waitForCall(until: .now + Self.long, besides: nil)
        try await state.close(leavingWork: true)
        #expect(await woken)
        #expect(try bench.run("SELECT count(*) FROM lease") == "0")
        // A worker that had lost its leases leaves nothing of its own.
        let late = try await bench.open()
        try bench.run("DELETE FROM worker")
        try await late.close(leavingWork: true)
        #expect(await !listener.waitForCall(until: .now + Self.short, besides: nil))
    }

    @Test("is woken when a worker has died, and no more once another one has taken over")
    func hearsDeaths() async throws {
        let bench = try PostgreSQLTestBench()
        let (dead, other) = (try await bench.open(), try await bench.open(worker: "two"))
        let listener = try await listening(bench, looking: .milliseconds(50))
        #expect(await !listener.waitForCall(until: .now + Self.short, besides: nil))
        try bench.letLeasesEnd()
        try await other.leases.renew()
        #expect(await listener.waitForCall(until: .now + Self.long, besides: nil))
        #expect(try await other.leases.claim(["a"], of: .host) == ["a"])
        _ = await listener.waitForCall(until: .now + Self.short, besides: nil)
        #expect(await !listener.waitForCall(until: .now + Self.short, besides: nil))
        try? await dead.close()
        try await other.close()
    }

    @Test("hears again after its connection was cut, and says so by a call, as it may have missed one")
    func isCut() async throws {
        let bench = try PostgreSQLTestBench()
        let state = try await bench.open()
        let listener = try await listening(bench)
        for _ in 0..<2 {
            try bench.cutListeners()
            #expect(await listener.waitForCall(until: .now + Self.long, besides: nil))
            async let woken = listener.waitForCall(until: .now + Self.long, besides: nil)
            try await state.callWorkers()
            #expect(await woken)
        }
        try await state.close()
    }

    @Test("hears again after the server was started again, and waits by time until then")
    func isRestarted() async throws {
        let server = try PostgreSQLServer()
        let bench = try PostgreSQLTestBench(server: server)
        try await bench.open().close()
        let listener = try await listening(bench)
        for crash in [false, true] {
            try server.stop(crash: crash)
            #expect(await !listener.waitForCall(until: .now + Self.short, besides: nil))
            try server.start()
            #expect(await listener.waitForCall(until: .now + Self.long, besides: nil))
            let state = try await bench.open()
            async let woken = listener.waitForCall(until: .now + Self.long, besides: nil)
            try await state.callWorkers()
            #expect(await woken)
            try await state.close()
        }
    }

    @Test("waits by time for a server that is not there, and ends at once when it is told to")
    func isCancelled() async throws {
        let listener = WorkListener(PostgreSQLPlace("host=/nonexistent dbname=x connect_timeout=1"), as: "x")
        #expect(await !listener.waitForCall(until: .now + Self.short, besides: nil))
        let waiting = Task { await listener.waitForCall(until: .now + Self.long, besides: nil) }
        waiting.cancel()
        #expect(await !waiting.value)
    }

    @Test("has no connection any more after its end")
    func isEnded() async throws {
        let bench = try PostgreSQLTestBench()
        var listener: WorkListener? = try await listening(bench)
        #expect(try bench.listeners() == "1")
        _ = listener
        listener = nil
        while try bench.listeners() != "0" { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("is called by what a user repeats or forgets, and not by a command that finds nothing")
    func hearsCommands() async throws {
        let bench = try PostgreSQLTestBench()
        let state = try await bench.open()
        let pipeline = PipelineWiring(
            name: "all", sources: [PipelineWiring.Source(key: PostgreSQLTestBench.key, firstRun: .max)], sinks: ["out"])
        _ = try await state.reconcile([pipeline], now: bench.now)
        let id = try #require(try await state.reconcile([pipeline], now: bench.now)["all"]?.id)
        _ = try await state.completeFetches([bench.fetch(["1", "2"], in: [id])])
        let listener = try await listening(bench)
        let (now, past) = (bench.now, bench.now - .seconds(60))
        _ = try await state.retryGivenUp(of: nil, now: now)
        _ = try await state.replay(toSink: "out", since: past, now: now)
        _ = try await state.replay(inPipeline: "all", since: past, now: now)
        _ = try await state.reviveFeeds(of: "unknown", now: now)
        #expect(await !listener.waitForCall(until: .now + Self.short, besides: nil))
        _ = try await state.reviveFeeds(of: "news", now: now)
        #expect(await listener.waitForCall(until: .now + Self.long, besides: nil))
        try bench.run("UPDATE pipeline_entry SET state = 3")
        #expect(try await state.replay(inPipeline: "all", since: past, now: now) == 2)
        #expect(await listener.waitForCall(until: .now + Self.long, besides: nil))
        #expect(try await state.forget(PostgreSQLTestBench.key) == 2)
        #expect(await listener.waitForCall(until: .now + Self.long, besides: nil))
        try await state.close()
    }
}

extension String {
    fileprivate var quotedForSQL: String { "'" + replacing("'", with: "''") + "'" }
}

extension PostgreSQLTestBench {
    /// The condition that finds the connections of this state's listeners in `pg_stat_activity`.
    private var isListener: String {
        "starts_with(application_name, '\(WaitingName.start(of: PostgreSQLCall(place)))')"
    }

    /// Cuts the connections of listeners, as a failing network would.
    fileprivate func cutListeners() throws {
        try server.run(
            "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE \(isListener)", in: "postgres")
    }

    fileprivate func listeners() throws -> String {
        try server.run("SELECT count(*) FROM pg_stat_activity WHERE \(isListener)", in: "postgres")
    }
}
