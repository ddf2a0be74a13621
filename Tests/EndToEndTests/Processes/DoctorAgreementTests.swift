import FeedTesting
import Foundation
import Glibc
import Testing

@Suite("what doctor and check say of a place is what a run says", .enabled(if: OtherUser.nobody != nil, OtherUser.need))
struct DoctorAgreementTests {
    private let bench: ProcessTestBench
    private var workplace: Workplace { bench.workplace }
    private let stranger: OtherUser

    init() throws {
        bench = try ProcessTestBench(
            issuing: 3, sinks: "  log: { type: file, path: out/log.jsonl, format: jsonl, mode: append }")
        stranger = try #require(OtherUser.nobody)
        #expect(chmod(bench.workplace.folder, 0o755) == 0)
        for folder in ["kept", "out"] {
            #expect(mkdir(bench.workplace.path(folder), 0o755) == 0)
        }
        try bench.workplace.write("precious", "precious\n")
    }

    /// What others did with a place.
    enum Trap: String, CaseIterable {
        case openFolder, foreignFolder, foreignFile, hardLink, folder, pipe, link

        /// What is said of it.
        var words: String {
            switch self {
            case .openFolder: "everybody can write to its folder /"
            case .foreignFolder: "belongs to the user \(OtherUser.spoken(65534))"
            case .foreignFile: "it belongs to the user \(OtherUser.spoken(65534))"
            case .hardLink: "has 2 names (hard links)"
            case .folder: "it cannot be written: a folder"
            case .pipe: "it cannot be written: a named pipe"
            case .link: "it cannot be written: a symbolic link"
            }
        }
    }

    private func set(_ trap: Trap, _ name: String) throws {
        let path = workplace.path(name)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        switch trap {
        case .openFolder: #expect(chmod(folder, 0o777) == 0)
        case .foreignFolder: #expect(chown(folder, stranger.number, stranger.number) == 0)
        case .foreignFile:
            try workplace.write(name, "")
            #expect(chown(path, stranger.number, stranger.number) == 0)
        case .hardLink: #expect(link(workplace.path("precious"), path) == 0)
        case .folder: #expect(mkdir(path, 0o755) == 0)
        case .pipe: #expect(mkfifo(path, 0o600) == 0)
        case .link: #expect(symlink("../precious", path) == 0)
        }
    }

    private struct Finding: Decodable {
        let grade: String
        let subject: String
        let message: String
        let cure: String?
    }

    private func findings(_ subject: String, _ arguments: [String] = []) throws -> [Finding] {
        let outcome = workplace.waitForExit(try workplace.start(["doctor", "--json"] + arguments), within: 60)
        return try outcome.output.split(separator: "\n")
            .map { try JSONDecoder().decode(Finding.self, from: Data($0.utf8)) }
            .filter { $0.subject == subject && $0.grade != "ok" }
    }

    /// `what` and `cure` of a line `kawaraban: BEGINNING…: what; cure [subject] (code)`.
    private func answer(_ line: String, after beginning: String) throws -> (what: String, cure: String) {
        let start = try #require(line.range(of: "kawaraban: \(beginning)"))
        let colon = try #require(line[start.upperBound...].range(of: ": "))
        var rest = String(line[colon.upperBound...])
        if let code = rest.range(of: " (", options: .backwards) { rest = String(rest[..<code.lowerBound]) }
        if let subject = rest.range(of: " [", options: .backwards) { rest = String(rest[..<subject.lowerBound]) }
        let parts = rest.components(separatedBy: "; ")
        return (parts[0], parts.dropFirst().joined(separator: "; "))
    }

    @Test("X04, X06, X07: of a state that a run refuses", arguments: Trap.allCases.filter { $0 != .link })
    func state(_ trap: Trap) throws {
        try set(trap, "kept/state")
        let arguments = ["--state", "kept/state"]
        let bad = try findings("state", arguments).filter { $0.grade == "bad" }
        let check = try workplace.run("check", "--state", "kept/state")
        let run = try workplace.run("run", "--state", "kept/state")
        #expect(run.status == 73, "\(run)")
        let (what, cure) = try answer(try #require(run.complaints.first), after: "state")
        #expect(what.contains(trap.words), "\(run)")
        #expect(bad.contains { $0.message.hasPrefix(what) && $0.cure == cure }, "\(bad), not \(what); \(cure)")
        #expect(check.status == 0)
        let found = try #require(
            what.components(separatedBy: ": ").first { trap.words.hasSuffix($0) || $0.contains(trap.words) })
        #expect(check.output.contains("warning: settings.state: "), "\(check)")
        #expect(check.output.contains("\(found)"), "\(check)")
    }

