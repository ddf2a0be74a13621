import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import Glibc
import Testing

@testable import FeedState

@Suite("the lock of a state")
struct StateLockTests {
    private let folder: TemporaryFolder
    private var path: String { folder("state.sqlite") }
    private let now = Timestamp(seconds: 1_795_125_600)

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String = "state.sqlite") async throws -> StateDatabase {
        try await StateDatabase.open(path: folder(name), now: now)
    }

    private func refusal(of name: String = "state.sqlite") async -> StageError? {
        await #expect(throws: StageError.self) { try await open(name) }
    }

    @Test(
        "X07: a state with two names is refused by each of them, and used again when it has one",
        arguments: [true, false])
    func hardLink(inSameFolder: Bool) async throws {
        try await open().close()
        #expect(mkdir(folder("other"), 0o700) == 0)
        let other = inSameFolder ? "other.sqlite" : "other/state.sqlite"
        #expect(link(path, folder(other)) == 0)
        for name in ["state.sqlite", other] {
            let error = await refusal(of: name)
            #expect(error?.code == .stateAliased)
            #expect(error?.text(of: .found, in: .en) == "its file has 2 names (hard links)")
            let reader = try await StateDatabase.open(path: folder(name), mode: .readOnly, now: now)
            #expect(reader.findings.map(\.code) == [.stateAliased])
            let repair = await #expect(throws: StageError.self) {
                try await StateRepair.perform(path: folder(name), now: now)
            }
            #expect(repair?.code == .stateAliased)
            let forgotten = await #expect(throws: StageError.self) {
                try await StateRepair.putAside(path: folder(name), now: now)
            }
            #expect(forgotten?.code == .stateAliased)
        }
        #expect(unlink(folder(other)) == 0)
        let state = try await open()
        #expect(state.findings.isEmpty)
        try await state.close()
    }

    @Test("X07: who takes the lock's file away does not let a second run in, by whatever name it comes")
    func lockIsTakenAway() async throws {
        let state = try await open()
        #expect(unlink(path + ".lock") == 0)
        #expect(await refusal()?.code == .stateLocked)
        #expect(symlink(path, folder("link.sqlite")) == 0)
        #expect(await refusal(of: "link.sqlite")?.code == .stateLocked)
        try await state.close()
    }

    @Test("X07: the lock goes with a folder that is renamed")
    func renamedFolder() async throws {
        let state = try await open("one/state.sqlite")
        #expect(rename(folder("one"), folder("two")) == 0)
        #expect(await refusal(of: "two/state.sqlite")?.code == .stateLocked)
        try await state.close()
    }

    @Test("X07: a file that was put in the place of the locked one is noticed")
    func swapped() throws {
        try folder.write("one", to: "one", mode: 0o600)
        let files = try StateFiles(PathParts(folder("one")))
        let locked = try LockedFile("one", in: files.folder, of: folder("one"))
        #expect(try locked.isAt(folder("one")))
        try folder.write("two", to: "two", mode: 0o600)
        #expect(rename(folder("two"), folder("one")) == 0)
        #expect(try !locked.isAt(folder("one")))
    }

    @Test("X07: repairs and states that are put aside keep the database locked, too")
    func repairsAreLocked() async throws {
        try await open().close()
        do {
            // What a run holds that came by another way.
            let files = try StateFiles(PathParts(path))
            let held = try LockedFile("state.sqlite", in: files.folder, of: path)
            let repair = await #expect(throws: StageError.self) { try await StateRepair.perform(path: path, now: now) }
            #expect(repair?.code == .stateLocked)
            let forgotten = await #expect(throws: StageError.self) {
                try await StateRepair.putAside(path: path, now: now)
            }
            #expect(forgotten?.code == .stateLocked)
            withExtendedLifetime(held) {}
        }
        _ = try await StateRepair.perform(path: path, now: now)
    }

    @Test("X07: SQLite has its own lock on the database for as long as the state is open, whatever else we open")
    func keepsRecordLocks() async throws {
        let state = try await open()
        _ = try await state.check()
        var status = stat()
        #expect(stat(path, &status) == 0)
        guard case let locks = try kernelFile("/proc/locks"), locks.contains("FLOCK") else {
            print("skipped: this machine lists no locks")
            return
        }
        let words = "POSIX  ADVISORY  READ \(getpid()) "
        let lines = locks.split(separator: "\n").filter { $0.contains(words) && $0.contains(":\(status.st_ino) ") }
        #expect(!lines.isEmpty, "\(locks)")
        try await state.close()
    }

    private func kernelFile(_ path: String) throws -> String {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = read(descriptor, &piece, piece.count), count > 0 { bytes += piece[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
