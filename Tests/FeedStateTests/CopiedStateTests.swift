import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FeedState

@Suite("a state that was copied or moved")
struct CopiedStateTests {
    private let folder: TemporaryFolder
    private let now = Timestamp(seconds: 1_795_125_600)

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String) async throws -> (instance: String, findings: [StageError.Code]) {
        let state = try await StateDatabase.open(path: folder(name), now: now)
        try await state.close()
        return (state.instance, state.findings.map(\.code))
    }

    @Test("P11 tells once that it is a copy, and gives its messages ids of their own")
    func isCopied() async throws {
        let original = try await open("state.sqlite")
        try folder.write(folder.bytes("state.sqlite"), to: "copy.sqlite", mode: 0o600)
        let copy = try await open("copy.sqlite")
        #expect(copy.findings == [.stateCopied])
        #expect(copy.instance != original.instance)
        #expect(try await open("copy.sqlite") == (copy.instance, []))
        #expect(try await open("state.sqlite") == (original.instance, []))
    }

    @Test("P11 goes on silently where it was moved, or is reached by a link")
    func isMoved() async throws {
        let original = try await open("state.sqlite")
        #expect(rename(folder("state.sqlite"), folder("moved.sqlite")) == 0)
        #expect(try await open("moved.sqlite") == (original.instance, []))
        #expect(mkdir(folder("real"), 0o755) == 0)
        let inside = try await open("real/state.sqlite")
        #expect(symlink("real", folder("link")) == 0)
        #expect(try await open("link/state.sqlite") == (inside.instance, []))
    }

    @Test("P11 has one lock, however it is reached")
    func hasOneLock() async throws {
        #expect(mkdir(folder("real"), 0o755) == 0)
        #expect(symlink("real", folder("link")) == 0)
        let state = try await StateDatabase.open(path: folder("real/state.sqlite"), now: now)
        let error = await #expect(throws: StageError.self) {
            try await StateDatabase.open(path: folder("link/../link/state.sqlite"), now: now)
        }
        #expect(error?.code == .stateLocked)
        try await state.close()
    }

    @Test("P11 tells once that the state before it is gone")
    func isGone() async throws {
        _ = try await open("state.sqlite")
        #expect(unlink(folder("state.sqlite")) == 0)
        #expect(try await open("state.sqlite").findings == [.stateLost])
        #expect(try await open("state.sqlite").findings == [])
    }
}
