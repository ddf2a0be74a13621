package import FeedModel
package import FeedStages
package import FeedState
package import FeedTesting
import Foundation
import MachineLaboratory
public import Testing

/// What a state is kept in.
package enum StoreKind: String, CaseIterable {
    case sqlite = "SQLite"
    case postgresql = "PostgreSQL"

    /// The kind that the present test uses. `KAWARABAN_STORE=PostgreSQL` chooses it for all that could use either.
    @TaskLocal package static var present =
        ProcessInfo.processInfo.environment["KAWARABAN_STORE"].flatMap(StoreKind.init) ?? .sqlite

    /// Those that this machine has.
    package static var available: [StoreKind] { PostgreSQLServer.missing == nil ? allCases : [.sqlite] }
}

/// Runs each test of a suite with a state of every kind, one after the other. What fails says of which kind it is.
public struct OnEachStore: SuiteTrait, TestTrait, TestScoping {
    /// It counts for every test of a suite.
    public var isRecursive: Bool { true }

    /// Calls the test once for each kind. Throws what the test throws.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for kind in StoreKind.available {
            try await StoreKind.$present.withValue(kind) { try await function() }
        }
    }
}

/// Runs a test with a state in SQLite, whatever the others use. It is for tests of what a single worker does alone, and
/// of what happens to a file.
public struct OnlyInSQLite: TestTrait, TestScoping {
    /// Calls the test. Throws what the test throws.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await StoreKind.$present.withValue(.sqlite) { try await function() }
    }
}

extension Trait where Self == OnlyInSQLite {
    /// Runs the test with a state in SQLite.
    public static var onlyInSQLite: OnlyInSQLite { OnlyInSQLite() }
}

extension Trait where Self == OnEachStore {
    /// Runs each test with a state in SQLite, and with one in PostgreSQL if its server is installed.
    public static var onEachStore: OnEachStore { OnEachStore() }
}

extension Trait where Self == IssueHandlingTrait {
    /// Adds the kind of the state to what failed.
    public static var namingStore: IssueHandlingTrait {
        .compactMapIssues { issue in
            var issue = issue
            issue.comments.append("the state is in \(StoreKind.present.rawValue)")
            return issue
        }
    }
}

extension StateDatabase {
    /// Opens the state at a path in the kind of database that the test uses at present; see `open`. In PostgreSQL it is a
    /// schema for the path.
    package static func opened(
        at path: String, mode: StateMode = .readWrite, makes: Bool = true, folder: String? = nil, now: Timestamp
    ) async throws(StageError) -> StateDatabase {
        guard StoreKind.present == .postgresql else {
            return try await retryingWhileLocked { () throws(StageError) in
                try await open(path: path, mode: mode, makes: makes, folder: folder, now: now)
            }
        }
        guard let server = PostgreSQLServer.shared else { throw StageError(.databaseUnreachable, subject: "test") }
        return try await open(
            postgresql: server.place(ofStateAt: path), mode: mode, makes: makes, folder: folder,
            worker: WorkerIntroduction("test"),
            now: now)
    }

    /// Opens the state of a folder; see `opened(at:)`.
    package static func opened(
        in folder: TemporaryFolder, mode: StateMode = .readWrite, makes: Bool = true, now: Timestamp
    ) async throws(StageError) -> StateDatabase {
        try await opened(at: folder("state.sqlite"), mode: mode, makes: makes, now: now)
    }
}

extension PostgreSQLServer {
    /// Where a state lies here that would lie at a path in SQLite.
    package func place(ofStateAt path: String) -> PostgreSQLPlace {
        let schema = path.filter { $0.isLetter || $0.isNumber }.suffix(60)
        return PostgreSQLPlace(connectionString(), schema: String(schema))
    }
}
