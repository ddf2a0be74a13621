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
        #expect(known.timesPassedOver == 0)
        #expect(known.health.stoppedAt == nil)
        try await state.close()
        #expect(
            try SQLiteConnection(path: folder("state.sqlite")).first("PRAGMA user_version") { $0.int(0) }
                == Schema.migrations.count)
    }

    @Test("delivers what waited, and knows entries again that had neither guid nor link")
    func entriesAreBroughtUpToDate() async throws {
        let folder = try TemporaryFolder()
        let key = FeedKey(hash: Array(repeating: 1, count: 32))
        let json =
            #"{"title":"A","content":{"html":"<p>b</p>"},"published":1795125600000,"extras":{"n":{"number":1.5}}}"#
        do {
            let old = try SQLiteConnection(path: folder("state.sqlite"))
            try old.runScript("PRAGMA application_id = \(Schema.applicationID)")
            try old.runScript(Schema.migrations[0])
            try old.runScript(
                """
                PRAGMA user_version = 1;
                INSERT INTO pipeline(id, name, first_seen_at) VALUES(1, 'morning', 0);
                INSERT INTO message(id, pipeline, sink, target, mode, payload, payload_hash, webhook_id, state, created_at)
                    VALUES(7, 1, 'page', 'a.txt', 'append', CAST('bytes' AS BLOB), x'00', 'msg_a', 0, 0);
                INSERT INTO delivery(pipeline, sink, entry, state, message, state_since, position)
                    VALUES(1, 'page', 3, 1, 7, 0, 0), (1, 'other', 3, 0, NULL, 0, 0);
                """)
            try old.run("INSERT INTO feed(id, key, document, source) VALUES(2, ?, '', 'news')", .blob(key.hash))
            try old.run(
                """
                INSERT INTO entry(id, feed, first_seen, date, document_order, last_in_document, content_hash, json)
                VALUES(3, 2, 0, 0, 0, 0, x'00', ?)
                """, .blob(Array(json.utf8)))
            try old.runScript("INSERT INTO entry_key(feed, kind, hash, entry) VALUES(2, 3, x'0011', 3)")
        }
        let state = try await StateDatabase.open(path: folder("state.sqlite"), now: now)
        let open = try #require(try await state.openMessages(of: "page").first)
        #expect(open.message.payload == Array("bytes".utf8))
        #expect(open.message.id == "msg_a")
        #expect(try await state.finish(open.message, sink: "page", receipt: Receipt(), now: now) == 1)
        #expect(try await state.openMessages(of: "page").isEmpty)
        _ = try await state.plan(sink: "other", pipeline: PipelineID(number: 1), limit: 10, now: now, titles: [:]) {
            entries, _ in
            #expect(entries.map(\.entry.title) == ["A"])
            #expect(entries.first?.entry.content == .html(UntrustedHTML(markup: "<p>b</p>")))
            #expect(entries.first?.entry.extras == ["n": .number(1.5)])
            return []
        }
        var feed = Feed(format: .rss20)
        var entry = Entry()
        entry.title = "A"
        entry.content = .html(UntrustedHTML(markup: "<p>b</p>"))
        feed.entries = [entry]
        var fetched = FetchedDocuments()
        fetched.add(PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: 10))
        #expect(
            try await state.store(fetched, of: CollectedFeed(key: key, source: "news", pipelines: []), now: now).new
                == 0)
        try await state.close()
    }

    @Test("Y28 knows entries again whose addresses were other keys")
    func addressesAreBroughtUpToDate() async throws {
        let folder = try TemporaryFolder()
        let key = FeedKey(hash: Array(repeating: 1, count: 32))
        func entry(_ scheme: String, _ number: Int, guid: String?) -> Entry {
            .made(guid: guid.map { "\(scheme)://\($0)/\(number)" }, link: "\(scheme)://b.example/\(number)")
        }
        do {
            let old = try SQLiteConnection(path: folder("state.sqlite"))
            try old.runScript("PRAGMA application_id = \(Schema.applicationID)")
            for (index, migration) in Schema.migrations.prefix(7).enumerated() {
                try old.runScript(migration)
                try Schema.finishMigration(to: index + 1, of: old)
            }
            try old.runScript("PRAGMA user_version = 7")
            try old.run("INSERT INTO feed(id, key, document, source) VALUES(2, ?, '', 'news')", .blob(key.hash))
            for (id, guid) in [(1, "A.example"), (2, nil)] {
                try old.run(
                    """
                    INSERT INTO entry(id, feed, first_seen, date, document_order, last_in_document, content_hash, head)
                    VALUES(?, 2, 0, 0, 0, 0, x'00', ?)
                    """, .int(id), .blob(EntryCodec.encode(entry("http", id, guid: guid)).head))
            }
        }
        let state = try await StateDatabase.open(path: folder("state.sqlite"), now: now)
        var feed = Feed(format: .rss20)
        feed.entries = [entry("https", 1, guid: "a.example"), entry("https", 2, guid: nil)]
        var fetched = FetchedDocuments()
        fetched.add(PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: 10))
        let collected = CollectedFeed(key: key, source: "news", pipelines: [])
        #expect(try await state.store(fetched, of: collected, now: now).new == 0)
        try await state.close()
    }

    @Test("delivers what a filter had left of an entry, not the text that came since")
    func filteredTextStays() async throws {
        let folder = try TemporaryFolder()
        do {
            let old = try SQLiteConnection(path: folder("state.sqlite"))
            try old.runScript("PRAGMA application_id = \(Schema.applicationID)")
            try old.runScript(Schema.migrations[0])
            try old.runScript(
                """
                PRAGMA user_version = 1;
                INSERT INTO feed(id, key, document, source) VALUES(2, x'01', '', 'news');
                INSERT INTO pipeline(id, name, first_seen_at) VALUES(1, 'morning', 0);
                INSERT INTO entry(id, feed, first_seen, date, document_order, last_in_document, content_hash, json)
                    VALUES(3, 2, 0, 0, 0, 0, x'00', CAST('{"title":"A"}' AS BLOB));
                INSERT INTO pipeline_entry(pipeline, entry, state, decided_at, json)
                    VALUES(1, 3, 4, 0, CAST('{"title":"A","content":{"text":"clean"}}' AS BLOB));
                INSERT INTO delivery(pipeline, sink, entry, state, state_since, position)
                    VALUES(1, 'page', 3, 0, 0, 0);
                """)
        }
        try await StateDatabase.open(path: folder("state.sqlite"), now: now).close()
        do {
            var entry = Entry()
            entry.content = .plain("dirty")
            let body = try #require(EntryCodec.encode(entry).body)
            let known = try SQLiteConnection(path: folder("state.sqlite"))
            try known.run("INSERT INTO entry_body(entry, body) VALUES(3, ?)", .blob(body))
        }
        let state = try await StateDatabase.open(path: folder("state.sqlite"), now: now)
        _ = try await state.plan(sink: "page", pipeline: PipelineID(number: 1), limit: 10, now: now, titles: [:]) {
            entries, _ in
            #expect(entries.map(\.entry.content) == [.plain("clean")])
            return []
        }
        try await state.close()
    }
}
