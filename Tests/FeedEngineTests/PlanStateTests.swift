import FeedConfiguration
import FeedStages
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("where the state of a configuration is")
struct PlanStateTests {
    private func read(
        _ settings: String, sink: String = "webhook, url: \"https://example.com/\"", variables: [String: String] = [:],
        for purpose: PlanReader.Purpose = .run
    ) -> PlanReading {
        let text = """
            version: 1
            settings: \(settings)
            sources:
              a: { type: feed, url: u }
            sinks:
              out: { type: \(sink) }
            pipelines:
              p: { sources: [a], sinks: [out] }
            """
        let reader = PlanReader(
            registry: PlanDoubles.registry, purpose: purpose,
            variables: variables.merging(["TZ": "UTC"]) { first, _ in first })
        return reader.read(Array(text.utf8), path: "c.yaml")
    }

    @Test("a path is a file, relative to the configuration's folder")
    func file() {
        #expect(read("{ state: s/my.sqlite }").plan?.settings.state.path?.hasSuffix("s/my.sqlite") == true)
        #expect(read("{}").plan?.settings.state.path?.hasSuffix(".kawaraban/state.sqlite") == true)
    }

    @Test("{ postgresql: … } is a database; its address is a secret in any form, and is never shown")
    func postgresql() throws {
        let address = "postgresql://kawaraban:hunter2@db.example/news"
        for option in ["{ env: DATABASE_URL }", "\"\(address)\""] {
            let plan = try #require(
                read("{ state: { postgresql: \(option) } }", variables: ["DATABASE_URL": address]).plan)
            guard case .postgresql(let secret) = plan.settings.state else {
                Issue.record("no database")
                continue
            }
            #expect(secret.reveal() == address)
            #expect(plan.settings.state.path == nil)
            #expect(!plan.settings.state.shown.contains("hunter2"))
            #expect(plan.secrets.contains { $0.reveal() == address })
        }
    }

    @Test("a run without the address does not begin; a check warns")
    func missing() {
        let option = "{ state: { postgresql: { env: DATABASE_URL } } }"
        #expect(read(option).plan == nil)
        #expect(read(option, for: .check).plan != nil)
        let warnings = read(option, for: .check).diagnostics
        #expect(warnings.map(\.severity) == [.warning, .warning])
        // It cannot be optional.
        #expect(!warnings.contains { $0.description.contains("optional") })
    }

    @Test("KAWARABAN_STATE names the file of a service: one that is there stays, else the configuration comes first")
    func usualState() throws {
        let folder = try TemporaryFolder()
        let variables = ["KAWARABAN_STATE": folder("state.sqlite"), "DATABASE_URL": "postgresql://db.example/news"]
        func state(_ settings: String) -> StateAddress? {
            read("{ \(settings) }", variables: variables).plan?.settings.state
        }
        let database = "state: { postgresql: { env: DATABASE_URL } }"
        #expect(state("")?.path == folder("state.sqlite"))
        #expect(state("state: other.sqlite")?.path?.hasSuffix("other.sqlite") == true)
        #expect(state(database)?.path == nil)
        try folder.write("", to: "state.sqlite")
        #expect(state("state: other.sqlite")?.path == folder("state.sqlite"))
        // One that is where the configuration says is no new one, such as a copy: the other may have been moved away.
        try folder.write("", to: "copied.sqlite")
        #expect(state("state: \(folder("copied.sqlite"))")?.path == folder("copied.sqlite"))
        #expect(state(database) != nil && state(database)?.path == nil)
    }

    @Test("the digest of a shared configuration: what one machine has for itself does not change it")
    func digest() throws {
        func digest(_ more: String, source: String = "type: feed, url: u", variables: [String: String] = [:])
            -> [UInt8]?
        {
            let text = """
                version: 1
                settings: { state: { postgresql: "postgresql://db.example/news" }\(more) }
                sources: { a: { \(source) } }
                sinks: { out: { type: webhook, url: { env: HOOK } } }
                pipelines: { p: { sources: [a], sinks: [out] } }
                """
            let reader = PlanReader(
                registry: PlanDoubles.registry, purpose: .check,
                variables: variables.merging(["TZ": "UTC"]) { first, _ in first })
            return reader.read(Array(text.utf8), path: "c.yaml").plan?.sharedDigest
        }
        let usual = try #require(digest(""))
        #expect(usual.count == 16)
        #expect(digest(", files_on: here, concurrency: 9, max_run: 1m") == usual)
        #expect(digest("", source: "url: u, type: \"feed\"") == usual)
        #expect(digest("", variables: ["HOOK": "https://example.com/"]) == usual)
        #expect(digest("", source: "type: feed, url: v") != usual)
        #expect(digest("", source: "type: feed, url: u, refresh: 1h") != usual)
        #expect(digest(", timezone: Asia/Tokyo") != usual)
        // A state of one machine needs none.
        #expect(read("{}").plan?.sharedDigest == [])
    }

    @Test("another address than postgresql:// is refused, with its place and a cure, without showing it")
    func otherAddress() {
        let reading = read("{ state: { postgresql: \"mysql://me:hunter2@db.example/news\" } }")
        #expect(
            reading.diagnostics.map(\.description) == [
                "c.yaml:2:20: error: settings.state: expected an address that begins with postgresql:// "
                    + "(write it as postgresql://USER@HOST/DATABASE)"
            ])
    }

    @Test("a sink that writes files needs settings.files_on there, and only there")
    func filesOn() {
        let database = "state: { postgresql: \"postgresql://db.example/news\" }"
        let file = "file, path: page.html, format: text"
        #expect(
            read("{ \(database) }", sink: file).diagnostics.map(\.description) == [
                "c.yaml:6:3: error: sinks.out writes files, but several machines may share this state, and files lie on "
                    + "one of them (name the machine that writes them: `settings.files_on: HOST`)"
            ])
        #expect(read("{ \(database), files_on: disk }", sink: file).plan?.settings.filesOn == "disk")
        #expect(read("{ \(database) }").plan != nil)
        #expect(read("{}", sink: file).plan != nil)
    }
}
