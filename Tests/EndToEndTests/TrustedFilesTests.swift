import FeedTesting
import Foundation
import Glibc
import Testing

@Suite("files that the program obeys")
struct TrustedFilesTests {
    private let bench: ProcessTestBench
    private var workplace: Workplace { bench.workplace }

    init() throws { bench = try ProcessTestBench(issuing: 3) }

    private func change(_ old: String, to new: String) throws {
        let text = workplace.read("config.yaml")
        try #require(text.contains(old))
        try workplace.write("config.yaml", text.replacingOccurrences(of: old, with: new))
    }

    @Test(
        "X14: root obeys no configuration that everybody may write or put another in the place of",
        .enabled(if: geteuid() == 0, "skipped: the tests are not root"))
    func root() throws {
        #expect(chmod(workplace.path("config.yaml"), 0o666) == 0)
        for command in ["check", "run"] {
            let outcome = try workplace.run(command)
            #expect(outcome.status == 78)
            #expect(
                (outcome.output + outcome.errors).contains(
                    "config.yaml:1:1: error: the configuration: everybody can write to config.yaml (chmod o-w config.yaml)"
                ),
                "\(outcome)")
        }
        #expect(!workplace.exists("out/archive.jsonl"))
        #expect(chmod(workplace.path("config.yaml"), 0o644) == 0)
        #expect(chmod(workplace.folder, 0o777) == 0)
        let open = try workplace.run("run")
        #expect(open.status == 78)
        #expect(open.errors.contains("everybody can write to its folder \(workplace.folder)"), "\(open)")
        #expect(chmod(workplace.folder, 0o755) == 0)
        #expect(try workplace.run("check").output.contains("no warnings"))
        #expect(try workplace.run("run").status == 0)
    }

    @Test(
        "X14: others are warned of such a configuration, and root of another user's own",
        .enabled(if: OtherUser.nobody != nil, OtherUser.need))
    func warned() throws {
        let stranger = try #require(OtherUser.nobody)
        try stranger.take(workplace)
        // A folder and a file of one user, named by root: root may mean that.
        let root = try workplace.run("check")
        #expect(root.status == 0, "\(root)")
        #expect(root.output.contains("warning: the configuration: "), "\(root)")
        #expect(root.output.contains(" belongs to the user \(stranger.spoken)"), "\(root)")
        try stranger.take(workplace)
        #expect(try workplace.run("check", wrapper: stranger.wrapper).output.contains("no warnings"))
        #expect(chmod(workplace.path("config.yaml"), 0o666) == 0)
        let own = try workplace.run("check", wrapper: stranger.wrapper)
        #expect(own.status == 0)
        #expect(own.output.contains("warning: the configuration: everybody can write to config.yaml"), "\(own)")
        try stranger.take(workplace)
        let run = try workplace.run("run", wrapper: stranger.wrapper)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty, "\(run)")
        // Root's configuration is fine for a service's user.
        #expect(chmod(workplace.path("config.yaml"), 0o644) == 0)
        #expect(chown(workplace.path("config.yaml"), 0, 0) == 0)
        #expect(try workplace.run("check", wrapper: stranger.wrapper).output.contains("no warnings"))
    }

    @Test(
        "X14: files of variables, secrets and authorities are judged by the same rule",
        .enabled(if: geteuid() == 0, "skipped: the tests are not root"))
    func secrets() throws {
        #expect(mkdir(workplace.path("open"), 0o777) == 0)
        #expect(chmod(workplace.path("open"), 0o777) == 0)
        for name in ["open/env", "open/token"] {
            try workplace.write(name, "A=b\n")
            #expect(chmod(workplace.path(name), 0o600) == 0)
        }
        try change("settings: {", to: "settings: { env_file: open/env,")
        try change("defaults: {", to: "defaults: { headers: { x-token: { file: open/token } },")
        let outcome = try workplace.run("check")
        #expect(outcome.status == 78, "\(outcome)")
        let sentence = "everybody can write to its folder \(workplace.path("open"))"
        #expect(outcome.output.contains("error: settings.env_file: \(sentence)"), "\(outcome)")
        #expect(outcome.output.contains("error: defaults.headers.x-token: \(sentence)"), "\(outcome)")
    }

    /// A file that is obeyed and that everybody can change.
    enum Opening: String, CaseIterable {
        case configuration, folder, variables, program, laterSecret, laterAuthority
    }

    /// The configuration has a program print a secret, which leaves `ran` behind.
    private func nameProgram() throws {
        try workplace.write("secret.sh", "#!/bin/sh\ntouch ran\necho s3cret\n")
        #expect(chmod(workplace.path("secret.sh"), 0o755) == 0)
        try change("defaults: {", to: "defaults: { headers: { x-token: { command: [./secret.sh] } },")
    }

    private func open(_ opening: Opening) throws {
        #expect(mkdir(workplace.path("open"), 0o755) == 0)
        #expect(chmod(workplace.path("open"), 0o777) == 0)
        switch opening {
        case .configuration: #expect(chmod(workplace.path("config.yaml"), 0o666) == 0)
        case .folder: #expect(chmod(workplace.folder, 0o777) == 0)
        case .variables:
            try workplace.write(".env", "A=b\n")
            #expect(chmod(workplace.path(".env"), 0o666) == 0)
            try change("settings: {", to: "settings: { env_file: .env,")
        case .program:
            #expect(rename(workplace.path("secret.sh"), workplace.path("open/secret.sh")) == 0)
            try change("./secret.sh", to: "./open/secret.sh")
        case .laterSecret:
            try workplace.write("open/token", "s3cret\n")
            #expect(chmod(workplace.path("open/token"), 0o600) == 0)
            try change("path: one.xml", to: "path: one.xml, headers: { x-other: { file: open/token } }")
        case .laterAuthority:
            try workplace.write(
                "open/ca.pem", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n")
            try change("path: one.xml", to: "path: one.xml, ca_file: open/ca.pem")
        }
    }

    @Test(
        "X14: a command is not run as root where others can change a file that is obeyed, though it be named later",
        .enabled(if: geteuid() == 0, "skipped: the tests are not root"), arguments: Opening.allCases)
    func commands(opening: Opening) throws {
        try nameProgram()
        try open(opening)
        for arguments in [["run"], ["run", "--dry-run"], ["check", "--online"], ["check"]] {
            let outcome = try workplace.run(arguments)
            #expect(outcome.status == 78, "\(outcome)")
            let mistakes = (outcome.output + outcome.errors).split(separator: "\n").filter { $0.contains("error: ") }
            // Not that its output is missing, too.
            #expect(!mistakes.isEmpty, "\(outcome)")
            #expect(
                mistakes.allSatisfy { $0.contains("everybody can write to") || $0.contains("mode 666") }, "\(outcome)")
            #expect(!workplace.exists("ran"), "\(arguments)")
        }
    }

    @Test("X14: a command is run where all that is obeyed is sound, and once a run")
    func soundCommands() throws {
        try nameProgram()
        try workplace.write("secret.sh", "#!/bin/sh\necho x >>ran\necho s3cret\n")
        #expect(chmod(workplace.path("secret.sh"), 0o755) == 0)
        #expect(try workplace.run("check").status == 0)
        #expect(!workplace.exists("ran"))
        #expect(try workplace.run("run").status == 0)
        #expect(workplace.lines("ran").count == 1)
    }

    @Test(
        "X14: others have the command run, and are warned by a check",
        .enabled(if: OtherUser.nobody != nil, OtherUser.need))
    func commandsOfOthers() throws {
        let stranger = try #require(OtherUser.nobody)
        try nameProgram()
        try stranger.take(workplace)
        #expect(chmod(workplace.path("config.yaml"), 0o666) == 0)
        #expect(chmod(workplace.path("secret.sh"), 0o777) == 0)
        let check = try workplace.run("check", wrapper: stranger.wrapper)
        #expect(check.status == 0, "\(check)")
        #expect(check.output.contains("warning: the configuration: everybody can write to config.yaml"), "\(check)")
        #expect(check.output.contains("warning: defaults.headers.x-token: everybody can write to"), "\(check)")
        #expect(!workplace.exists("ran"))
        try stranger.take(workplace)
        #expect(try workplace.run("run", wrapper: stranger.wrapper).status == 0)
        #expect(workplace.exists("ran"))
    }

    @Test(
        "X20: no sink may write what a source or the configuration reads, by pattern or link either",
        arguments: ["one.xml", "./out/../one.xml", "feeds/more.xml", "linked/one.xml", ".env", "linked/config.yaml"])
    func inputs(path: String) throws {
        try workplace.write("feeds/two.xml", "")
        try workplace.write(".env", "A=b\n")
        #expect(chmod(workplace.path(".env"), 0o600) == 0)
        #expect(symlink(".", workplace.path("linked")) == 0)
        try change("settings: {", to: "settings: { env_file: .env,")
        try change("path: one.xml", to: "path: [one.xml, \"feeds/*.xml\"]")
        try change("path: out/page.jsonl", to: "path: \(path)")
        let before = workplace.read(path)
        let check = try workplace.run("check")
        #expect(check.status == 78, "\(check)")
        let reason =
            path.hasSuffix(".xml")
            ? "is read by sources.one"
            : path == ".env" ? "is a file that the configuration reads" : "is the configuration itself"
        #expect(check.output.contains(reason), "\(check)")
        #expect(try workplace.run("run").status == 78)
        #expect(workplace.read(path) == before)
    }

    @Test("X20: two sinks that reach one file through a linked folder are told, at a run as well")
    func twoSinks() throws {
        try change("path: out/archive.jsonl", to: "path: \"linked/page.jsonl\"")
        #expect(try workplace.run("check").status == 0)
        #expect(mkdir(workplace.path("out"), 0o755) == 0)
        #expect(symlink("out", workplace.path("linked")) == 0)
        for command in ["check", "run"] {
            let outcome = try workplace.run(command)
            #expect(outcome.status == 78)
            #expect((outcome.output + outcome.errors).contains("writes the same file as sinks."), "\(outcome)")
        }
        #expect(!workplace.exists("out/page.jsonl"))
    }

    @Test("X20: two sinks whose placeholders meet at this moment are told")
    func moment() throws {
        try change("path: out/archive.jsonl", to: "path: \"out/{{date}}.jsonl\"")
        try change("path: out/page.jsonl", to: "path: \"out/{{year}}-{{month}}-{{day}}.jsonl\"")
        for command in ["check", "run"] {
            let outcome = try workplace.run(command)
            #expect(outcome.status == 78)
            #expect((outcome.output + outcome.errors).contains("writes the same file as sinks."), "\(outcome)")
        }
    }

    @Test(
        "X20: what is no file is called what it is, as configuration and as a file of variables, and never waited for")
    func kinds() throws {
        try #require(mkfifo(workplace.path("pipe"), 0o600) == 0)
        #expect(mkdir(workplace.path("folder"), 0o755) == 0)
        let kinds = [
            ("pipe", "is a pipe without a writer"), ("folder", "is a folder"), ("/dev/null", "is a device"),
        ]
        for (path, words) in kinds {
            for command in ["check", "run"] {
                let outcome = try workplace.run(command, "-c", path)
                #expect(outcome.status == 78)
                #expect((outcome.output + outcome.errors).contains("the configuration \(words)"), "\(outcome)")
            }
        }
        try change("settings: {", to: "settings: { env_file: pipe,")
        let outcome = try workplace.run("check")
        #expect(outcome.status == 78)
        #expect(outcome.output.contains("pipe is a named pipe"), "\(outcome)")
    }
}
