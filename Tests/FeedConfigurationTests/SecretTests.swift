import FeedTesting
import Glibc
import Testing

@testable import FeedConfiguration

@Suite struct SecretTests {
    static func read(
        _ text: String, variables: [String: String] = [:], directory: String = ".", runsCommands: Bool = false
    ) -> (secret: Secret?, text: SectionOfText) {
        let environment = ConfigEnvironment(variables: variables, directory: directory, runsCommands: runsCommands)
        let text = SectionOfText("token: \(text)\n", environment: environment)
        return (text.section.option("token", as: Secret.self, help: "x"), text)
    }

    @Test("a secret comes from a variable and is never printed")
    func variable() throws {
        let (secret, text) = Self.read("{ env: TOKEN }", variables: ["TOKEN": "hunter2"])
        #expect(secret?.reveal() == "hunter2")
        #expect(secret?.mask == "{s.token}")
        #expect(text.section.secrets.list.map { $0.reveal() } == ["hunter2"])
        #expect("\(try #require(secret)) \(String(reflecting: secret))".contains("hunter2") == false)
    }

    @Test(
        "missing, empty and malformed are three mistakes",
        arguments: [
            (nil, Diagnostic.Severity.missing, "s.token: environment variable TOKEN is not set"),
            ("", .missing, "s.token: environment variable TOKEN is empty"),
            (
                "hunter2\nX: y", .missing,
                "s.token: environment variable TOKEN is malformed: it contains a line break or another control character"
            ),
            (" hunter2", .missing, "s.token: environment variable TOKEN is malformed: it begins or ends with a space"),
        ] as [(String?, Diagnostic.Severity, String)])
    func mistakes(value: String?, severity: Diagnostic.Severity, message: String) {
        let (secret, text) = Self.read("{ env: TOKEN }", variables: value.map { ["TOKEN": $0] } ?? [:])
        #expect(text.diagnostics.list.map(\.severity) == [severity])
        #expect(text.diagnostics.list.map(\.message) == [message])
        #expect(secret?.isMissing != false)
    }

    @Test("an optional secret may be missing; an empty one is worth a warning")
    func optional() {
        let (missing, quiet) = Self.read("{ env: TOKEN, optional: true }")
        #expect(missing == nil)
        #expect(quiet.messages == [])
        let (empty, loud) = Self.read("{ env: TOKEN, optional: true }", variables: ["TOKEN": ""])
        #expect(empty == nil)
        #expect(loud.diagnostics.list.map(\.severity) == [.warning])
    }

    @Test("an optional secret that is there and cannot be used is told, and counts as one that is wanted")
    func optionalAndMalformed() throws {
        let folder = try TemporaryFolder()
        try folder.write("hunter2", to: "open", mode: 0o644)
        for text in ["{ env: TOKEN, optional: true }", "{ file: open, optional: true }"] {
            let (secret, text) = Self.read(text, variables: ["TOKEN": "hunter2\nX: y"], directory: folder.path)
            #expect(secret?.isMissing == true)
            #expect(text.diagnostics.list.map(\.severity) == [.missing])
        }
    }

    @Test("plain text is refused with the cure, and not repeated")
    func plain() {
        let (secret, text) = Self.read("hunter2")
        #expect(secret == nil)
        #expect(text.suggestions == ["keep it out of this file: write { env: NAME }"])
        #expect(text.messages.joined().contains("hunter2") == false)
    }

    @Test("a secret written where a variable's name belongs is not repeated")
    func secretAsName() {
        let (_, text) = Self.read("{ env: ghp_hunter2 }")
        #expect(text.messages == ["1:8: s.token: the environment variable named here is not set"])
    }

    @Test(
        "where it comes from must be said once",
        arguments: ["{}", "{ env: A, file: b }", "{ evn: A }", "{ command: [] }", "{ env: A, credential: b }"])
    func origins(text: String) {
        let (secret, text) = Self.read(text, variables: ["A": "x"])
        #expect(secret == nil)
        #expect(text.diagnostics.hasErrors)
    }

