import FeedModel
import FeedStages
import FeedTesting
import Glibc
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("a state database")
struct StateDatabaseTests {
    private let folder: TemporaryFolder
    private var path: String { folder("deep/state.sqlite") }
    private let now = Timestamp(seconds: 1_795_125_600)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("is made with its folders, and keeps its instance")
    func isMade() async throws {
        let first = try await StateDatabase.open(path: path, now: now)
        let instance = first.instance
        try await first.close()
        #expect(!instance.isEmpty)
    }

    @Test("turns a second run away at once")
    func isLocked() async throws {
        let first = try await StateDatabase.open(path: path, now: now)
        let error = await #expect(throws: StageError.self) { try await StateDatabase.open(path: path, now: now) }
        #expect(error?.code == .stateLocked)
        #expect(error?.facts[.process] == String(getpid()))
        try await first.close()
    }

    @Test("lets go of its lock although a program that is just being started shares it")
    func lockIsShared() throws {
        var lock: StateLock? = try StateLock(of: folder("state.sqlite"))
        let shared = dup(try #require(lock).file.descriptor)
        #expect(throws: StageError.self) { try StateLock(of: folder("state.sqlite")) }
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try StateLock(of: folder("state.sqlite"))
        close(shared)
    }

    @Test("tells for how long the other run has held it")
    func isLockedForLong() async throws {
        let first = try await StateDatabase.open(path: path, now: now)
        let threeHoursAgo = timespec(tv_sec: time(nil) - 10_800, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, path + ".lock", [threeHoursAgo, threeHoursAgo], 0) == 0)
        let error = await #expect(throws: StageError.self) { try await StateDatabase.open(path: path, now: now) }
        let seconds = try #require(error?.facts[.seconds].flatMap(Int.init))
        #expect((10_800..<11_400).contains(seconds))
        try await first.close()
    }

    @Test("leaves a file alone that is not its own", arguments: ["garbage", "another program's"])
    func isForeign(_ kind: String) async throws {
        let path = folder("foreign.sqlite")
        if kind == "garbage" {
            try folder.write(String(repeating: "A", count: 4096), to: "foreign.sqlite")
        } else {
            let other = try SQLiteConnection(path: path)
            try other.runScript("CREATE TABLE theirs(a)")
        }
        let before = try folder.bytes("foreign.sqlite")
        let error = await #expect(throws: StageError.self) { try await StateDatabase.open(path: path, now: now) }
        #expect(error?.code == (kind == "garbage" ? .stateDamaged : .stateUnusable))
        #expect(try folder.bytes("foreign.sqlite") == before)
    }

    @Test("refuses the state of a newer version")
    func isNewer() async throws {
        let path = folder("newer.sqlite")
        let other = try SQLiteConnection(path: path)
        try other.runScript("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 999")
        let error = await #expect(throws: StageError.self) { try await StateDatabase.open(path: path, now: now) }
        #expect(error?.code == .stateUnusable)
    }

