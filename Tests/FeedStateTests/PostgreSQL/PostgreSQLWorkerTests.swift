import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("workers of one state in PostgreSQL", .withPostgreSQL)
struct PostgreSQLWorkerTests {
    @Test("hold a lease one at a time, until they give it back or end")
    func oneHolds() async throws {
        let bench = try PostgreSQLTestBench()
        let (one, two) = (try await bench.open(), try await bench.open(worker: "two"))
        #expect(one.leases.areShared && one.leases.worker != two.leases.worker)
        #expect(try await one.leases.claim(["a", "b"], of: .host) == ["a", "b"])
        #expect(try await two.leases.claim(["b", "c"], of: .host) == ["c"])
        #expect(try await two.leases.claim(["b"], of: .pipeline) == ["b"])
        #expect(try await one.leases.claim(["a", "c"], of: .host) == ["a"])
        try await one.leases.release(["b", "c", "nothing"], of: .host)
        #expect(try await two.leases.claim(["a", "b"], of: .host) == ["b"])
        try await one.close()
        #expect(try await two.leases.claim(["a"], of: .host) == ["a"])
        #expect(try await two.leases.claim([], of: .host) == [])
        let odd = ["\u{0}", "a\u{1F}b", "\u{10FFFE}0", "日本", ""]
        #expect(try await two.leases.claim(odd, of: .sink) == Set(odd))
        try await two.close()
        #expect(try bench.run("SELECT count(*) FROM lease") == "0")
    }

    @Test("never hold the same one when many claim at the same moment")
    func manyClaim() async throws {
        let bench = try PostgreSQLTestBench()
        let names = (0..<64).map { "host\($0)" }
        let claims = try await withThrowingTaskGroup(of: Set<String>.self) { group in
            for worker in 0..<5 {
                let state = try await bench.open(worker: "\(worker)")
                group.addTask {
                    try await state.leases.claim(worker.isMultiple(of: 2) ? names : names.reversed(), of: .host)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(claims.map(\.count).reduce(0, +) == 64)
        #expect(Set(claims.joined()).count == 64)
    }

    @Test("lose their leases when they have not renewed them, and then store nothing more")
    func isFenced() async throws {
        let bench = try PostgreSQLTestBench()
        let (one, two) = (try await bench.open(), try await bench.open(worker: "two"))
        #expect(try await one.leases.claim(["a"], of: .host) == ["a"])
        try bench.letLeasesEnd()
        try await two.leases.renew()
        #expect(try await two.leases.claim(["a"], of: .host) == ["a"])
        let fetch = bench.fetch(["1"])
        for refused in [
            await #expect(throws: StageError.self) { _ = try await one.completeFetches([fetch]) },
            await #expect(throws: StageError.self) { _ = try await one.reconcile([], now: bench.now) },
            await #expect(throws: StageError.self) { _ = try await one.leases.claim(["b"], of: .host) },
            await #expect(throws: StageError.self) { try await one.leases.renew() },
        ] {
            #expect(refused?.code == .leaseLost)
        }
        #expect(try bench.run("SELECT count(*) FROM entry") == "0")
        // Its end takes nothing from those who have taken over.
        try? await one.close()
        _ = try await two.completeFetches([fetch])
        #expect(try await two.leases.claim(["a"], of: .host) == ["a"])
        try await two.close()
    }

    @Test("store nothing in a state that was begun anew while they stood still")
    func isFencedFromNewState() async throws {
        let bench = try PostgreSQLTestBench()
        let one = try await bench.open()
        try bench.letLeasesEnd()
        _ = try await StateRepair.putAside(postgresql: bench.place, now: bench.now)
        let two = try await bench.open(worker: "two")
        let refused = await #expect(throws: StageError.self) { _ = try await one.completeFetches([bench.fetch(["1"])]) }
        #expect(refused?.code == .leaseLost)
        #expect(try bench.run("SELECT count(*) FROM entry") == "0")
        try? await one.close()
        _ = try await two.completeFetches([bench.fetch(["1"])])
        try await two.close()
    }

    @Test("keep what they hold after a pause, if nobody has taken over")
    func isRenewed() async throws {
        let bench = try PostgreSQLTestBench()
        let one = try await bench.open()
        #expect(try await one.leases.claim(["a"], of: .host) == ["a"])
        try bench.letLeasesEnd()
        try await one.leases.renew()
        let two = try await bench.open(worker: "two")
        #expect(try await two.leases.claim(["a"], of: .host) == [])
        try await one.close()
        try await two.close()
    }

    @Test("store fetches beside each other, and wait for each other with everything else")
    func besideEachOther() async throws {
        let bench = try PostgreSQLTestBench()
        let states = [
            try await bench.open(), try await bench.open(worker: "two"), try await bench.open(worker: "three"),
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, state) in states.enumerated() {
                group.addTask {
                    for round in 0..<15 {
                        let key = FeedKey(hash: Array(repeating: UInt8(number), count: 32))
                        _ = try await state.completeFetches([bench.fetch((0...round).map { "\($0)" }, of: key)])
                        _ = try await state.asOne { state throws(StageError) in
                            try state.keep([LineFact(kind: "change", json: "\(number) \(round)")], now: bench.now)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try bench.run("SELECT count(*) FROM entry") == "45")
        #expect(try bench.run("SELECT count(*) FROM line") == "45")
        #expect(try await states[0].check().isSound)
        for state in states { try await state.close() }
    }

    @Test("in SQLite are one, which holds everything")
    func sole() async throws {
        let bench = try PostgreSQLTestBench()
        let read = try await bench.open(.readOnly)
        #expect(!read.leases.areShared)
        #expect(try await read.leases.claim(["a"], of: .host) == ["a"])
        #expect(read.clockOffset == .zero)
    }
}
