import Foundation
import Glibc
import Testing

@Suite("the doctor")
struct DoctorTests {
    private let bench: ProcessTestBench

    init() throws { bench = try ProcessTestBench(issuing: 3) }

    private struct Finding: Decodable {
        let grade: String
        let subject: String
        let code: String?
        let message: String
        let cure: String?
    }

    private func findings(environment: [String: String] = [:]) throws -> (status: Int32, all: [Finding]) {
        let outcome = try bench.workplace.run("doctor", "--json", environment: environment)
        #expect(outcome.errors.isEmpty)
        let all = try outcome.output.split(separator: "\n").map {
            try JSONDecoder().decode(Finding.self, from: Data($0.utf8))
        }
        return (outcome.status, all)
    }

    @Test("finds a working place well, one line for each thing, and exits with 1 only if something is bad")
    func healthy() throws {
        #expect(try bench.workplace.run("run").status == 0)
        let (status, all) = try findings()
        let bad = all.filter { $0.grade == "bad" }
        // What the machine of the test lacks is no matter here.
        #expect(bad.allSatisfy { ["certificates", "disk", "zone", "clock"].contains($0.subject) }, "\(bad)")
        #expect(status == (bad.isEmpty ? 0 : 1))
        for (subject, message) in [
            ("config", "config.yaml has no errors"), ("lock", "no process uses the state"),
            ("source", "the one source works"),
            ("cron", "the configuration can be read with the few variables that cron sets"),
        ] { #expect(all.contains { $0.subject == subject && $0.message == message && $0.grade == "ok" }, "\(message)") }
        #expect(all.contains { $0.subject == "runs" && $0.grade == "ok" })
        #expect(all.contains { $0.subject == "disk" })
        let text = try bench.workplace.run("doctor").output
        #expect(text.split(separator: "\n").count == all.count)
        #expect(text.contains("ok    config        config.yaml has no errors\n"))
    }

    @Test("tells it in the language of the terminal; programs find each finding by its code")
    func japanese() throws {
        #expect(try bench.workplace.run("run").status == 0)
        let japanese = ["LC_ALL": "ja_JP.UTF-8"]
        let text = try bench.workplace.run("doctor", environment: japanese).output
        #expect(text.contains("正常  設定          config.yaml に誤りはありません\n"))
        #expect(text.contains("正常  ロック        状態データベースは使用されていません\n"))
        let all = try findings(environment: japanese).all
        #expect(all.contains { $0.code == "config_ok" && $0.message == "config.yaml に誤りはありません" })
        #expect(all.contains { $0.subject == "lock" && $0.code == "lock_free" })
    }

    @Test("X01: notes that a fault of an old libcurl is worked around, which is no reason to do anything")
    func libcurl() throws {
        #expect(try bench.workplace.run("run").status == 0)
        let finding = try #require(try findings().all.first { $0.subject == "libcurl" })
        #expect(finding.grade == "ok")
        #expect(finding.cure == nil)
        #expect(finding.message.hasPrefix("version "))
        #expect(!finding.message.hasPrefix("version 7.") || finding.message.hasSuffix("is worked around"))
        #expect(try !bench.workplace.run("doctor", "--quiet").output.contains("libcurl"))
    }

    @Test("every bad finding has its cure")
    func cures() throws {
        try bench.workplace.write("out", "not a folder")
        #expect(try bench.workplace.run("run").status == 73)
        try FileManager.default.removeItem(atPath: bench.workplace.path("one.xml"))
        #expect(try bench.workplace.run("run").status >= 1)
        let (status, all) = try findings()
        #expect(status == 1)
        let bad = all.filter { $0.grade == "bad" }
        #expect(bad.allSatisfy { $0.cure?.isEmpty == false })
        #expect(bad.contains { $0.subject == "sink" && $0.message.hasSuffix("/out is not a folder") })
        #expect(bad.contains { $0.message.hasPrefix("\"archive\" failing since ") })
    }

    @Test("tells what cron will not have, with its place")
    func cron() throws {
        let text = bench.workplace.read("config.yaml").replacingOccurrences(
            of: "path: one.xml", with: "path: \"${FEED_FILE}\"")
        try bench.workplace.write("config.yaml", text)
        let (status, all) = try findings(environment: ["FEED_FILE": "one.xml"])
        #expect(status == 1)
        let finding = try #require(all.first { $0.subject == "cron" && $0.grade == "bad" })
        #expect(finding.message.contains("config.yaml:5:"))
        #expect(finding.message.contains("FEED_FILE"))
        #expect(finding.cure == "put it into the file of `settings.env_file`")
        // In the file of variables cron finds it.
        try bench.workplace.write(
            "config.yaml", text.replacingOccurrences(of: "settings: {", with: "settings: { env_file: .env,"))
        try bench.workplace.write(".env", "FEED_FILE=one.xml\n")
        chmod(bench.workplace.path(".env"), 0o600)
        #expect(try !findings().all.contains { $0.subject == "cron" && $0.grade == "bad" })
    }

    @Test("names the cure that fits where a value comes from: cron has no credentials, and a file is where it is")
    func origins() throws {
        let text = bench.workplace.read("config.yaml")
        for (place, cure, grade) in [
            ("{ credential: hook }", "`kawaraban systemd`", "hint"), ("{ file: hook.txt }", "set it", "bad"),
            ("{ env: HOOK }", "`settings.env_file`", "bad"),
        ] {
            try bench.workplace.write(
                "config.yaml",
                text.replacing("sinks:\n", with: "sinks:\n  hook: { type: webhook, url: \(place) }\n"))
            let finding = try #require(
                try findings(environment: ["HOOK": "https://hook.example/"]).all.first {
                    $0.subject == "cron" && $0.message.contains("sinks.hook.url")
                })
            #expect(finding.grade == grade && finding.cure?.contains(cure) == true, "\(finding)")
            #expect(finding.message.hasPrefix("a run from cron lacks the value at config.yaml:"))
        }
    }

