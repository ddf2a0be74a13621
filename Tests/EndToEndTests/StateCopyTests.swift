import FeedTesting
import Foundation
import MachineLaboratory
import PostgreSQLLaboratory
import Testing

@Suite(
    "kawaraban state copy",
    .enabled(if: PostgreSQLServer.missing == nil, "\(PostgreSQLServer.missing ?? "")"))
struct StateCopyTests {
    private let workplace: Workplace
    private let address: String
    private var feed = IssuedFeed(file: "one.xml")

    init() throws {
        workplace = try Workplace()
        let server = try #require(PostgreSQLServer.shared)
        let folder = server.folder.replacing("/", with: "%2F")
        address = "postgresql://kawaraban@/\(try server.freshDatabase())?host=\(folder)"
        try configure("file.yaml", state: "state.sqlite")
        try configure("server.yaml", state: "{ postgresql: { env: NEWS_DATABASE } }")
    }

    private func configure(_ name: String, state: String) throws {
        try workplace.write(
            name,
            """
            version: 1
            settings: { state: \(state), files_on: here }
            defaults: { first_run: all }
            sources:
              one: { type: file, path: one.xml }
            sinks:
              archive: { type: file, path: out/archive.jsonl, format: jsonl, mode: append }
            pipelines:
              all: { sources: [one], sinks: [archive] }

            """)
    }

    @discardableResult
    private func kawaraban(_ configuration: String, _ arguments: String...) throws -> Workplace.Outcome {
        try workplace.run(arguments + ["-c", configuration], environment: ["NEWS_DATABASE": address])
    }

    private var delivered: [String] {
        get throws { try EndToEndTests.ids(inJSONLines: workplace.read("out/archive.jsonl")) }
    }

    @Test("moves a state to PostgreSQL and back; each next run delivers what is new, and that once")
    mutating func movesAndComesBack() throws {
        try feed.issue(3, in: workplace)
        #expect(try kawaraban("file.yaml", "run").status == 0)
        let moved = try kawaraban("file.yaml", "state", "copy", "--to", "env:NEWS_DATABASE", "--move")
        #expect(moved.status == 0 && moved.errors.isEmpty, "\(moved)")
        #expect(moved.output.hasPrefix("copied: 1 feed, 3 entries, 0 messages on their way, 0 given up, "), "\(moved)")
        #expect(moved.output.contains("state.sqlite → postgresql:///"), "\(moved)")
        #expect(moved.output.contains("state.sqlite is retired: go on with postgresql:///"))
        #expect(moved.output.contains("`settings.state` still names "))
        #expect(try kawaraban("file.yaml", "run").status == 78)
        try feed.issue(2, in: workplace)
        let run = try kawaraban("server.yaml", "run", "--worker", "here")
        #expect(run.status == 0, "\(run)")
        #expect(try delivered.sorted() == feed.ids.sorted())

        let saved = try kawaraban("server.yaml", "state", "save", "saved.state")
        #expect(saved.status == 0 && saved.output.hasPrefix("saved: 1 feed, 5 entries, "), "\(saved)")
        let back = try kawaraban("file.yaml", "state", "copy", "--from", "env:NEWS_DATABASE")
        #expect(back.status == 0, "\(back)")
        #expect(back.output.contains("can still be used: if both are, both deliver what is new"))
        #expect(!back.output.contains("settings.state"))
        try feed.issue(1, in: workplace)
        #expect(try kawaraban("file.yaml", "run").status == 0)
        #expect(try delivered.sorted() == feed.ids.sorted())
        // Here it has gone on since.
        let older = try kawaraban("file.yaml", "state", "copy", "--from", address)
        #expect(older.status == 73, "\(older)")
        #expect(older.errors.contains("the state here has gone on since postgresql:///"), "\(older)")
        let forced = try kawaraban("server.yaml", "state", "load", "saved.state", "--force")
        #expect(forced.status == 0, "\(forced)")
    }

    @Test("goes through a pipe to another server, and says nothing beside the state itself")
    mutating func isPiped() throws {
        try feed.issue(3, in: workplace)
        #expect(try kawaraban("server.yaml", "run", "--worker", "here").status == 0)
        try configure("other.yaml", state: "{ postgresql: { env: OTHER_DATABASE } }")
        let server = try #require(PostgreSQLServer.shared)
        let script = "\"$0\" state save - -c server.yaml | \"$0\" state load - -c other.yaml"
        let environment = [
            "NEWS_DATABASE": address,
            "OTHER_DATABASE": "host=\(server.folder) user=kawaraban dbname=\(try server.freshDatabase())",
        ]
        let piped = try workplace.runOther(
            ["/bin/sh", "-c", script, Workplace.program], environment: environment)
        #expect(piped.status == 0 && piped.output.hasPrefix("loaded: 1 feed, 3 entries, "), "\(piped)")
        try feed.issue(1, in: workplace)
        let run = try workplace.run(
            ["run", "--worker", "here", "-c", "other.yaml"], environment: environment)
        #expect(run.status == 0, "\(run)")
        #expect(try delivered.sorted() == feed.ids.sorted())
    }

    @Test("refuses to show a password, and says what it wants")
    func isMistaken() throws {
        let password = try kawaraban("file.yaml", "state", "copy", "--to", "postgresql://me:secret@db.example/news")
        #expect(password.status == 64 && !password.errors.contains("secret@"), "\(password)")
        #expect(password.errors.contains("write env:NAME"))
        let variable = try kawaraban("file.yaml", "state", "copy", "--to", "env:NOTHING")
        #expect(variable.status == 64 && variable.errors.contains("NOTHING is not set"), "\(variable)")
        for arguments in [["state", "copy"], ["state", "copy", "--to", "a", "--from", "b"]] {
            let none = try workplace.run(arguments + ["-c", "file.yaml"])
            #expect(none.status == 64 && none.errors.contains("give --to PLACE or --from PLACE"), "\(none)")
        }
        let same = try kawaraban("file.yaml", "state", "copy", "--to", "./state.sqlite")
        #expect(same.status == 64 && same.errors.contains("the two places are the same"), "\(same)")
        let missing = try kawaraban("file.yaml", "state", "copy", "--from", "none.sqlite")
        #expect(missing.status == 73 && missing.errors.contains("none.sqlite"), "\(missing)")
    }

    @Test("on a full disk neither side is changed")
    mutating func fullDisk() throws {
        try feed.issue(3, in: workplace)
        #expect(try kawaraban("file.yaml", "run").status == 0)
        try FileManager.default.createDirectory(
            atPath: workplace.path("small"), withIntermediateDirectories: true)
        let script =
            "mount -t tmpfs -o size=40k tmpfs small || exit 99; "
            + "TMPDIR=$PWD/small \"$0\" state copy --to env:NEWS_DATABASE --move -c file.yaml; s=$?; "
            + "ls -A small > left; exit $s"
        let unshare = ["/usr/bin/unshare", "--mount", "--map-root-user", "--user", "/bin/sh", "-c"]
        let outcome = try workplace.runOther(
            unshare + [script, Workplace.program], environment: ["NEWS_DATABASE": address])
        guard outcome.status != 99 else { return print("skipped: this machine lets nobody mount anything") }
        #expect(outcome.status == 74 && outcome.errors.contains("the disk is full"), "\(outcome)")
        #expect(workplace.lines("left").isEmpty)
        #expect(try kawaraban("file.yaml", "run").status == 0)
        #expect(try kawaraban("server.yaml", "state", "save", "x.state").status == 73)
    }
}
