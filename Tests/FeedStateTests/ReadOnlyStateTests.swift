import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FeedState

@Suite("a state that is only read")
struct ReadOnlyStateTests {
    private let folder: TemporaryFolder
    private var path: String { folder("deep/state.sqlite") }
    private let now = Timestamp(seconds: 1_795_125_600)
    private let key = FeedKey(hash: [1, 2, 3])

    init() throws {
        folder = try TemporaryFolder()
    }

    private func failed(_ state: StateDatabase) async throws {
        _ = try await state.recordFailure(
            of: key, source: "news", FailedFetch(StageError(.refused, subject: "https://news.example/")), now: now)
        try await state.commitGroup()
    }

    @Test("is an empty one where there is none yet, and no folder is made for it")
    func doesNotExist() async throws {
        let state = try await StateDatabase.open(path: path, mode: .readOnly, now: now)
        #expect(state.isImagined)
        #expect(try await state.known(key).health.failures == 0)
        try await state.close()
        #expect(access(folder("deep"), F_OK) != 0)
    }

    @Test("shows what a run has committed so far while that run goes on")
    func runIsAtWork() async throws {
        let run = try await StateDatabase.open(path: path, now: now)
        try await failed(run)
        let reader = try await StateDatabase.open(path: path, mode: .readOnly, now: now)
        #expect(!reader.isImagined)
        #expect(reader.instance == run.instance)
        #expect(try await reader.known(key).health.failures == 1)
        try await failed(run)
        #expect(try await reader.known(key).health.failures == 2)
        try await reader.close()
        try await run.close()
    }

    @Test("cannot be written")
    func isNotWritten() async throws {
        try await StateDatabase.open(path: path, now: now).close()
        let state = try await StateDatabase.open(path: path, mode: .readOnly, now: now)
        let error = await #expect(throws: StageError.self) { try await failed(state) }
        #expect(error?.code == .unwritable)
    }

    @Test(
        "is refused if it is another program's, corrupt, newer or from before the first release",
        arguments: ["foreign", "garbage", "newer", "unreleased"])
    func isRefused(_ kind: String) async throws {
        _ = try Folder.make(folder("deep"))
        switch kind {
        case "garbage": try folder.write(String(repeating: "no database at all. ", count: 100), to: "deep/state.sqlite")
        case "foreign": try SQLiteConnection(path: path).runScript("CREATE TABLE other(x)")
        default:
            try await StateDatabase.open(path: path, now: now).close()
            try SQLiteConnection(path: path).runScript("PRAGMA user_version = \(kind == "newer" ? 999 : 9)")
        }
        let error = await #expect(throws: StageError.self) {
            try await StateDatabase.open(path: path, mode: .readOnly, now: now)
        }
        let codes: [String: StageError.Code] = ["garbage": .stateDamaged, "unreleased": .stateUnreleased]
        #expect(error?.code == codes[kind] ?? .stateUnusable)
    }
}
