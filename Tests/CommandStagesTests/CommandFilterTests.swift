import FeedConfiguration
import FeedModel
import FeedPrograms
import FeedStages
import FeedTesting
import Synchronization
import Testing

@testable import CommandStages

@Suite("a program as a filter")
struct CommandFilterTests {
    private let folder: TemporaryFolder
    private let counting = CountingPrograms()

    init() throws { folder = try TemporaryFolder() }

    private func filter(_ script: String, _ more: [String: Node] = [:]) throws -> CommandFilter {
        try folder.write("#!/usr/bin/python3\n\(script)\n", to: "x.py", mode: 0o755)
        var services = Services.testing(directory: folder.path)
        services.programs = counting
        let environment = ConfigEnvironment(variables: ["PATH": "/usr/bin:/bin"], directory: folder.path)
        return try CommandFilter.configured(
            .testing(["run": ["./x.py"], "fields": ["title"]], more), services: services, environment: environment
        ).stage
    }

    private func batch(_ titles: [String]) -> Batch {
        Batch(
            titles.enumerated().map { number, title in
                var entry = Entry()
                entry.guid = "guid \(number)"
                entry.title = title
                entry.url = "https://example.com/\(number)"
                return Candidate(
                    key: "key\(number)", entry: entry, source: "news", sourceRank: 0, firstSeen: ManualClock().now,
                    documentOrder: number)
            })
    }

    private func applied(
        _ script: String, _ titles: [String], _ more: [String: Node] = [:],
        context: StubFilterContext = StubFilterContext()
    ) async throws -> Batch {
        var batch = batch(titles)
        try await filter(script, more).apply(to: &batch, context)
        return batch
    }

    private static let each = """
        import sys, json
        for line in sys.stdin:
            entry = json.loads(line)
        """

    private static let upper =
        each + """

                print(json.dumps({"id": entry["id"], "title": entry["title"].upper()}))
            """

    private func isHeld(_ candidate: Candidate) -> Bool {
        if case .hold = candidate.verdict { true } else { false }
    }

