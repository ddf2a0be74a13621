import Foundation
import Testing

/// What the shells offer while a command is typed. The shells themselves are asked where they are installed.
@Suite("completions")
struct CompletionTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        try workplace.write(
            "config.yaml",
            #"""
            version: 1
            settings: { env_file: { no: text }, state: /nowhere/at/all }
            sources:
              swift: { type: feed, url: { command: [touch, ran-secret] } }
              Sunday: { type: command, run: [touch, ran-source] }
            sinks: { page: { type: file, path: "page.html", format: html } }
            pipelines:
              morning: { sources: [swift, "zenn:swift", "zenn:$(touch ran-name)", "zenn:a b"], sinks: [page] }
              evening: { sources: [Sunday], sinks: [page, stdout] }
            """#)
        try workplace.write("other news.yaml", "pipelines: { weekly: {}, work: {} }\n")
    }

    /// Asks as the script of a shell does.
    private func asked(_ command: String, _ argument: String, _ words: [String], shell: String = "fish") throws
        -> Workplace.Outcome
    {
        let index = String(words.count - 1)
        return try workplace.run(
            ["---completion"] + command.split(separator: " ").map(String.init)
                + ["--", argument, index, String(words.last?.count ?? 0)] + words,
            environment: ["SAP_SHELL": shell])
    }

    private func offered(_ command: String, _ argument: String, _ words: String...) throws -> [String] {
        let outcome = try asked(command, argument, words)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test("are the names of the configuration, and of plugins")
    func names() throws {
        #expect(try offered("run", "positional@0", "kawaraban", "run", "") == ["morning", "evening"])
        #expect(
            try offered("list", "--source", "kawaraban", "list", "--source", "")
                == ["swift", "Sunday", "zenn:swift", "zenn:$(touch ran-name)", "zenn:a b"])
        #expect(
            try offered("state replay", "--sink", "kawaraban", "state", "replay", "--sink", "") == ["page", "stdout"])
        #expect(
            try offered("run", "positional@0", "kawaraban", "-c", "'other news.yaml'", "run", "") == ["weekly", "work"])
        #expect(try offered("plugins", "positional@0", "kawaraban", "plugins", "").contains("markdown"))
        let forms = try offered("try", "positional@0", "kawaraban", "try", "")
        #expect(forms.contains("zenn:") && forms.contains("zenn") && forms.contains("feed:"))
        #expect(try offered("parse", "--parser", "kawaraban", "parse", "--parser", "").contains("opml") == false)
        // Nothing was run, fetched or written.
        let files = try FileManager.default.contentsOfDirectory(atPath: workplace.folder)
        #expect(Set(files) == ["config.yaml", "other news.yaml", "stdout.txt", "stderr.txt"])
    }

    @Test("are none, without a word, if the configuration is missing or broken, or the question is nonsense")
    func silence() throws {
        try workplace.write("broken.yaml", "pipelines: [\n")
        for words in [["-c", "none.yaml"], ["-c", "broken.yaml"], ["-c", "$(touch ran-config)"], ["-c", "."]] {
            let outcome = try asked("run", "positional@0", ["kawaraban", "run"] + words + [""])
            #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
        }
        for arguments in [
            [], ["nonsense"], ["run"], ["run", "--", "--nonsense"], ["run", "--", "positional@7", "a", "b"],
        ] {
            let outcome = try workplace.run(["---completion"] + arguments)
            #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
        }
        #expect(!workplace.exists("ran-config"))
    }

    @Test("have a script for each shell, which is one in each language", arguments: ["bash", "zsh", "fish"])
    func scripts(_ shell: String) throws {
        guard let program = Self.program(shell) else { return }
        for language in ["C.UTF-8", "ja_JP.UTF-8"] {
            let script = try workplace.run("--generate-completion-script", shell, environment: ["LC_ALL": language])
            #expect(script.status == 0 && !script.output.hasPrefix("#!"), "a shell that runs reads it")
            try workplace.write("script", script.output)
            let outcome = try workplace.runOther([program, "-n", workplace.path("script")])
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        }
    }

    /// What bash puts into COMPREPLY for a line with the cursor at its end. `pieces` are its words as readline breaks
    /// them, `last` is what it would replace.
    private func bash(_ line: String, _ pieces: [String], last: String? = nil) throws -> [String] {
        let script = try workplace.run("--generate-completion-script", "bash").output
        try workplace.write("script", script)
        try workplace.write(
            "ask",
            #"""
            source ./script
            mkdir -p bin && ln -sf "$PROGRAM" bin/kawaraban && PATH=$PWD/bin:$PATH
            COMP_LINE=$1 COMP_POINT=${#1}
            shift
            last=$1
            shift
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            compopt() { :; }
            function=$(complete -p kawaraban | sed 's/.* -F \([^ ]*\).*/\1/')
            "$function" kawaraban "$last" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\n' "${COMPREPLY[@]}"
            """#)
        let outcome = try workplace.runOther(
            [try #require(Self.program("bash")), workplace.path("ask"), line, last ?? pieces.last ?? ""] + pieces,
            environment: ["PROGRAM": Workplace.program])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test("in bash: names, in words with a colon as well, and nothing of a name is run", .enabled(if: hasBash))
    func bash() throws {
        #expect(try bash("kawaraban run ", ["kawaraban", "run", ""]) == ["morning", "evening"])
        #expect(try bash("kawaraban run ev", ["kawaraban", "run", "ev"]) == ["evening"])
        #expect(
            try bash("kawaraban run -c other\\ news.yaml w", ["kawaraban", "run", "-c", "other\\ news.yaml", "w"])
                == ["weekly", "work"])
        #expect(
            try bash(
                "kawaraban run --config=other\\ news.yaml we",
                ["kawaraban", "run", "--config", "=", "other\\ news.yaml", "we"]) == ["weekly"])
        #expect(try bash("kawaraban list --source=sw", ["kawaraban", "list", "--source", "=", "sw"]) == ["swift"])
        #expect(
            try bash("kawaraban status zenn:", ["kawaraban", "status", "zenn", ":"], last: "")
                == ["swift", #"\$\(touch\ ran-name\)"#, #"a\ b"#])
        #expect(try bash("kawaraban status zenn:sw", ["kawaraban", "status", "zenn", ":", "sw"]) == ["swift"])
        #expect(
            try bash("kawaraban status \"zenn:a", ["kawaraban", "status", "\"zenn:a"], last: "zenn:a") == ["zenn:a b"])
        #expect(try bash("kawaraban try qi", ["kawaraban", "try", "qi"]).contains("qiita:"))
        #expect(try bash("kawaraban sta", ["kawaraban", "sta"]) == ["status", "state"])
        #expect(try bash("kawaraban parse --format ", ["kawaraban", "parse", "--format", ""]).contains("text"))
        #expect(try bash("kawaraban check -c ot", ["kawaraban", "check", "-c", "ot"]) == ["other news.yaml"])
        #expect(try bash("~/no/kawaraban run ", ["~/no/kawaraban", "run", ""]) == [])
        #expect(!workplace.exists("ran-name") && !workplace.exists("ran-secret"))
    }

    private static func program(_ name: String) -> String? {
        ["/usr/bin/\(name)", "/bin/\(name)"].first { access($0, X_OK) == 0 }
    }

    private static var hasBash: Bool { program("bash") != nil }
}
