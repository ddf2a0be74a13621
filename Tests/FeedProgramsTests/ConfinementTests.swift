import FeedTesting
import Glibc
import Testing

@testable import FeedPrograms

@Suite("confined programs", .enabled(if: Confinement.landlockVersion > 0, "this kernel has no Landlock"))
struct ConfinementTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("state", to: ".kawaraban/state.sqlite", mode: 0o600)
        try folder.write("version: 1", to: "config.yaml")
        try folder.write("KEY=secret", to: "env", mode: 0o600)
    }

    private func run(_ script: String, in place: String = "programs") async throws -> ProgramOutcome {
        try folder.write("#!/usr/bin/python3\n" + script, to: "\(place)/x.py", mode: 0o755)
        var program = Program(
            ["./\(place)/x.py"], in: folder.path, variables: ["PATH": "/usr/bin:/bin", "HOME": folder("home")])
        program.isConfined = true
        program.secrets = ["key": Array("handed over".utf8)]
        program.limits.time = .seconds(60)
        return await Programs().run(program)
    }

    @Test("X21 can read what it is made of and its secrets, write its own TMPDIR, and start others")
    func works() async throws {
        try folder.write("value = 7\n", to: "programs/helper.py")
        let outcome = try await run(
            """
            import helper, json, os, subprocess, tempfile
            with tempfile.NamedTemporaryFile("w+") as file: file.write("x"); file.flush()
            os.makedirs(os.environ["TMPDIR"] + "/a/b")
            open("/dev/null", "w").write("x")
            key = open(os.environ["CREDENTIALS_DIRECTORY"] + "/key").read()
            print(helper.value, key, subprocess.run(["echo", "child"], capture_output=True, text=True).stdout.strip())
            print(os.environ["TMPDIR"])
            """)
        #expect(outcome.ending == .exited(0), "\(outcome.messages)")
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(lines.first == "7 handed over child")
        #expect(lines.last.map { access($0, F_OK) } == -1)
    }

    @Test(
        "X21 reads no state, configuration or secret file, writes nowhere else, and opens no socket",
        arguments: ["programs", "."])
    func isRefused(place: String) async throws {
        let outcome = try await run(
            """
            import ctypes, os, signal, socket
            state, up = ".kawaraban/state.sqlite", os.getppid()
            libc = ctypes.CDLL(None, use_errno=True)
            temporary = os.environ["TMPDIR"]
            def call(*words):
                if libc.syscall(*words) < 0: raise OSError(ctypes.get_errno(), "refused")
            def linked():
                os.symlink(os.getcwd() + "/" + state, temporary + "/link")
                open(temporary + "/link").read()
            attempts = {
                "read the state": lambda: open(state).read(),
                "write the state": lambda: open(state, "r+").write("x"),
                "cut the state": lambda: os.truncate(state, 0),
                "remove the state": lambda: os.remove(state),
                "move the state": lambda: os.rename(state, temporary + "/state"),
                "link the state": lambda: os.link(state, temporary + "/state"),
                "read the state by a link": linked,
                "list the state's folder": lambda: os.listdir(".kawaraban"),
                "read the configuration": lambda: open("config.yaml").read(),
                "read the variables": lambda: open("env").read(),
                "list the configuration's folder": lambda: os.listdir("."),
                "write beside the configuration": lambda: open("new", "w"),
                "make a folder there": lambda: os.mkdir("new"),
                "write into /tmp": lambda: open("/tmp/kawaraban-test-new", "w"),
                "write into /dev/shm": lambda: open("/dev/shm/kawaraban-test-new", "w"),
                "write to itself": lambda: open(__file__, "a"),
                "read another process": lambda: open(f"/proc/{up}/environ").read(),
                "open a TCP socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
                "open a UDP socket": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM),
                "open a Unix socket": lambda: socket.socket(socket.AF_UNIX),
                "open a netlink socket": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
                "set up io_uring": lambda: call(425, 8, ctypes.create_string_buffer(256)),
                "trace another process": lambda: call(101 if os.uname().machine == "x86_64" else 117, 16, up, 0, 0),
            }
            for name, attempt in attempts.items():
                try:
                    attempt()
                    print("could", name)
                except OSError: pass
            print("tried", len(attempts))
            """, in: place)
        #expect(String(decoding: outcome.output, as: UTF8.self) == "tried 23\n", "\(outcome.messages)")
        #expect(try folder.text(".kawaraban/state.sqlite") == "state")
    }

    @Test("X21 a folder that holds the working folder stays closed, even if the name of the latter begins with a mark")
    func closedAboveMarks() throws {
        try folder.write("#!/usr/bin/python3\n", to: "x.py", mode: 0o755)
        try folder.write("", to: "\u{301}work/config.yaml")
        let program = Program([folder("x.py")], in: folder("\u{301}work"), variables: [:])
        let readable = Confinement.readable(by: program, file: folder("x.py"))
        #expect(readable.contains { $0.hasSuffix("/x.py") })
        #expect(!readable.contains { $0.utf8.elementsEqual(folder.path.utf8) })
    }
}