    @Test("keeps to what every stage must keep to")
    func conformance() {
        #expect(
            StageConformance.problems(of: CommandFilter.self, sample: ["run": ["sh"], "fields": ["title"]]) == [])
        #expect(CommandFilter.diagnostics(of: ["run": ["./x"], "fields": ["titel"]]).count >= 1)
        #expect(CommandFilter.diagnostics(of: ["run": ["sh"], "on_failure": "drop"]).count == 1)
    }

    @Test("changes what it was shown, drops what it says, and leaves the rest")
    func changes() async throws {
        let batch = try await applied(
            Self.each + """

                    if "spam" in entry["title"]: print(json.dumps({"id": entry["id"], "drop": "smells of  spam"}))
                    elif "same" in entry["title"]: print(json.dumps({"id": int(entry["id"])}))
                    else: print(json.dumps({"id": entry["id"], "title": "日本 😀 " + entry["title"], "url": "https://evil.test/"}))
                """, ["one", "spam", "same"])
        #expect(batch.candidates.map(\.entry.title) == ["日本 😀 one", "spam", "same"])
        #expect(batch.candidates.map(\.verdict) == [.keep, .drop(because: "./x.py: smells of spam"), .keep])
        #expect(batch.candidates.map(\.entry.url) == batch.candidates.map { "https://example.com/\($0.documentOrder)" })
        #expect(batch.failure == nil)
        #expect(batch.warnings.isEmpty)
    }

    @Test("is shown texts as what they are, and gives them back so")
    func texts() async throws {
        var batch = batch(["one", "two"])
        batch.candidates[0].entry.content = .html(UntrustedHTML(markup: "<p>a</p>", base: "https://example.com/"))
        batch.candidates[1].entry.summary = .plain("b")
        batch.candidates[1].entry.categories = [Category(term: "x")]
        let filter = try filter(
            Self.each + """

                    for name in ["content_html", "summary_text"]:
                        if name in entry: entry[name] = entry[name] * 2
                    if "tags" in entry: entry["tags"] = entry["tags"] + ["y"]
                    print(json.dumps(entry))
                """, ["fields": ["content", "summary", "tags"]])
        try await filter.apply(to: &batch, StubFilterContext())
        #expect(
            batch.candidates[0].entry.content
                == .html(UntrustedHTML(markup: "<p>a</p><p>a</p>", base: "https://example.com/")))
        #expect(batch.candidates[1].entry.summary == .plain("bb"))
        #expect(batch.candidates[1].entry.categories == [Category(term: "x"), Category(term: "y")])
    }

    @Test("P39 asks nothing twice: answers are kept by program, options, version and content")
    func keeps() async throws {
        var context = StubFilterContext()
        _ = try await applied(Self.upper, ["one", "two"], context: context)
        context.memory = FilterMemory(context.memory.items, now: context.now)
        let again = try await applied(Self.upper, ["two", "one", "three"], context: context)
        #expect(again.candidates.map(\.entry.title) == ["TWO", "ONE", "THREE"])
        #expect(counting.inputs.map { $0.split(separator: "\n").count } == [2, 1])
        _ = try await applied(Self.upper, ["one"], ["version": "2"], context: context)
        _ = try await applied(Self.upper, ["one"], ["fields": ["title", "url"]], context: context)
        _ = try await applied(Self.upper, ["One"], context: context)
        #expect(counting.inputs.count == 5)
        _ = try await applied(Self.upper, ["one"], context: context)
        #expect(counting.inputs.count == 5)
    }

    @Test("P39 an answer too long for one item of the memory is kept in several")
    func keepsLong() async throws {
        let context = StubFilterContext()
        let script = Self.each + "\n    print(json.dumps({'id': entry['id'], 'title': 'x' * 60000}))"
        for _ in 0..<2 {
            let batch = try await applied(script, ["one"], context: context)
            #expect(batch.candidates[0].entry.title?.utf8.count == 60_000)
        }
        #expect(counting.inputs.count == 1)
    }

    @Test("P39 what it gives no answer to waits, and the rest counts")
    func waits() async throws {
        let context = StubFilterContext()
        let batch = try await applied(
            Self.each + """

                    if entry["title"] == "three":
                        print("out of words", file=sys.stderr)
                        sys.exit(2)
                    print(json.dumps({"id": entry["id"], "title": "done"}), flush=True)
                """, ["one", "two", "three", "four"], context: context)
        #expect(batch.candidates.map(\.entry.title) == ["done", "done", "three", "four"])
        #expect(batch.candidates.map(isHeld) == [false, false, true, true])
        #expect(batch.candidates[2].verdict == .hold(until: nil, because: "./x.py: it ended with status 2"))
        #expect(batch.failure?.code == .programFailed)
        #expect(batch.failure?.explanation == "out of words")
        #expect(context.memory.items.count == 2)
    }

    @Test("P39 or passes as it is, and that is told")
    func passes() async throws {
        let batch = try await applied("import sys; sys.exit(1)", ["one", "two"], ["on_failure": "pass"])
        #expect(batch.candidates.allSatisfy { $0.verdict == .keep })
        #expect(batch.failure == nil)
        #expect(
            batch.warnings.map { $0.text(of: .found, in: .en) } == ["it ended with status 1; 2 entries pass unchanged"])
    }

    @Test("P39 beyond `per_run` entries wait, or pass")
    func perRun() async throws {
        let waiting = try await applied(Self.upper, ["a", "b", "c"], ["per_run": "2"])
        #expect(waiting.candidates.map(\.entry.title) == ["A", "B", "c"])
        #expect(
            waiting.candidates[2].verdict == .hold(until: nil, because: "./x.py: more than 2 in one run", as: .later))
        #expect(waiting.failure == nil)
        let passing = try await applied(Self.upper, ["a", "b", "c"], ["per_run": "2", "on_failure": "pass"])
        #expect(passing.candidates.map(\.verdict) == [.keep, .keep, .keep])
        #expect(passing.warnings.map(\.code) == [.entriesPassed])
    }

    @Test("P43 answers may end as on Windows, and begin with a mark")
    func windows() async throws {
        let batch = try await applied(
            "import sys\nsys.stdout.reconfigure(newline='\\r\\n')\nsys.stdout.write('\\ufeff')\n\(Self.upper)\nprint()",
            ["one", "two"])
        #expect(batch.failure == nil)
        #expect(batch.candidates.map(\.entry.title) == ["ONE", "TWO"])
    }

    @Test("P45 a banner before the answers is quoted")
    func banner() async throws {
        let batch = try await applied("print('Loading the model, please wait')\n\(Self.upper)", ["one"])
        #expect(batch.failure?.text(of: .found, in: .en)?.hasSuffix("\"Loading the model, please wait\"") == true)
        #expect(batch.candidates.map(isHeld) == [true])
    }

    @Test("what is wrong with an answer is told in Japanese, too, with its line and the program's own words")
    func japanese() async throws {
        let batch = try await applied("print('Loading the model, please wait')\n\(Self.upper)", ["one"])
        let told = batch.failure?.text(of: .found, in: .ja)
        #expect(told?.hasPrefix("1行目がJSONではありません（値ではない）: ") == true)
        #expect(told?.hasSuffix("\"Loading the model, please wait\"") == true)
    }

    @Test(
        "P46 a program may answer at once or at its end, with or without a buffer",
        arguments: [
            "lines = sys.stdin.readlines()\nfor line in lines: answer(line)",
            "for line in sys.stdin: answer(line)\nsys.stdout.flush()",
            "for line in sys.stdin: answer(line); sys.stdout.flush()",
        ])
    func buffers(script: String) async throws {
        // More than a pipe holds, both ways.
        let titles = (0..<2000).map { "\($0) " + String(repeating: "long ", count: 60) }
        let answering = """
            import sys, json
            def answer(line):
                print(json.dumps({"id": json.loads(line)["id"], "title": "x" * 200}))
            \(script)
            """
        let batch = try await applied(answering, titles, ["per_run": "2000"])
        #expect(batch.failure == nil)
        #expect(batch.candidates.allSatisfy { $0.entry.title == String(repeating: "x", count: 200) })
    }

    @Test("P46 answers that lay in the buffer of a program that was killed wait; those that came count")
    func lostBuffer() async throws {
        let batch = try await applied(
            """
            import os
            print('{"id": "1", "title": "x"}', flush=True)
            print('{"id": "2", "title": "x"}')
            os.kill(os.getpid(), 9)
            """, ["one", "two"])
        #expect(batch.candidates.map(\.entry.title) == ["x", "two"])
        #expect(batch.candidates.map(isHeld) == [false, true])
    }

    @Test("P48 nothing is decided by what was answered until the run was stopped")
    func stopped() async throws {
        var services = Services.testing(directory: folder.path)
        services.programs = StoppedProgram(output: Array(#"{"id":"1","drop":"x"}"#.utf8))
        let filter = try CommandFilter.configured(["run": ["sh"], "fields": ["title"]], services: services).stage
        var batch = batch(["one"])
        await #expect(throws: StageError.self) { try await filter.apply(to: &batch, StubFilterContext()) }
        #expect(batch.candidates.map(\.verdict) == [.keep])
    }

    /// How a program may lie, and what is told of it, in one line.
    static let lies: [(script: String, told: String)] = [
        ("print('Loading…')\n\(upper)", "line 1 is not JSON"),
        ("print('{\"id\": \"1\", \"title\": \"x')", "line 1 is not JSON"),
        ("print('[1]')", "line 1 is not a JSON object: \"[1]\""),
        ("print('{\"title\": \"x\"}')", "line 1 has no `id`"),
        ("print('{\"id\": \"3\"}')", "line 1 has an id that was not in the request: \"3\""),
        ("print('{\"id\": \"key0\"}')", "line 1 has an id that was not in the request: \"key0\""),
        ("print('{\"id\": \"01\"}')", "line 1 has an id that was not in the request: \"01\""),
        ("print('{\"id\": \"1\"}\\n{\"id\": \"1\"}')", "line 2 repeats the id \"1\""),
        ("print('{\"id\": \"2\"}')", "1 of 2 ids have no answer; the first is \"1\""),
        ("", "2 of 2 ids have no answer; the first is \"1\""),
        ("print('\\n\\n')", "2 of 2 ids have no answer; the first is \"1\""),
        ("print('{\"id\": \"1\", \"title\": 7}')", "`title` in line 1 is not a text"),
        ("print('{\"id\": \"1\", \"drop\": [1]}')", "`drop` in line 1 is not a text"),
        ("print('{\"id\": \"1\", \"title\": \"\\\\ud83d\"}')", "line 1 contains a lone surrogate"),
        ("print('{\"id\": \"1\", \"title\": \"\\0\"}')", "line 1 contains a NUL"),
        ("import sys; sys.stdout.buffer.write(b'{\"id\":\"1\",\"title\":\"\\xff\"}')", "line 1 is not UTF-8"),
        ("print('{\"id\": \"1\", \"title\": \"' + 'x' * 9000000 + '\"}')", "line 1 is longer than 8 MiB"),
        ("while True: print('x' * 1000000)", "it is larger than 16384 KiB"),
        ("import os; os.kill(os.getpid(), 11)", "it was killed by signal 11"),
        ("import sys; sys.exit(1)", "it ended with status 1"),
        ("x = bytearray(200 << 20)", "it ended with status 1"),
        ("import time; time.sleep(600)", "it did not end within 1 s"),
        (
            "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)",
            "it did not end within 1 s"
        ),
        ("import os, time\nif os.fork() == 0: os.setsid()\ntime.sleep(600)", "it did not end within 1 s"),
        (
            "import os, sys, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)\nsys.exit(4)",
            "it ended with status 4"
        ),
        ("import sys\nsys.stderr.write('x' * 5000000)\nsys.exit(5)", "it ended with status 5"),
        ("import sys; sys.stdin.close(); sys.exit(6)", "it ended with status 6"),
    ]

    @Test("P40 however it lies, that is told by its name, and nothing is decided", arguments: CommandFilterTests.lies)
    func tells(script: String, told: String) async throws {
        let batch = try await applied(
            script, ["one", "two"],
            ["memory": "64MB", "timeout": told.hasPrefix("it did not") ? "1s" : "60s", "max_output": "16MiB"])
        #expect(
            batch.failure?.text(of: .found, in: .en)?.hasPrefix(told) == true,
            "\(batch.failure?.text(of: .found, in: .en) ?? "nothing")")
        #expect(batch.failure?.text(of: .found, in: .en)?.contains("\n") == false)
        #expect(batch.candidates.contains(where: isHeld))
        #expect(batch.candidates.allSatisfy { isHeld($0) || $0.entry.title == "two" })
        #expect(batch.candidates.map(\.entry.title) == ["one", "two"])
    }

    @Test("pairs of surrogates are characters")
    func surrogates() {
        func isIn(_ text: String) -> Bool { LoneSurrogate.isIn(Array(text.utf8)) }
        #expect(!isIn(#""\ud83d\ude00 \\ud83d \u0041\n""#))
        #expect(isIn(#""\ud83d""#))
        #expect(isIn(#""\ud83d x\ude00""#))
        #expect(isIn(#""\ude00\ud83d""#))
        #expect(isIn(#""\ud83d\ud83d\ude00""#))
        #expect(!isIn("{}"))
    }
}

/// Runs programs, and keeps what they were given. A class, because the filter and the test share one.
private final class CountingPrograms: ProgramRunning {
    private let given = Mutex<[String]>([])

    var inputs: [String] { given.withLock { $0 } }

    func run(_ program: Program) async -> ProgramOutcome {
        given.withLock { $0.append(String(decoding: program.input, as: UTF8.self)) }
        return await Programs().run(program)
    }
}
