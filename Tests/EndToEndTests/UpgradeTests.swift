import Foundation
import Glibc
import Testing

@testable import FeedState

@Suite("states and configurations of earlier versions")
struct UpgradeTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private static let kept = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Versions")

    /// Every version that was kept.
    static let versions = ((try? FileManager.default.contentsOfDirectory(atPath: kept.path)) ?? []).filter {
        FileManager.default.fileExists(atPath: kept.appendingPathComponent($0).appendingPathComponent("state.sql").path)
    }.sorted()

    /// Puts what a version left behind into the workplace.
    private func restore(_ version: String) throws {
        let folder = Self.kept.appendingPathComponent(version)
        for name in ["config.yaml", "out"] {
            try FileManager.default.copyItem(
                atPath: folder.appendingPathComponent(name).path, toPath: workplace.path(name))
        }
        let statements = try String(contentsOf: folder.appendingPathComponent("state.sql"), encoding: .utf8)
        #expect(mkdir(workplace.path("state"), 0o700) == 0)
        try SQLiteConnection(path: workplace.path("state/state.sqlite")).runScript(statements)
        chmod(workplace.path("state/state.sqlite"), 0o600)
    }

    /// Runs the program on the answers of the second day.
    private func run(_ arguments: String..., state: String = "state/state.sqlite") throws -> Workplace.Outcome {
        try workplace.run(
            ["run", "--replay", Self.kept.appendingPathComponent("recorded/second").path, "--state", state] + arguments)
    }

    private func ids(in file: String, of pipeline: String) throws -> [String] {
        try workplace.lines(file).compactMap { line in
            let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return entry?["pipeline"] as? String == pipeline ? entry?["id"] as? String : nil
        }
    }

    private struct Report: Decodable {
        struct Sink: Decodable { let delivered: Int, waiting: Int }
        struct Source: Decodable { let outcome: String }
        let sinks: [String: Sink]
        let sources: [String: Source]
    }

    @Test("there is what the present version leaves behind")
    func present() throws {
        let version = try workplace.run("--version").output.trimmingCharacters(in: .newlines)
        #expect(Self.versions.contains(version), "run Scripts/keep-version.py .build/debug/kawaraban --write")
    }

    @Test(
        "P17 the state of each version goes on: nothing lost, nothing twice; what was open keeps its id",
        arguments: versions)
    func goesOn(from version: String) throws {
        try restore(version)
        #expect(try workplace.run("check").output.contains("no errors, no warnings"))
        let outcome = try run("--report", "report.json", "--log-level", "debug")
        #expect(outcome.status == 0, "\(outcome)")
        let news = (1...8).filter { $0 != 2 }.map { "news-\($0)" }
        let all = news + ["urn:blog:1", "urn:blog:2"]
        #expect(try ids(in: "out/archive.jsonl", of: "everything").sorted() == all.sorted())
        #expect(try ids(in: "out/everything.jsonl", of: "everything").sorted() == all.sorted())
        // What was held came out, as its title says that it is ready.
        #expect(try ids(in: "out/archive.jsonl", of: "chosen").sorted() == ["news-5", "news-6"])
        #expect(try ids(in: "out/archive.jsonl", of: "few").sorted() == ["news-5", "news-6", "news-7", "news-8"])
        let report = try JSONDecoder().decode(Report.self, from: Data(workplace.read("report.json").utf8))
        // Seven messages waited for the receiver, two are new.
        #expect(report.sinks["hook"]?.delivered == 9)
        #expect(report.sinks["hook"]?.waiting == 0)
        // Asked with the validators that the old version had stored.
        #expect(report.sources["blog"]?.outcome == "unchanged")
        #expect(outcome.errors.components(separatedBy: "message=msg_kept").count > 7, "\(outcome.errors)")
        #expect(try workplace.run("state", "check", "--state", "state/state.sqlite").output.hasPrefix("sound: "))
        #expect(try run().status == 0)
        #expect(try ids(in: "out/archive.jsonl", of: "everything").count == all.count)
    }

    @Test("P17 an older version leaves the state of a newer one alone, and says so, whatever it is asked to do")
    func refusesNewer() throws {
        try restore(try #require(Self.versions.last))
        #expect(try run().status == 0)
        try SQLiteConnection(path: workplace.path("state/state.sqlite")).runScript(
            "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; PRAGMA user_version = 999")
        let before = FileManager.default.contents(atPath: workplace.path("state/state.sqlite"))
        let commands = [
            ["run"], ["collect"], ["run", "--dry-run"], ["status"], ["list"], ["state", "check"], ["state", "retry"],
            ["state", "prune"], ["state", "repair"], ["state", "save", "saved.state"],
        ]
        for command in commands {
            let outcome = try workplace.run(command + ["--state", "state/state.sqlite"])
            #expect(outcome.status == 70, "\(command) \(outcome)")
            #expect(outcome.complaints.count <= 1, "\(command) \(outcome)")
            if command != ["collect"] {
                #expect(
                    outcome.errors.contains(
                        "the state cannot be used: the state of a newer version; it was not changed"),
                    "\(command) \(outcome)")
            }
        }
        #expect(FileManager.default.contents(atPath: workplace.path("state/state.sqlite")) == before)
        #expect(!workplace.exists("saved.state"))
    }

    @Test("P17 the saved state of each version is loaded, and goes on as the state itself", arguments: versions)
    func loads(version: String) throws {
        try restore(version)
        let saved = try workplace.run("state", "save", "saved.state", "--state", "state/state.sqlite", "--move")
        #expect(saved.status == 0, "\(saved)")
        let loaded = try workplace.run("state", "load", "saved.state", "--state", "other/state.sqlite")
        #expect(loaded.status == 0 && loaded.output.contains("7 messages on their way"), "\(loaded)")
        let outcome = try run("--log-level", "debug", state: "other/state.sqlite")
        #expect(outcome.status == 0, "\(outcome)")
        let all = (1...8).filter { $0 != 2 }.map { "news-\($0)" } + ["urn:blog:1", "urn:blog:2"]
        #expect(try ids(in: "out/archive.jsonl", of: "everything").sorted() == all.sorted())
        #expect(outcome.errors.components(separatedBy: "message=msg_kept").count > 7, "\(outcome.errors)")
        #expect(try workplace.run("state", "check", "--state", "other/state.sqlite").output.hasPrefix("sound: "))
    }
}