    @Test("knows an entry again by its guid, else its link, else its content", .onEachStore, .namingStore)
    func knowsAgain() async throws {
        let state = try await StateDatabase.opened(in: folder, now: now)
        let key = FeedKey(hash: Array(repeating: 1, count: 32))
        func new(_ entries: [Entry]) async throws -> Int {
            var feed = Feed(format: .rss20)
            feed.entries = entries
            let document = PreparedDocument(
                feed, key: .only, validators: nil, contentHash: nil, limit: 10_000)
            return try await state.store(document, of: key, now: now)
        }
        func entry(guid: String? = nil, url: String? = nil, title: String? = nil) -> Entry {
            var entry = Entry()
            entry.guid = guid
            entry.url = url
            entry.title = title
            return entry
        }
        #expect(try await new([entry(guid: "1", url: "https://a.example/1")]) == 1)
        #expect(try await new([entry(guid: " 1\n", url: "https://a.example/moved")]) == 0)
        #expect(try await new([entry(url: "HTTPS://A.example:443/2", title: "old")]) == 1)
        #expect(try await new([entry(url: "https://a.example/2", title: "new")]) == 0)
        #expect(try await new([entry(title: "only a title")]) == 1)
        #expect(try await new([entry(title: "only a title")]) == 0)
        // The same guid with different links in one document: both are entries, from then on.
        let twins = [entry(guid: "x", url: "https://a.example/3"), entry(guid: "x", url: "https://a.example/4")]
        #expect(try await new(twins) == 2)
        #expect(try await new(twins) == 0)
        // The same guid and link twice: the first wins.
        #expect(
            try await new([entry(guid: "y", url: "https://a.example/5"), entry(guid: "y", url: "https://a.example/5")])
                == 1)
        // Unicode is compared as bytes: composed and decomposed are two.
        #expect(try await new([entry(guid: "\u{E9}"), entry(guid: "e\u{301}")]) == 2)
        try await state.close()
    }

    @Test(
        "knows what a feed had, with a shared link or none, when it begins to repeat a guid", .onEachStore, .namingStore
    )
    func knowsAgainWhenGuidsRepeat() async throws {
        let state = try await StateDatabase.opened(in: folder, now: now)
        func new(_ links: [(guid: String, link: String?)]) async throws -> Int {
            var feed = Feed(format: .rss20)
            feed.entries = links.map { guid, link in
                var entry = Entry()
                (entry.guid, entry.url) = (guid, link)
                return entry
            }
            let document = PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: 10_000)
            return try await state.store(document, of: FeedKey(hash: Array(repeating: 1, count: 32)), now: now)
        }
        let home = "https://a.example/"
        let known = [(guid: "1", link: home), (guid: "2", link: home), (guid: "3", link: nil)]
        #expect(try await new(known) == 3)
        #expect(try await new(known + [(guid: "4", link: nil), (guid: "4", link: "https://a.example/4")]) == 2)
        try await state.close()
    }

    @Test("counts the runs in a row that passed a source over, until it is asked", .onEachStore, .namingStore)
    func passesOver() async throws {
        let state = try await StateDatabase.opened(in: folder, now: now)
        let key = FeedKey(hash: Array(repeating: 1, count: 32))
        for count in 1...3 {
            try await state.passOver([(key: key, name: "late")])
            #expect(try await state.known(key).timesPassedOver == count)
        }
        _ = try await state.recordFailure(
            of: key, source: "late", FailedFetch(StageError(.timeout, subject: "")), now: now)
        #expect(try await state.known(key).timesPassedOver == 0)
        try await state.close()
    }

    @Test("plans nothing of damaged rows that could be planned for ever")
    func damagedWaiting() async throws {
        let state = try await StateDatabase.open(path: path, now: now)
        try await state.damageWaiting()
        for planned in [[EntryID(number: 1).key], [1, 2].map { EntryID(number: $0).key }] {
            let error = await #expect(throws: StageError.self) {
                try await state.plan(sink: "s", pipeline: PipelineID(number: 1), limit: 9, now: now) {
                    _ in
                    [ComposedMessage(target: "t", mode: .post, payload: [], entries: planned)]
                }
            }
            #expect(error?.code == .stateDamaged)
        }
        #expect(try await state.openMessages(of: "s").isEmpty)
        try await state.close()
    }

    @Test("keeps nothing on top of fetches that were lost with a full disk")
    func loss() async throws {
        let state = try await StateDatabase.open(path: path, now: now)
        let key = FeedKey(hash: Array(repeating: 1, count: 32))
        await state.loseFetches()
        let end = FinishedFetch(
            feed: CollectedFeed(key: key, source: "test", pipelines: []), fetched: FetchedDocuments(),
            success: FinishedFetch.Success(
                cursor: Cursor(rawValue: "beyond"), nextAt: nil, httpStatus: 200, seconds: 1, firstRun: 1),
            endedAt: now)
        let error = await #expect(throws: StageError.self) { try await state.completeFetches([end]) }
        #expect(error?.code == .diskFull)
        await #expect(throws: StageError.self) { try await state.reconcile([], now: now) }
        #expect(try await state.known(key).cursor == nil)
        try await state.close()
    }

    @Test("takes what stands twice in a document as it stands there first", .onEachStore, .namingStore)
    func twice() async throws {
        let state = try await StateDatabase.opened(in: folder, now: now)
        let key = FeedKey(hash: Array(repeating: 1, count: 32))
        var feed = Feed(format: .rss20)
        feed.entries = [1, 2].map { days in
            var entry = Entry()
            entry.guid = "1"
            entry.published = now - .seconds(days * 86_400)
            return entry
        }
        let document = PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: 10_000)
        for new in [1, 0] {
            #expect(
                try await state.store(document, of: key, now: now) == new)
            #expect(try await state.dateOfOnlyEntry() == now - .seconds(86_400))
        }
        try await state.close()
    }

    @Test(
        "orders a corrected entry by its new date, and by its first sight if that lies in the future", .onEachStore,
        .namingStore)
    func correctedDate() async throws {
        let state = try await StateDatabase.opened(in: folder, now: now)
        let key = FeedKey(hash: Array(repeating: 1, count: 32))
        for published in [now, now - .seconds(86_400), now + .seconds(2 * 86_400)] {
            var entry = Entry()
            entry.guid = "1"
            entry.published = published
            var feed = Feed(format: .rss20)
            feed.entries = [entry]
            let document = PreparedDocument(
                feed, key: .only, validators: nil, contentHash: nil, limit: 10_000)
            _ = try await state.store(document, of: key, now: now)
            #expect(try await state.dateOfOnlyEntry() == min(published, now))
        }
        try await state.close()
    }

    @Test("gives an entry back as it was stored")
    func roundTrip() throws {
        var entry = Entry()
        entry.guid = "g"
        entry.url = "https://a.example/\"<>"
        entry.title = "瓦版 \u{2028} </script> \u{0}"
        entry.summary = .plain("short")
        entry.content = .html(UntrustedHTML(markup: "<p>long", base: "https://a.example/"))
        entry.published = now
        entry.updated = Timestamp(milliseconds: -1)
        entry.authors = [Person(name: "a", url: nil, email: "a@example.com")]
        entry.categories = [Category(term: "t", scheme: "s", label: "l")]
        entry.enclosures = [Enclosure(url: "u", mediaType: "audio/mpeg", size: 9_007_199_254_740_993, duration: 3)]
        entry.links = [Link(href: "h", rel: "self", length: 5)]
        entry.origin = Origin(title: "o", updated: now)
        entry.publisher = Publisher(name: "p", url: nil)
        entry.itunes = ITunesExtras(duration: 1, explicit: false, block: nil)
        entry.numbers = ["likes": 3, "stocks": -1]
        entry.contributors = [Person(name: "c")]
        entry.commentsURL = "https://a.example/comments"
        entry.rights = .plain("r")
        entry.license = "https://a.example/license"
        entry.externalURL = "https://b.example/"
        entry.isPublishedRelative = true
        entry.extras = [
            "text": .text("t"), "number": .number(0.1), "flag": .flag(false), "address": .address("https://a.example/"),
        ]
        var decoded = try EntryCodec.decode(EntryCodec.encode(entry))
        decoded.numbers = try NumbersJSON.decode(NumbersJSON.encode(entry.numbers))
        #expect(decoded == entry)
    }
}

