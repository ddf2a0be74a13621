import FeedMessages
import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import Glibc
import Testing

@testable import FeedState

@Suite("who may look into a state")
struct PrivateStateTests {
    private let folder: TemporaryFolder
    private var path: String { folder("deep/state.sqlite") }
    private let now = Timestamp(seconds: 1_795_125_600)
    private static let stranger: uid_t = 65_534

    init() throws { folder = try TemporaryFolder() }

    /// Opens the state, and gives what was noticed.
    @discardableResult
    private func work() async throws -> [StageError.Code] {
        let state = try await StateDatabase.open(path: path, now: now)
        try await state.close()
        return state.findings.map(\.code)
    }

    private func refusal() async -> StageError? {
        await #expect(throws: StageError.self) { try await StateDatabase.open(path: path, now: now) }
    }

    private func mode(_ name: String) -> mode_t? {
        var status = stat()
        return lstat(folder(name), &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    private var wideFiles: [String] {
        folder.names(in: "deep").filter { (mode("deep/" + $0) ?? 0) & 0o077 != 0 }
    }

    @Test("X06: a new state, its log and its lock are for its user alone, and so is a folder that is made for it")
    func isPrivate() async throws {
        let state = try await StateDatabase.open(path: path, now: now)
        #expect(
            folder.names(in: "deep") == [
                "state.sqlite", "state.sqlite-shm", "state.sqlite-wal", "state.sqlite.lock",
            ])
        #expect(wideFiles.isEmpty)
        #expect(mode("deep") == 0o700)
        #expect(state.findings.isEmpty)
        try await state.close()
    }

    @Test("X06: a folder that was there is left as it is")
    func keepsFolder() async throws {
        #expect(mkdir(folder("deep"), 0o755) == 0)
        #expect(try await work().isEmpty)
        #expect(mode("deep") == 0o755)
        #expect(wideFiles.isEmpty)
    }

    @Test("X06: what an older version left open is narrowed, and told once; a file of the user's own is left alone")
    func isNarrowed() async throws {
        do {
            // Still open, so that it has its log.
            let state = try await StateDatabase.open(path: path, now: now)
            for name in folder.names(in: "deep") { #expect(chmod(folder("deep/" + name), 0o644) == 0) }
            // Others could come there.
            for path in [folder.path, folder("deep")] { #expect(chmod(path, 0o755) == 0) }
            try await state.close()
        }
        let copies = [
            "state.sqlite.version-3", "state.sqlite.forgotten-20260101T000000Z", "state.sqlite.given-up-00.jsonl",
            "state.sqlite.damaged-20260101T000000Z", "state.sqlite.damaged-20260101T000000Z-wal",
        ]
        let others = ["state.sqlite.backup", "state.sqlite.versions", "other.sqlite.version-3"]
        for name in copies + others { try folder.write("kept", to: "deep/" + name) }
        #expect(try await work() == [.stateNarrowed])
        #expect(wideFiles == others.sorted())
        #expect(try await work() == [])
    }

    @Test("X06: copies, marks and what repairs keep are for the user alone")
    func copiesArePrivate() async throws {
        try await work()
        do {
            let lock = try StateLock(of: path)
            let step: Schema.Step = { connection throws(StageError) in try connection.runScript("ANALYZE") }
            _ = try StateOpening.forWriting(
                path, schema: Schema(steps: Schema.present.steps + [step]), lock: lock, keeps: true, now: now)
        }
        #expect(mode("deep/state.sqlite.version-\(Schema.present.version)") == 0o600)
        try SQLiteConnection(path: path).runScript("PRAGMA user_version = \(Schema.present.version)")
        DamageMark(of: path).leave("page 7 is odd")
        #expect(mode("deep/state.sqlite.damaged") == 0o600)
        try SQLiteConnection(path: path).runScript("DROP TABLE meta")
        let kept = try await StateRepair.perform(path: path, now: now).kept
        #expect(kept != nil)
        let aside = try await StateRepair.putAside(path: path, now: now)
        #expect(aside != nil)
        #expect(wideFiles.isEmpty)
    }

    @Test(
        "X06: a state, log, mark or lock of another user is refused with the reason, and nothing is written",
        .enabled(if: geteuid() == 0, "skipped: only root can make files of another user"),
        arguments: ["state.sqlite", "state.sqlite-wal", "state.sqlite.lock"])
    func foreignFile(name: String) async throws {
        try await work()
        try folder.write("", to: "deep/state.sqlite-wal", mode: 0o600)
        let before = try folder.bytes("deep/" + name)
        #expect(chown(folder("deep/" + name), Self.stranger, Self.stranger) == 0)
        let error = await refusal()
        #expect(error?.code == .unsafePlace)
        #expect(error?.text(of: .found, in: .en) == FileFault.owner(Self.stranger).words().description)
        #expect(try folder.bytes("deep/" + name) == before)
    }

    @Test("X06: a lock or a log with two names, or a link in the place of one, is refused with the reason")
    func aliases() async throws {
        try await work()
        #expect(link(path + ".lock", folder("other")) == 0)
        #expect(await refusal()?.text(of: .found, in: .en) == "it has 2 names (hard links)")
        #expect(unlink(path + ".lock") == 0)
        #expect(symlink("../other", path + ".lock") == 0)
        #expect(await refusal()?.text(of: .found, in: .en) == "a symbolic link")
        #expect(unlink(path + ".lock") == 0)
        try folder.write("", to: "wal", mode: 0o600)
        unlink(path + "-wal")
        #expect(link(folder("wal"), path + "-wal") == 0)
        #expect(await refusal()?.code == .unsafePlace)
    }

    @Test("X06: a folder that everybody can write is refused with the reason, but for one like /tmp")
    func sharedFolder() async throws {
        try await work()
        #expect(chmod(folder("deep"), 0o777) == 0)
        let error = await refusal()
        #expect(error?.code == .unsafePlace)
        #expect(error?.text(of: .found, in: .en) == "everybody can write to its folder \(folder("deep"))")
        #expect(chmod(folder("deep"), 0o1777) == 0)
        #expect(try await work() == [])
    }

    @Test(
        "X06: a mark of damage that another user has planted is refused with the reason",
        .enabled(if: geteuid() == 0, "skipped: only root can make files of another user"))
    func plantedMark() async throws {
        try await work()
        try folder.write("all is lost\n", to: "deep/state.sqlite.damaged")
        #expect(chown(path + ".damaged", Self.stranger, Self.stranger) == 0)
        #expect(await refusal()?.code == .unsafePlace)
    }
}