    @Test("X04: of a file to which nothing is appended", arguments: Trap.allCases)
    func sink(_ trap: Trap) throws {
        try set(trap, "out/log.jsonl")
        let bad = try findings("sink").filter { $0.grade == "bad" }
        let check = try workplace.run("check")
        let run = try workplace.run("run")
        #expect(run.status == 73, "\(run)")
        let line = try #require(run.complaints.first)
        let (what, cure) = try answer(line, after: "sink \"log\" failing")
        #expect(what.contains(trap.words), "\(run)")
        #expect(
            bad.contains { $0.message.hasPrefix("log: \(what)") && $0.cure == cure }, "\(bad), not \(what); \(cure)")
        #expect(check.status == 0)
        #expect(check.output.contains("warning: sinks.log: "), "\(check)")
        #expect(check.output.contains("nothing is appended there"), "\(check)")
        // Afterwards the reason is known from the run, too.
        let after = try findings("sink").filter { $0.message.contains("failing since") }
        #expect(after.count == 1)
        #expect(
            after.allSatisfy { $0.message.contains("1 entry") == false && $0.message.contains(what) && $0.cure == cure }
        )
        #expect(workplace.read("precious") == "precious\n")
    }

    @Test("X07: of a state whose file is mounted by itself")
    func mounted() throws {
        #expect(try workplace.run("run", "--state", "kept/state").status == 0)
        let mount = "mount --bind kept/state kept/state"
        guard let run = try bench.run(mounting: mount, "run", "--state", "kept/state"),
            let doctor = try bench.run(mounting: mount, "doctor", "--quiet", "--state", "kept/state"),
            let check = try bench.run(mounting: mount, "check", "--state", "kept/state")
        else { return }
        #expect(run.status == 73)
        for outcome in [run, doctor] {
            let told = outcome.output + outcome.errors
            #expect(told.contains("its file is mounted by itself: two runs could use it"), "\(outcome)")
            #expect(told.contains("mount its folder"), "\(outcome)")
        }
        #expect(doctor.output.split(separator: "\n").count { $0.contains("mounted by itself") } == 1, "\(doctor)")
        #expect(check.output.contains("its file is mounted by itself; no run can use it"), "\(check)")
    }

    @Test("nothing is said of a place that a run uses, before the first run and after it")
    func sound() throws {
        for _ in 0..<2 {
            #expect(
                try findings("state", ["--state", "kept/state"]).allSatisfy {
                    $0.message == "there is no state yet" || $0.message.hasPrefix("its size is ")
                })
            #expect(try findings("sink", ["--state", "kept/state"]).isEmpty)
            #expect(try workplace.run("check", "--state", "kept/state").output.contains("no warnings"))
            #expect(try workplace.run("run", "--state", "kept/state").status == 0)
        }
        // What is appended to needs no other file in its folder.
        #expect(try findings("sink", ["--state", "kept/state"]).isEmpty)
    }

    @Test("X06: that others can read a state is told once by doctor and run, and not where they cannot reach it")
    func wide() throws {
        let arguments = ["run", "--state", "kept/state"]
        func widen() { #expect(chmod(workplace.path("kept/state"), 0o644) == 0) }
        #expect(workplace.waitForExit(try workplace.start(arguments)).status == 0)
        #expect(chmod(workplace.path("kept"), 0o700) == 0)
        widen()
        #expect(try findings("state", ["--state", "kept/state"]).allSatisfy { !$0.message.contains("other users") })
        #expect(workplace.waitForExit(try workplace.start(arguments)).errors.isEmpty)
        #expect(chmod(workplace.path("kept"), 0o755) == 0)
        widen()
        #expect(
            try findings("state", ["--state", "kept/state"]).contains {
                $0.grade == "hint" && $0.message == "other users can read it"
            })
        #expect(
            workplace.waitForExit(try workplace.start(arguments)).errors.contains("other users could read the state"))
        // A backup that opens it each night.
        for _ in 0..<2 {
            widen()
            #expect(workplace.waitForExit(try workplace.start(arguments)).errors.isEmpty)
        }
    }

    @Test("X04: a long path gives way before the reason and the cure do")
    func longPath() throws {
        let folder = "out/" + Array(repeating: "a-long-name", count: 8).joined(separator: "/")
        try bench.writeConfiguration(
            sinks: "  log: { type: file, path: \(folder)/log.jsonl, format: jsonl, mode: append }")
        try workplace.write("\(folder)/other", "")
        #expect(chown(workplace.path(folder), stranger.number, stranger.number) == 0)
        let line = try #require(try workplace.run("run").complaints.first)
        #expect(
            line.contains("a-long-name/a-long-name belongs to the user \(OtherUser.spoken(65534)); "), "\(line)")
        #expect(line.hasSuffix("; make both private, or use another place (unsafe_place)"), "\(line)")
        #expect(line.count <= 160 + " (unsafe_place)".count)
    }
}
