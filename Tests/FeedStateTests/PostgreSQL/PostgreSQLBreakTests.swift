import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("a PostgreSQL that breaks", .withPostgreSQL)
struct PostgreSQLBreakTests {
    /// Fetches of one feed, each of which shows all entries up to its own.
    private static let rounds = 40

    /// Does what a run does after a failure: opens the state again and fetches again. Returns how many entries it
    /// stored, and the errors.
    private func fetchAll(
        _ bench: PostgreSQLTestBench, disturb: (Int, StateDatabase) throws -> Void
    ) async throws -> (new: Int, errors: [StageError]) {
        var (new, errors) = (0, [StageError]())
        var state = try await bench.open()
        var round = 0
        while round < Self.rounds {
            try disturb(round, state)
            do throws(StageError) {
                let fetch = bench.fetch((0...round).map { "\($0)" }, cursor: "\(round)")
                new += try await state.completeFetches([fetch])[0].new
                round += 1
            } catch {
                errors.append(error)
                // Nothing more is stored on top of what was lost.
                await #expect(throws: error) { try await state.completeFetches([]) }
                state = try await bench.open()
            }
        }
        try await state.close()
        return (new, errors)
    }

    private func expectWhole(_ bench: PostgreSQLTestBench) async throws {
        let state = try await bench.open()
        #expect(try await state.check().isSound)
        #expect(try await state.known(PostgreSQLTestBench.key).cursor?.rawValue == "\(Self.rounds - 1)")
        #expect(try await state.completeFetches([bench.fetch((0..<Self.rounds).map { "\($0)" })])[0].new == 0)
        try await state.close()
        #expect(try bench.run("SELECT count(*) FROM entry") == "\(Self.rounds)")
    }

    @Test("loses and doubles nothing, however often its connections are cut between two fetches")
    func isCut() async throws {
        let bench = try PostgreSQLTestBench()
        var random = SplitMix(seed: 7)
        let (new, errors) = try await fetchAll(bench) { _, _ in
            if Bool.random(using: &random) { try bench.cut() }
        }
        #expect(errors.count > 5)
        #expect(errors.allSatisfy { $0.code == .databaseUnreachable && $0.text(of: .found, in: .en) != nil })
        #expect(new == Self.rounds)
        try await expectWhole(bench)
    }

    @Test("loses and doubles nothing when its connections are cut in the midst of fetches")
    func isCutWithin() async throws {
        let bench = try PostgreSQLTestBench()
        let cutter = Task {
            var random = SplitMix(seed: 8)
            while !Task.isCancelled {
                try bench.cut()
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...40, using: &random)))
            }
        }
        defer { cutter.cancel() }
        var (cuts, round) = (0, 0)
        while round < Self.rounds {
            do throws(StageError) {
                let state = try await bench.open()
                while round < Self.rounds {
                    let fetch = bench.fetch((0...round).map { "\($0)" }, cursor: "\(round)")
                    _ = try await state.completeFetches([fetch])
                    round += 1
                }
                try await state.close()
            } catch {
                cuts += 1
                #expect(error.code == .databaseUnreachable)
            }
        }
        cutter.cancel()
        _ = try? await cutter.value
        try await expectWhole(bench)
        #expect(cuts > 0)
    }

    @Test("is used again after a power cut of its machine, with all that was committed")
    func isRestarted() async throws {
        let server = try PostgreSQLServer(settings: ["fsync=on"])
        let bench = try PostgreSQLTestBench(server: server)
        var left = [9: true, 19: false, 29: true]
        let (new, errors) = try await fetchAll(bench) { round, _ in
            guard let crash = left.removeValue(forKey: round) else { return }
            try server.stop(crash: crash)
            try server.start()
        }
        #expect(errors.count == 3)
        #expect(errors.allSatisfy { $0.code == .databaseUnreachable })
        #expect(new == Self.rounds)
        try await expectWhole(bench)
        try server.stop()
        #expect(try await bench.refusal().code == .databaseUnreachable)
    }

    @Test("keeps nothing of a transaction that a stopped worker left open, and others go on")
    func isStopped() async throws {
        let bench = try PostgreSQLTestBench()
        let (one, two) = (try await bench.open(), try await bench.open(worker: "two"))
        #expect(try await one.leases.claim(["a"], of: .host) == ["a"])
        let wrong = StageError(.cancelled, subject: "test")
        await #expect(throws: StageError.self) {
            try await one.asOne { state throws(StageError) in
                _ = try state.keep([LineFact(kind: "change", json: "1")], now: bench.now)
                // The server ends the transaction of a worker that says nothing any more.
                if (try? bench.letLeasesEnd()) == nil || (try? bench.cut(worker: "one")) == nil { throw wrong }
                _ = try state.keep([LineFact(kind: "change", json: "2")], now: bench.now)
            }
        }
        try await two.leases.renew()
        #expect(try await two.leases.claim(["a"], of: .host) == ["a"])
        #expect(try await two.waitingLines().isEmpty)
        try await two.close()
    }

    @Test("says that its disk is full, keeps what it had, and goes on when there is room")
    func isFull() async throws {
        let size = "size=24m,mode=700,uid=$(id -u postgres)"
        let server: PostgreSQLServer
        do {
            server = try PostgreSQLServer(
                preparation: "mkdir $FOLDER/small && mount -t tmpfs -o \(size) tmpfs $FOLDER/small")
        } catch {
            print("skipped: this process may not mount a small disk")
            return
        }
        let bench = try PostgreSQLTestBench(server: server)
        try server.run("CREATE TABLESPACE small LOCATION '\(server.folder)/small'", in: "postgres")
        try server.run("ALTER DATABASE kawaraban SET TABLESPACE small", in: "postgres")
        var state = try await bench.open()
        _ = try await state.completeFetches([bench.fetch(["1"])])
        // A database, since nobody can connect to one that has no room at all.
        try server.run("CREATE DATABASE ballast TABLESPACE small", in: "postgres")
        var failure: StageError?
        for number in 2..<200 where failure == nil {
            do throws(StageError) {
                let fetch = bench.fetch((0..<200).map { "\(number) \($0)" })
                _ = try await state.completeFetches([fetch])
            } catch {
                failure = error
            }
        }
        #expect(failure?.code == .diskFull)
        #expect(failure?.subject == state.path)
        try server.run("DROP DATABASE ballast", in: "postgres")
        state = try await bench.open()
        #expect(try await state.check().isSound)
        #expect(try await state.completeFetches([bench.fetch(["1"])])[0].new == 0)
        try await state.close()
    }
}

extension PostgreSQLTestBench {
    /// Cuts the connections of a worker, or of all, as a failing network would.
    fileprivate func cut(worker: String? = nil) throws {
        try server.run(
            """
            SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
            WHERE application_name LIKE '\(name(of: worker ?? "%"))'
            """, in: "postgres")
    }
}
