import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// The tables of one test in PostgreSQL, and what a test does behind the back of the state.
struct PostgreSQLTestBench {
    let server: PostgreSQLServer
    let database: String
    let schema: String
    private let number: String
    let now = Timestamp(seconds: 1_795_176_000)
    static let key = FeedKey(hash: Array(repeating: 9, count: 32))

    init(server: PostgreSQLServer? = .shared, database: String = "kawaraban", schema: String? = nil) throws {
        self.server = try #require(server)
        self.database = database
        number = self.server.freshName()
        self.schema = schema ?? number
    }

    var place: PostgreSQLPlace { place(of: "one") }

    private func place(of worker: String) -> PostgreSQLPlace {
        let connection = server.connectionString(database)
        return PostgreSQLPlace("\(connection) application_name='\(name(of: worker))'", schema: schema)
    }

    /// The name of a worker's connection, by which the server knows it.
    func name(of worker: String) -> String { "\(database) \(schema.filter(\.isLetter)) \(number) \(worker)" }

    func open(
        _ mode: StateMode = .readWrite, makes: Bool = true, worker: String = "one",
        run: WorkerIntroduction.Run? = nil
    ) async throws(StageError) -> StateDatabase {
        try await StateDatabase.open(
            postgresql: place(of: worker), mode: mode, makes: makes,
            worker: WorkerIntroduction(worker, run: run), now: now)
    }

    /// The error with which the state is refused.
    func refusal(_ mode: StateMode = .readWrite, makes: Bool = true) async throws -> StageError {
        try #require(
            await #expect(throws: StageError.self) {
                let state = try await open(mode, makes: makes)
                try await state.close()
            })
    }

    /// Runs statements beside the state.
    @discardableResult
    func run(_ sql: String) throws -> String {
        try server.run("SET search_path = \"\(schema)\"; \(sql)", in: database)
    }

    /// Lets a minute pass for all workers.
    func letLeasesEnd() throws { try run("UPDATE worker SET until_ms = 0") }

    /// What a fetch brought: entries with these guids.
    func fetch(
        _ guids: [String], of key: FeedKey = key, in pipelines: [PipelineID] = [], cursor: String? = nil
    ) -> FinishedFetch {
        var feed = Feed(format: .rss20)
        feed.entries = guids.map { .made(guid: $0, title: "title of \($0)", text: "text", at: now) }
        var fetched = FetchedDocuments()
        fetched.add(PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: 10_000))
        return FinishedFetch(
            feed: CollectedFeed(key: key, source: "news", pipelines: pipelines), fetched: fetched,
            success: FinishedFetch.Success(
                cursor: cursor.map { Cursor(rawValue: $0) }, nextAt: nil, httpStatus: 200, seconds: 1, firstRun: .max),
            endedAt: now)
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips what needs a server where none is installed.
    static var withPostgreSQL: ConditionTrait {
        .enabled(if: PostgreSQLServer.missing == nil, "\(PostgreSQLServer.missing ?? "")")
    }
}
