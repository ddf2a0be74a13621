import FeedStages
import FeedState
import FeedTesting

/// A state with any damage is read, written and repaired, or is refused with a reason. A repaired state passes its own
/// check.
enum StatePromises {
    /// The errors that are allowed for a damaged state.
    private static let codes: Set<StageError.Code> = [
        .stateDamaged, .stateUnusable, .stateUnreleased, .stateOutdated, .stateLocked, .unwritable, .unreadable,
        .inputOutput, .diskFull, .noSuchFile, .outOfResources,
    ]
    private static let sample = waiting { await Result(catching: { try await StateSample.make() }) }

    static func brokenPromise(by input: [UInt8]) -> String? {
        let damage: StateDamage
        switch sample {
        case .success(let sample): damage = StateDamage(input, of: sample)
        case .failure(let error): return "there is no sample: \(error)"
        case nil: return nil
        }
        // In memory if the system has such a folder, because SQLite waits for a disk.
        guard let folder = (try? TemporaryFolder(in: "/dev/shm")) ?? (try? TemporaryFolder()) else { return nil }
        return waiting { await brokenPromise(by: damage.database, damage.log, in: folder) } ?? nil
    }

    private static func brokenPromise(
        by database: [UInt8], _ log: [UInt8]?, in folder: TemporaryFolder
    ) async -> String? {
        do throws(TemporaryFolderError) {
            try folder.write(database, to: "state.sqlite", mode: 0o600)
            if let log { try folder.write(log, to: "state.sqlite-wal", mode: 0o600) }
        } catch {
            return nil
        }
        let path = folder("state.sqlite")
        let steps: [(String, @Sendable () async throws(StageError) -> Void)] = [
            ("read", { () async throws(StageError) in try await read(path) }),
            ("write", { () async throws(StageError) in try await write(path) }),
        ]
        for (name, step) in steps {
            do throws(StageError) { try await step() } catch {
                guard codes.contains(error.code) else { return "\(name): \(error)" }
            }
        }
        do throws(StageError) {
            _ = try await StateRepair.perform(path: path, now: StateSample.now)
        } catch {
            return codes.contains(error.code) ? nil : "repair: \(error)"
        }
        do throws(StageError) {
            let state = try await StateDatabase.open(path: path, now: StateSample.now)
            let check = try await state.check()
            guard check.isSound else { return "repaired: \(check.flaws) \(check.broken)" }
            try await StateSample.work(in: state, ["d", "e"], now: StateSample.now)
            try await state.close()
            return nil
        } catch {
            return "repaired: \(error)"
        }
    }

    /// Reads what the commands that show a state read.
    private static func read(_ path: String) async throws(StageError) {
        let state = try await StateDatabase.open(path: path, mode: .readOnly, now: StateSample.now)
        _ = try await state.check()
        let ids = try await state.ids(of: EntrySearch(), limit: 100)
        _ = try await state.entries(ids, withBodies: true)
        _ = try await state.histories(of: ids)
        let feeds = try await state.knownFeeds().map(\.key)
        _ = try await state.records(of: feeds, counts: true, now: StateSample.now)
        _ = try await state.records(ofSinks: state.sinkNames())
        try await state.close()
    }

    private static func write(_ path: String) async throws(StageError) {
        let state = try await StateDatabase.open(path: path, now: StateSample.now)
        _ = try await state.check()
        try await state.repairClock(now: StateSample.now)
        try await StateSample.work(in: state, ["b", "e"], now: StateSample.now)
        try await state.close()
    }
}

extension Result where Failure == any Error {
    fileprivate init(catching body: @Sendable () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
