import CommandStages
import FeedConfiguration
import FeedModel
import FeedPrograms
import FeedStages
import FeedTesting
import Testing
import WebFeed

@Suite("a program as a source")
struct CommandSourceTests {
    private let folder: TemporaryFolder
    private static let feed = """
        {"version": "https://jsonfeed.org/version/1.1", "title": "Tides", "items": [
        {"id": "1", "title": "High water"}, {"id": "2", "title": "Low water"}]}
        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.feed, to: "feed.json")
    }

    private func fetch(
        _ script: String, _ more: [String: Node] = [:], since previous: StubPrevious = StubPrevious(),
        variables: [String: String] = ["PATH": "/usr/bin:/bin", "SEEN": "no"], timeout: Duration = .seconds(60),
        programs: (any ProgramRunning)? = nil
    ) async throws -> (writer: RecordingWriter, error: StageError?) {
        try folder.write("#!/bin/sh\n\(script)\n", to: "x.sh", mode: 0o755)
        var services = Services.testing(directory: folder.path)
        services.maxBody = 1 << 20
        services.timeout = timeout
        if let programs { services.programs = programs }
        let section = Node.testing(["run": ["./x.sh", "an arg"]], more)
        let source = try CommandSource.configured(
            section, services: services,
            environment: ConfigEnvironment(variables: variables, directory: folder.path)
        ).stage
        let writer = RecordingWriter(parser: try AutoParser.configured([:]).stage)
        do throws(StageError) {
            try await source.fetch(since: previous, into: writer)
            return (writer, nil)
        } catch {
            return (writer, error)
        }
    }

    @Test("keeps to what every stage must keep to")
    func conformance() {
        #expect(StageConformance.problems(of: CommandSource.self, sample: ["run": ["sh", "arg"]]) == [])
        #expect(CommandSource.diagnostics(of: [:]).count == 1)
        #expect(CommandSource.diagnostics(of: ["run": "./x.py y"]).count == 1)
        #expect(CommandSource.diagnostics(of: ["run": []]).count == 1)
        #expect(CommandSource.diagnostics(of: ["run": ["sh"], "environment": ["KAWARABAN_X"]]).count == 1)
        #expect(CommandSource.diagnostics(of: ["run": ["sh"], "environment": ["not a name"]]).count == 1)
        #expect(CommandSource.diagnostics(of: ["run": ["./x"], "secrets": ["../x": ["env": "A"]]]).count >= 1)
    }

    @Test("what it prints is a feed of any format, and it works in the configuration's folder")
    func prints() async throws {
        let (writer, error) = try await fetch("echo working >&2; cat feed.json")
        #expect(error == nil)
        #expect(writer.entries.map(\.title) == ["High water", "Low water"])
        #expect(writer.cursor != nil)
        let (rss, _) = try await fetch(
            "echo '<rss><channel><title>x</title><item><title>One</title></item></channel></rss>'")
        #expect(rss.entries.map(\.title) == ["One"])
    }

    @Test(
        "P37 a status other than 0 is a failure that tells its last messages; whole entries stay, without a note of it")
    func fails() async throws {
        let (writer, error) = try await fetch("cat feed.json; echo first >&2; echo 'no such tide' >&2; exit 3")
        #expect(writer.entries.count == 2)
        #expect(writer.cursor == nil)
        #expect(writer.validators.isEmpty)
        #expect(error?.code == .programFailed)
        #expect(error?.subject == "./x.sh")
        #expect(error?.text(of: .found, in: .en) == "it ended with status 3")
        #expect(error?.explanation == "no such tide < first")
    }

    @Test("P37 half a document of a program that failed brings its whole entries")
    func failsInTheMiddle() async throws {
        let (writer, error) = try await fetch(
            "echo '<rss><channel><item><title>High water</title></item><item><title>Low wa'; kill -9 $$")
        #expect(writer.entries.first?.title == "High water")
        #expect(error?.code == .programFailed)
        #expect(error?.text(of: .found, in: .en) == "it was killed by signal 9")
    }

    @Test("P37 no output means nothing new from one that has given a feed, and a failure of one that never has")
    func printsNothing() async throws {
        let (_, first) = try await fetch("true")
        #expect(first?.code == .programOutput)
        #expect(first?.text(of: .found, in: .en) == "nothing, and it has never printed anything")
        let known = StubPrevious(after: try await fetch("cat feed.json").writer)
        let (writer, error) = try await fetch("echo", since: known)
        #expect(error == nil)
        #expect(writer.unchangedKeys == [.only])
        #expect(writer.documents.isEmpty)
    }

    @Test("P37, P45 a banner in the place of a feed is quoted")
    func banner() async throws {
        let (_, error) = try await fetch("echo; echo 'Loading model … done'; cat feed.json")
        #expect(error?.code == .programOutput)
        #expect(error?.text(of: .found, in: .en) == "not a feed but plain text: \"Loading model … done\"")
    }

    @Test(
        "P43 Windows line ends, and a mark at the beginning, change nothing",
        arguments: [
            #"printf '\357\273\277'; cat feed.json"#, #"sed 's/$/\r/' feed.json"#,
            #"printf '<?xml version="1.0"?>\r\n<rss><channel>\r\n<item><title>High\r\nwater</title></item>\r\n"#
                + #"<item><title>Low water</title></item></channel></rss>\r\n'"#,
        ])
    func windows(script: String) async throws {
        let (writer, error) = try await fetch(script)
        #expect(error == nil)
        #expect(writer.entries.map(\.title) == ["High water", "Low water"])
    }

    @Test("P44 numbers as ids keep their figures, however many they are")
    func longNumbers() async throws {
        let items = "{\"id\":9007199254740992},{\"id\":9007199254740993},{\"id\":12345678901234567890123}"
        let (writer, _) = try await fetch(
            "echo '{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\(items)]}'")
        #expect(
            writer.entries.map(\.guid) == ["9007199254740992", "9007199254740993", "12345678901234567890123"])
    }

    @Test("P48 what was printed until the run was stopped is no feed, however whole it looks")
    func stopped() async throws {
        let (writer, error) = try await fetch("", programs: StoppedProgram(output: Array(Self.feed.utf8)))
        #expect(error?.code == .cancelled)
        #expect(writer.documents.isEmpty)
        #expect(writer.cursor == nil)
    }

    @Test("P37 it gets what `input` says, the usual variables, those that are named, and its secrets as files")
    func surroundings() async throws {
        let script = """
            printf '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"%s"}]}' \\
            "$(cat) $1 $A $LANG ${SEEN-unset} $(cat $CREDENTIALS_DIRECTORY/key)"
            """
        let (writer, error) = try await fetch(
            script, ["input": "read", "environment": ["A=b"], "secrets": ["key": ["env": "KEY"]]],
            variables: ["PATH": "/usr/bin:/bin", "SEEN": "no", "LANG": "ja_JP.UTF-8", "KEY": "s3cret"])
        #expect(error == nil)
        #expect(writer.entries.map(\.title) == ["read an arg b ja_JP.UTF-8 unset s3cret"])
        let (named, _) = try await fetch(
            script, ["input": "read", "environment": ["SEEN"], "secrets": ["key": ["env": "SEEN"]]])
        #expect(named.entries.map(\.title) == ["read an arg no no"])
    }

    @Test("P37 its time limit is the source's `timeout`, its size `max_body`")
    func limits() async throws {
        let (_, slow) = try await fetch("exec sleep 600", timeout: .seconds(1))
        #expect(slow?.code == .programFailed)
        #expect(slow?.text(of: .found, in: .en) == "it did not end within 1 s")
        let (_, large) = try await fetch("yes")
        #expect(large?.code == .programOutput)
        #expect(large?.text(of: .found, in: .en) == "it is larger than 1024 KiB")
    }

    private func request(_ section: Node) throws -> String {
        try CommandSource.configured(section).stage.canonicalRequest
    }

    @Test("its identity is its words and its input, not its variables or secrets")
    func identity() throws {
        let plain = try request(["run": ["./x", "a b"]])
        #expect(try request(["run": ["./x", "a b"], "environment": ["A=b"], "memory": "64MB"]) == plain)
        #expect(try request(["run": ["./x", "a", "b"]]) != plain)
        #expect(try request(["run": ["./x", "a b"], "input": "c"]) != plain)
        #expect(try request(["run": ["./x", "a"], "input": "b"]) != request(["run": ["./x", "a", "b"]]))
    }

    @Test("a program without arguments needs no brackets; a line for a shell is refused with the list to write")
    func oneWord() throws {
        try folder.write("#!/bin/sh\n", to: "x", mode: 0o755)
        let environment = ConfigEnvironment(variables: ["PATH": "/usr/bin:/bin"], directory: folder.path)
        #expect(CommandSource.diagnostics(of: ["run": "./x"], environment: environment).isEmpty)
        #expect(try request(["run": "./x"]) == request(["run": ["./x"]]))
        let found = CommandSource.diagnostics(of: ["run": "./x --all now"], environment: environment)
        #expect(found.map(\.message).first?.hasSuffix("run: it holds several words, and no shell splits them") == true)
        #expect(found.map { $0.suggestion } == ["write a list: [./x, --all, now]"])
    }

    @Test("a program that could not be started now is told before it is needed, and nothing else is prevented")
    func notStartable() throws {
        try folder.write("#!/bin/sh\n", to: "plain.sh", mode: 0o644)
        let environment = ConfigEnvironment(variables: ["PATH": "/usr/bin:/bin"], directory: folder.path)
        for (name, reason) in [
            ("./none.sh", "cannot be started: the file does not exist"), ("no-such-program", "was not found in PATH"),
            ("./plain.sh", "cannot be started: it is not executable (chmod +x)"),
        ] {
            let found = CommandSource.diagnostics(of: ["run": [.quoted(name)]], environment: environment)
            #expect(found.map(\.message).first?.hasSuffix("run: \(name) \(reason)") == true)
            #expect(found.map(\.severity) == [.missing])
        }
    }

    @Test("P38 a program that others can change is told as a configuration is that they can change")
    func judges() async throws {
        try folder.write("#!/bin/sh\n", to: "open.sh", mode: 0o777)
        let environment = ConfigEnvironment(variables: ["PATH": "/usr/bin:/bin"], directory: folder.path)
        for run: Node in [["./open.sh"], ["sh", "open.sh"], ["sh", "-e", "./open.sh"]] {
            let found = CommandSource.diagnostics(of: ["run": run], environment: environment)
            #expect(found.count == 1)
            #expect(found.allSatisfy { $0.message.contains("everybody can write to \(folder.path)") })
        }
        try folder.write("#!/bin/sh\n", to: "own.sh", mode: 0o755)
        #expect(CommandSource.diagnostics(of: ["run": ["./own.sh", "open.sh"]], environment: environment).isEmpty)
        #expect(CommandSource.diagnostics(of: ["run": ["sh", "own.sh"]], environment: environment).isEmpty)
    }
}

/// A program that is ended because nobody wants its answer any more.
struct StoppedProgram: ProgramRunning {
    let output: [UInt8]

    func run(_ program: Program) async -> ProgramOutcome { ProgramOutcome(.stopped, output: output) }
}

extension Node {
    /// One map of two.
    static func testing(_ map: [String: Node], _ more: [String: Node]) -> Node {
        let pairs = map.merging(more) { $1 }.sorted { $0.key < $1.key }
        return Node(.map(pairs.map { Pair(key: $0.key, place: .testing, value: $0.value) }), at: .testing)
    }
}
