import FeedTesting
import Foundation
import Glibc
import MachineLaboratory
import Testing

@Suite("a dead man's switch")
struct HeartbeatTests {
    private let workplace: Workplace
    private let server: LoopbackServer

    init() throws {
        workplace = try Workplace()
        server = try #require(LoopbackServer { _ in LoopbackReply(200) })
    }

    private func configure(_ sink: String = "type: stdout, format: text", allow: String = "127.0.0.0/8") throws {
        var feed = DatedFeed()
        try feed.issue(2, in: workplace)
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { heartbeat: { env: PING_URL }, network: { allow: ["\(allow)"] } }
            defaults: { first_run: all }
            sources: { news: { type: file, path: feed.xml } }
            sinks: { out: { \(sink) } }
            pipelines: { all: { sources: [news], sinks: [out] } }
            """)
    }

    private func run(_ arguments: String..., at path: String = "/ping/verysecret") throws -> Workplace.Outcome {
        try workplace.run(arguments, environment: ["PING_URL": server.url(path)])
    }

    private var targets: [String] { server.requests.map { "\($0.method) \($0.target)" } }

    @Test("is asked once after a run, by name too; not after one that only collects, tries or looks")
    func success() throws {
        try configure()
        #expect(try run("run").status == 0)
        #expect(targets == ["GET /ping/verysecret"])
        #expect(try run("run", "all").status == 0)
        #expect(targets.count == 2)
        for arguments in [["collect"], ["run", "--dry-run"], ["check"], ["status"], ["doctor"]] {
            _ = try workplace.run(arguments, environment: ["PING_URL": server.url("/ping/verysecret")])
        }
        #expect(targets.count == 2)
    }

    @Test(
        "is asked at /fail behind its path after a run that went wrong",
        arguments: [
            ("/ping/verysecret", "/ping/verysecret/fail"), ("/ping/verysecret/", "/ping/verysecret/fail"),
            ("/ping?key=verysecret#here", "/ping/fail?key=verysecret"),
        ])
    func failure(_ path: String, _ asked: String) throws {
        try configure("type: file, path: /proc/none/out.txt, format: text")
        #expect(try run("run", at: path).status == 73)
        #expect(targets == ["GET \(asked)"])
    }

    @Test("is not asked by a run that another one turned away")
    func locked() throws {
        try configure()
        #expect(try run("run").status == 0)
        let count = targets.count
        let lock = open(workplace.path(".kawaraban/state.sqlite.lock"), O_RDWR)
        #expect(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        #expect(try run("run").status == 75)
        close(lock)
        #expect(targets.count == count)
    }

    @Test("is no error itself: neither a server that is silent, refuses or fails, nor a private address")
    func noError() throws {
        try configure()
        let failing = try #require(LoopbackServer { _ in LoopbackReply(500) })
        let silent = try #require(
            LoopbackServer { _ in
                Thread.sleep(forTimeInterval: 20)
                return LoopbackReply(200)
            })
        for address in [failing.url(), silent.url(), "http://127.0.0.1:1/", "http://10.1.2.3/"] {
            let begun = Date()
            let outcome = try workplace.run(["run"], environment: ["PING_URL": address])
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
            #expect(Date().timeIntervalSince(begun) < 12)
        }
        try configure(allow: "10.0.0.0/8")
        let count = targets.count
        #expect(try run("run").status == 0)
        #expect(targets.count == count)
    }

    @Test("its address is shown nowhere")
    func masked() throws {
        try configure()
        let outcome = try run("run", "--report", "report.json", "--record", "tape", "--log-level", "trace")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.errors.contains(" debug heartbeat url={settings.heartbeat} status=200\n"), "\(outcome)")
        try configure("type: file, path: /proc/none/out.txt, format: text")
        let failed = try run("run", "--log-level", "trace", "--state", "other.sqlite")
        #expect(failed.errors.contains(" debug heartbeat url={settings.heartbeat}/fail status=200\n"), "\(failed)")
        for text in [outcome.output, outcome.errors, failed.output, failed.errors] {
            #expect(!text.contains("verysecret"))
        }
        for name in try FileManager.default.subpathsOfDirectory(atPath: workplace.folder) {
            let data = FileManager.default.contents(atPath: workplace.path(name)) ?? Data()
            #expect(data.range(of: Data("verysecret".utf8)) == nil, "\(name)")
        }
        #expect(targets.count == 2)
    }

    @Test("what is wrong with it is told by `check` in a sentence, without the address")
    func mistakes() throws {
        try configure()
        let wrong = try workplace.run(["check"], environment: ["PING_URL": "ftp://verysecret.example/"])
        #expect(wrong.status == 78)
        #expect(wrong.output.contains("settings.heartbeat: expected an http or https URL"), "\(wrong)")
        #expect(!wrong.output.contains("verysecret"))
        let missing = try workplace.run(["run"], environment: [:])
        #expect(missing.status == 0, "\(missing)")
        #expect(targets.isEmpty)
        let checked = try workplace.run(["check"], environment: [:])
        #expect(checked.output.contains("settings.heartbeat: environment variable PING_URL is not set"), "\(checked)")
        for value in ["17", "yes", "[a]", "{ url: x }", "~", "''"] {
            let text = workplace.read("config.yaml").replacingOccurrences(of: "{ env: PING_URL }", with: value)
            try workplace.write("wrong.yaml", text)
            let outcome = try workplace.run(["check", "-c", "wrong.yaml"], environment: [:])
            #expect(outcome.status == 78, "\(value): \(outcome)")
            #expect(outcome.output.contains("settings.heartbeat"), "\(value): \(outcome)")
        }
    }
}