    @Test("tells a wrong configuration in a line, and who may change it")
    func configuration() throws {
        chmod(bench.workplace.path("config.yaml"), 0o666)
        #expect(
            try findings().all.contains {
                $0.message == "everybody can write to config.yaml" && $0.cure == "chmod o-w config.yaml"
            })
        try bench.workplace.write("config.yaml", "version: 1\nsorces: {}\nsinkz: {}\n")
        let (status, all) = try findings()
        #expect(status == 1)
        let finding = try #require(all.first { $0.subject == "config" && $0.grade == "bad" })
        #expect(finding.message.contains("config.yaml:1:1: error:"))
        #expect(finding.cure == "`kawaraban check` shows all errors")
    }

    @Test("tells for how long a run has been at work, without turning away another")
    func lock() throws {
        #expect(try bench.workplace.run("run").status == 0)
        let path = bench.workplace.path(".kawaraban/state.sqlite.lock")
        let lock = open(path, O_RDWR | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        defer { close(lock) }
        let locks = FileManager.default.contents(atPath: "/proc/locks") ?? Data()
        guard String(decoding: locks, as: UTF8.self).contains("FLOCK") else {
            print("skipped: this machine lists no locks")
            return
        }
        #expect(
            try findings().all.contains {
                $0.subject == "lock" && $0.message.hasPrefix("process \(getpid()) has been using the state for ")
            })
        let old = timespec(tv_sec: time(nil) - 3 * 3600, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, path, [old, old], 0) == 0)
        #expect(
            try findings().all.contains { $0.subject == "lock" && $0.grade == "bad" && $0.message.hasSuffix("for 3 h") }
        )
    }

    @Test("before the first run it tells how to begin, and makes nothing")
    func beforeFirstRun() throws {
        let all = try findings().all
        #expect(all.contains { $0.subject == "state" && $0.message == "there is no state yet" })
        #expect(
            all.contains {
                $0.subject == "cron" && $0.message.contains("*/15 * * * * ") && $0.message.hasSuffix("/config.yaml")
            })
        // It is what `kawaraban cron` prints, whatever the schedule.
        let text = bench.workplace.read("config.yaml")
        try bench.workplace.write(
            "config.yaml",
            text.replacing(
                "pipelines:\n",
                with: "pipelines:\n  late: { schedule: \"5 22 * * mon\", sources: [one], sinks: [archive] }\n"))
        let lines = try bench.workplace.run("cron").output.split(separator: "\n").dropFirst().dropLast()
        let hints = try findings().all.filter { $0.subject == "cron" && $0.code == "crontab" }
        #expect(lines.count == 2)
        #expect(hints.map(\.message) == lines.map { "this line of a crontab starts the runs: \($0)" })
        #expect(hints.allSatisfy { $0.cure == "`kawaraban cron --install` puts it there" })
        try bench.workplace.write("news.yaml", bench.workplace.read("config.yaml"))
        #expect(
            try bench.workplace.run("doctor", "-c", "news.yaml").output.contains(
                "`kawaraban cron --install -c news.yaml` puts it there"))
        #expect(!bench.workplace.exists(".kawaraban"))
    }
}