    @Test("a file holds one secret; its mode must keep others out")
    func files() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        try temporary.write("hunter2\n", to: "token", mode: 0o600)
        #expect(Self.read("{ file: token }", directory: folder).secret?.reveal() == "hunter2")
        try temporary.write("hunter2\r\n", to: "crlf", mode: 0o400)
        #expect(Self.read("{ file: \(folder)/crlf }").secret?.reveal() == "hunter2")
        try temporary.write("hunter2", to: "open", mode: 0o644)
        let (secret, text) = Self.read("{ file: open }", directory: folder)
        #expect(secret?.isMissing == true)
        #expect(text.suggestions == ["chmod 600 \(folder)/open"])
        mkfifo("\(folder)/pipe", 0o600)
        for path in [".", "pipe"] {
            let (secret, text) = Self.read("{ file: \(path) }", directory: folder)
            #expect(secret?.isMissing == true)
            #expect(text.diagnostics.list.map(\.severity) == [.missing])
        }
        #expect(Self.read("{ file: none }", directory: folder).text.diagnostics.list.map(\.severity) == [.missing])
    }

    @Test("a file that others may write is no secret that is kept, be they a group", arguments: [0o660, 0o620, 0o602])
    func writableFiles(mode: Int) throws {
        let folder = try TemporaryFolder()
        try folder.write("hunter2", to: "token")
        // Whatever the umask is.
        try #require(chmod(folder("token"), mode_t(mode)) == 0)
        let (secret, text) = Self.read("{ file: token }", directory: folder.path)
        #expect(secret?.isMissing == true)
        #expect(text.suggestions == ["chmod 600 \(folder.path)/token"])
    }

    @Test("systemd hands a credential over as a file of root that nobody may change, whatever is at its end")
    func credentials() throws {
        let folder = try TemporaryFolder()
        try folder.write("hunter2\n", to: "qiita", mode: 0o440)
        let variables = ["CREDENTIALS_DIRECTORY": folder.path]
        let (secret, text) = Self.read("{ credential: qiita }", variables: variables)
        #expect(secret?.reveal() == "hunter2")
        #expect(text.messages == [])
        #expect(text.section.secrets.list.map { $0.reveal() } == ["hunter2"])
        #expect(Self.read("{ credential: \"qi ita@1\", optional: true }", variables: variables).text.messages == [])
    }

    @Test("without systemd, or without this credential, the unit's line that is missing is told")
    func missingCredentials() throws {
        let folder = try TemporaryFolder()
        for variables in [[:], ["CREDENTIALS_DIRECTORY": ""]] {
            let (secret, text) = Self.read("{ credential: qiita }", variables: variables)
            #expect(secret?.isMissing == true)
            #expect(text.messages == ["1:8: s.token: no credential `qiita`: CREDENTIALS_DIRECTORY is not set"])
            #expect(
                text.suggestions == [
                    "let systemd run it, with `LoadCredential=qiita:PATH` in the unit, or add `optional: true`"
                ])
            #expect(Self.read("{ credential: qiita, optional: true }", variables: variables).text.messages == [])
        }
        let (_, text) = Self.read("{ credential: qiita }", variables: ["CREDENTIALS_DIRECTORY": folder.path])
        #expect(text.messages == ["1:8: s.token: there is no credential \(folder.path)/qiita"])
        #expect(
            text.suggestions == [
                "add `LoadCredential=qiita:PATH` to the systemd unit, or add `optional: true` here"
            ])
    }

    @Test("a credential that is empty, too long, open to others or no file is told as such, and is no secret")
    func unusableCredentials() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "empty", mode: 0o400)
        try folder.write(String(repeating: "x", count: (16 << 10) + 1), to: "long", mode: 0o400)
        try folder.write("hunter2", to: "open", mode: 0o644)
        try folder.write("\u{0}", to: "binary", mode: 0o400)
        mkdir(folder("folder"), 0o700)
        let place = folder.path
        let expected = [
            "empty": "\(place)/empty is empty",
            "long": "\(place)/long is larger than 16 KiB",
            "open": "others can read \(place)/open (mode 644)",
            "binary": "\(place)/binary is malformed: it contains a line break or another control character",
            "folder": "\(place)/folder is a folder",
        ]
        for (name, fault) in expected {
            let (secret, text) = Self.read("{ credential: \(name) }", variables: ["CREDENTIALS_DIRECTORY": place])
            #expect(secret?.isMissing == true)
            #expect(text.messages == ["1:8: s.token: \(fault)"])
            #expect(text.suggestions.count == 1)
        }
    }

    @Test(
        "no name of a credential leads out of its folder",
        arguments: ["\"\"", ".", "..", "a/b", "../qiita", "/etc/passwd", "a:b", "\"a\\tb\"", "クリデンシャル"])
    func credentialNames(name: String) throws {
        let folder = try TemporaryFolder()
        let (secret, text) = Self.read("{ credential: \(name) }", variables: ["CREDENTIALS_DIRECTORY": folder.path])
        #expect(secret == nil)
        #expect(text.messages.map { $0.hasSuffix("s.token: no credential can have this name") } == [true])
        #expect(text.diagnostics.hasErrors)
        let long = Self.read("{ credential: \(String(repeating: "a", count: 256)) }").text
        #expect(long.diagnostics.hasErrors)
        #expect(!long.messages.joined().contains("aaaa"))
    }

    @Test("a command prints a secret; it is run only where a run is meant")
    func commands() {
        #expect(
            Self.read("{ command: [echo, hunter2] }", variables: ["PATH": "/bin:/usr/bin"], runsCommands: true).secret?
                .reveal() == "hunter2")
        let (unasked, quiet) = Self.read("{ command: [echo, hunter2] }")
        #expect(unasked?.isMissing == true)
        #expect(quiet.messages == [])
        let (failed, text) = Self.read("{ command: [/bin/sh, -c, 'echo hunter2; exit 3'] }", runsCommands: true)
        #expect(failed?.isMissing == true)
        #expect(text.messages == ["1:8: s.token: `/bin/sh` ended with exit status 3"])
        #expect(
            Self.read("{ command: [/no/such] }", runsCommands: true).text.diagnostics.list.map(\.severity) == [.missing]
        )
    }

    @Test("a command does not inherit ignored or blocked signals: a pipe that closes ends it")
    func signals() {
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        let script = "grep SigIgn /proc/self/status | cut -f 2"
        let words = "{ command: [/bin/sh, -c, \"\(script)\"] }"
        let ignored = Self.read(words, variables: ["PATH": "/bin:/usr/bin"], runsCommands: true).secret?.reveal()
        // Bit 12 is SIGPIPE.
        #expect(ignored.flatMap { UInt64($0, radix: 16) }.map { $0 & 1 << 12 } == 0)
    }

    @Test("an address may be written out or be a secret")
    func addresses() {
        func read(_ text: String, _ variables: [String: String] = [:]) -> (Secret?, [String]) {
            let text = SectionOfText("url: \(text)\n", environment: ConfigEnvironment(variables: variables))
            return (text.section.option("url", as: SecretURL.self, help: "x")?.secret, text.messages)
        }
        #expect(read("https://example.com/h").0?.reveal() == "https://example.com/h")
        #expect(read("{ env: HOOK }", ["HOOK": "https://example.com/s"]).0?.mask == "{s.url}")
        #expect(read("https://example.com/${KEY}", ["KEY": "k"]).0?.reveal() == "https://example.com/k")
        #expect(read("https://example.com/${KEY}").0?.isMissing == true)
        #expect(read("[]").1.count == 1)
    }
}
