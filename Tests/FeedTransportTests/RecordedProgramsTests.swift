import FeedConfiguration
import FeedMessages
import FeedModel
import FeedPrograms
import FeedSystem
import FeedTesting
import Testing

@testable import FeedTransport

@Suite("Recording and replay of programs")
struct RecordedProgramsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func program(_ words: [String], input: String = "") -> Program {
        var program = Program(words, in: folder.path, variables: ["PATH": "/usr/bin:/bin"])
        program.input = Array(input.utf8)
        return program
    }

    private func recorder(masking secrets: [Secret] = []) throws -> RecordingTransport {
        try RecordingTransport(
            Loopback.transport(), into: folder("recording"), at: Timestamp(seconds: 1_795_125_600), masking: secrets,
            blocking: BlockingExecutor(width: 1))
    }

    private func replay(masking secrets: [Secret] = []) throws -> ReplayTransport {
        try ReplayTransport(from: folder("recording"), masking: secrets, blocking: BlockingExecutor(width: 1))
    }

    @Test("what programs did is what replay says that they did, in their order, and nothing is started")
    func same() async throws {
        try folder.write(
            "#!/bin/sh\necho one >>runs\ncat runs; printf '\\000\\377'; echo why >&2; exit 3\n", to: "x.sh", mode: 0o755
        )
        let programs = [
            program(["./x.sh", "a b#%\u{7}", "日本"]), program(["./x.sh", "a b#%\u{7}", "日本"]), program(["./missing"]),
            program(["/bin/sh", "-c", "kill -9 $$"]), program(["/bin/cat"], input: "line\n"),
        ]
        let recorder = try recorder()
        var recorded: [ProgramOutcome] = []
        for program in programs { recorded.append(await recorder.programs.run(program)) }
        #expect(recorder.failure == nil)
        #expect(recorded.map(\.messages).first == ["why"])
        let runs = try folder.text("runs")
        let replay = try replay()
        for (program, outcome) in zip(programs, recorded) { #expect(await replay.programs.run(program) == outcome) }
        #expect(try folder.text("runs") == runs)
        #expect(
            await replay.programs.run(program(["./other"]))
                == ProgramOutcome(.notStarted(.message("recording.not_recorded"))))
    }

    @Test("a recording of a program holds no secret, and its file is as the documentation has it")
    func file() async throws {
        let secrets = [Secret("s3cret value", mask: "{sources.x.secrets.key}")]
        try folder.write("#!/bin/sh\necho feed of s3cret value; echo 'no s3cret value' >&2\n", to: "x.sh", mode: 0o755)
        _ = await (try recorder(masking: secrets)).programs.run(program(["./x.sh", "arg"]))
        #expect(
            try folder.text("recording/000001-RUN-x.sh.http") == """
                RUN ./x.sh arg

                END exited 0
                stderr: no {sources.x.secrets.key}

                feed of {sources.x.secrets.key}

                """)
    }

    @Test("each way to end is written down and read again")
    func endings() {
        for ending: ProgramEnding in [
            .exited(0), .exited(255), .signalled(9), .tooSlow, .tooMuchOutput, .stopped, .lost,
            .notStarted("is not there"), .notStarted(.message("program.folder", ["folder": "/a", "reason": "gone"])),
        ] { #expect(ProgramEnding(recorded: ending.recorded) == ending) }
        for text in ["", "exited", "exited 256", "signalled x", "ended", "not-started words"] {
            #expect(ProgramEnding(recorded: text) == nil)
        }
    }
}
