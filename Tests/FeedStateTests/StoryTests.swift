import FeedMessages
import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// What the state keeps of stories.
@Suite("stories in the state", .onEachStore, .namingStore)
struct StoryTests {
    private func decide(_ bench: StateTestBench, _ roles: [StoryPart.Role], of story: String? = nil) async throws {
        let waiting = try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false)
        let head = story ?? waiting[0].key
        try await bench.decide(
            zip(waiting, roles).map { entry, role in
                Decision(
                    key: entry.key, verdict: .keep, filter: nil, changed: nil, sawBody: false, fingerprints: [],
                    story: StoryMark(story: head, role: role), isFollower: role == .member)
            })
    }

    private func history(_ bench: StateTestBench, within window: Duration) async throws -> StoryHistory {
        try await bench.state.storyHistory(
            of: bench.pipeline, since: bench.now - window, now: bench.now, names: [bench.key: "morning news"],
            waiting: [bench.key])
    }

    @Test("the stories within the window come with their newest entries, and with the names of the configuration")
    func window() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch((0..<12).map { .made(guid: "\($0)", title: "title \($0)") })
        try await decide(bench, [.head] + Array(repeating: .member, count: 11))
        let stories = try await history(bench, within: .seconds(3600)).stories
        #expect(stories.count == 1)
        #expect(stories[0].key == "e1")
        #expect(stories[0].headline == "title 0")
        #expect(stories[0].members.count == 8)
        #expect(Set(stories[0].members.map(\.source)) == ["morning news"])
        bench.pass(.seconds(7200))
        #expect(try await history(bench, within: .seconds(3600)).stories.isEmpty)
    }

    @Test("an entry that comes later continues the story, and its digest tells of the head")
    func later() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "first")])
        try await decide(bench, [.head])
        let told = bench.now
        bench.pass(.seconds(86_400))
        try await bench.fetch([.made(guid: "a", title: "first"), .made(guid: "b", title: "second")])
        try await decide(bench, [.later], of: "e1")
        let digest = try await bench.state.waitingDigest(
            for: "page", of: bench.pipeline, limit: 10, bytes: 1 << 20, titles: [:], locale: .ja)
        #expect(
            digest.entries.map(\.story) == [
                StoryPart(story: "e1", role: .head),
                StoryPart(story: "e1", role: .later, headline: "first", toldAt: told),
            ])
        let recent = try await bench.state.recentStories(
            of: "all", entries: 2, since: bench.now - .seconds(3600), limit: 5)
        #expect(recent.map { $0.members.map(\.entry.title) } == [["first", "second"]])
        let id = try #require(EntryID(key: "e2"))
        let known = try await bench.state.histories(of: [id])[0].pipelines[0]
        #expect(known.story?.story == "e1")
        #expect(known.storyMembers.map(\.key) == ["e1"])
        #expect(try await bench.state.check().isSound)
    }

    @Test("a story of which no entry reached anybody is news again: its receivers were given up")
    func givenUp() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "first"), .made(guid: "b", title: "second")])
        try await decide(bench, [.head, .member])
        func known() async throws -> [[String]] {
            try await history(bench, within: .seconds(3600)).stories.map { $0.members.map(\.key) }
        }
        #expect(try await known() == [["e1", "e2"]])
        _ = try await bench.state.plan(sink: "page", pipeline: bench.pipeline, limit: 10, now: bench.now) { entries in
            entries.map { ComposedMessage(target: "\($0.key).html", mode: .append, payload: [], entries: [$0.key]) }
        }
        let open = try await bench.state.openMessages(of: "page")
        let first = try #require(open.first)
        _ = try await bench.state.giveUp(
            first.message.number, reason: StageError(.rejected, subject: "page"), now: bench.now)
        #expect(try await known() == [["e2"]])
        // The story keeps its headline, although the entry that began it reached nobody.
        #expect(try await history(bench, within: .seconds(3600)).stories[0].headline == "first")
        for message in try await bench.state.openMessages(of: "page") {
            _ = try await bench.state.giveUp(
                message.message.number, reason: StageError(.rejected, subject: "page"), now: bench.now)
        }
        #expect(try await known().isEmpty)
    }

    @Test("a story that is held has no place in the state, and groups anew")
    func held() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "first")])
        let entry = try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false)[0]
        try await bench.decide([
            Decision(
                key: entry.key, verdict: .hold(until: nil, because: "waits"), filter: "take#1", changed: nil,
                sawBody: false, fingerprints: [], story: StoryMark(story: entry.key, role: .head))
        ])
        #expect(try await history(bench, within: .seconds(3600)).stories.isEmpty)
    }

    @Test("a story counts as one of its day, whatever number of entries it has")
    func ofDay() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch((0..<4).map { .made(guid: "\($0)", title: "title \($0)") })
        try await decide(bench, [.head, .member, .member, .member])
        #expect(try await bench.state.keptToday(by: bench.pipeline, now: bench.now, zone: .utc) == 1)
    }

    @Test("the titles of a source are its newest ones, and those that wait are among them")
    func titles() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch((0..<5).map { .made(guid: "\($0)", title: "title \($0)") })
        let titles = try await history(bench, within: .seconds(3600)).titles
        #expect(titles.map(\.source) == ["morning news"])
        #expect(Set(titles[0].titles) == Set((0..<5).map { "title \($0)" }))
        bench.pass(.seconds(31 * 86_400))
        #expect(try await history(bench, within: .seconds(3600)).titles.flatMap(\.titles).isEmpty)
    }

    @Test("a state of the version before gets the columns, and keeps its rows")
    func upgrade() throws {
        let connection = try SQLiteConnection(path: ":memory:")
        try Schema(steps: []).bring(connection, from: 0, to: Schema.firstVersion)
        try connection.runScript(
            "INSERT INTO pipeline_entry(pipeline, entry, state, decided_at) VALUES(1, 2, 4, 5)")
        try Schema.present.bring(connection, from: Schema.firstVersion, to: Schema.present.version)
        let rows = try connection.all("SELECT entry, story, story_role FROM pipeline_entry") {
            [$0.optionalInteger(0), $0.optionalInteger(1), $0.optionalInteger(2)]
        }
        #expect(rows == [[2, nil, nil]])
    }
}