extension StateDatabase {
    /// What SQLite does when a disk is full in the middle of a group of fetches.
    fileprivate func loseFetches() {
        // What it throws is what is tested for, later.
        _ = try? grouped { () throws(StageError) in
            try connection.run("ROLLBACK")
            throw StageError(.diskFull, subject: path)
        }
    }

    /// Two entries that wait, since a moment that is none.
    fileprivate func damageWaiting() throws {
        try connection.runScript(
            """
            INSERT INTO source(id, key, name) VALUES(1, x'01', 'news');
            INSERT INTO document(id, source, key) VALUES(1, 1, '');
            INSERT INTO entry(id, document, first_seen, date, document_order, last_in_document, content_hash, head)
                VALUES(1, 1, 0, 0, 0, 0, x'00', x''), (2, 1, 0, 0, 0, 0, x'00', x'');
            INSERT INTO waiting VALUES('s', 1, 'x', 0, 1), ('s', 1, 'x', 1, 2);
            """)
    }

    fileprivate func dateOfOnlyEntry() throws -> Timestamp? {
        try connection.first("SELECT date FROM entry") { Timestamp(milliseconds: $0.integer(0)) }
    }
}

extension StateDatabase {
    fileprivate func store(_ document: PreparedDocument, of key: FeedKey, now: Timestamp) throws(StageError) -> Int {
        var fetched = FetchedDocuments()
        fetched.add(document)
        return try store(fetched, of: CollectedFeed(key: key, source: "test", pipelines: []), now: now).new
    }
}
