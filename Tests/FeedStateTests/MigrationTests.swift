import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedState

@Suite("a state of an older version")
struct MigrationTests {
    private let now = Timestamp(seconds: 1_795_125_600)

    @Test("keeps what it knows when it is brought up to date")
    func isBroughtUpToDate() async throws {
        let folder = try TemporaryFolder()
        let key = FeedKey(hash: Array(repeating: 1, count: 32))
        do {
            let old = try SQLiteConnection(path: folder("state.sqlite"))
            try old.runScript("PRAGMA application_id = \(Schema.applicationID)")
            try old.runScript(Schema.migrations[0])
            try old.runScript("PRAGMA user_version = 1; INSERT INTO meta VALUES('instance', 'kept')")
            try old.run(
                """
                INSERT INTO feed(key, document, source, title, url_effective, validator_url, etag, cursor, last_seconds,
                    failures, last_success)
                VALUES(?, '', 'news', 'News', 'https://example.com/seen', 'https://example.com/feed', '"1"', 'c', 1500,
                    2, ?)
                """, .blob(key.hash), .time(now))
            try old.run("INSERT INTO pipeline(name, first_seen_at) VALUES('morning', ?)", .time(now))
        }
        let state = try await StateDatabase.open(path: folder("state.sqlite"), now: now)
        #expect(state.instance == "kept")
        let known = try await state.known(key)
        #expect(known.title == "News")
        #expect(known.cursor?.rawValue == "c")
        #expect(known.lastSeconds == 1.5)
        #expect(known.health.failures == 2)
        #expect(known.health.lastSuccess == now)
        #expect(
            try await state.validators(of: key, document: .only)
                == Validators(url: "https://example.com/feed", etag: "\"1\""))
        // Where the last answer had come from is no address that was ever believed.
        #expect(known.movedTo == nil)
        #expect(!known.wasPassedOver)
        #expect(known.stoppedAt == nil)
        try await state.close()
        #expect(try SQLiteConnection(path: folder("state.sqlite")).first("PRAGMA user_version") { $0.int(0) } == 2)
    }
}
