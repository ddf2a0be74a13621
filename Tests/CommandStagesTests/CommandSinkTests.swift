import CommandStages
import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import StandardFormats
import Testing

@Suite("a program as a sink")
struct CommandSinkTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sink(_ script: String, _ more: [String: Node] = [:]) throws -> CommandSink {
        try folder.write("#!/bin/sh\n\(script)\n", to: "x.sh", mode: 0o755)
        let environment = ConfigEnvironment(variables: ["PATH": "/usr/bin:/bin"], directory: folder.path)
        return try CommandSink.configured(
            .testing(["run": ["./x.sh"]], more), services: .testing(directory: folder.path), environment: environment
        ).stage
    }

    private func message(_ payload: String, attempts: Int = 0) -> Message {
        Message(
            number: 1, id: "msg_abc", pipeline: "morning", target: "./x.sh", mode: .post, payload: Array(payload.utf8),
            memo: nil, attempts: attempts)
    }

    private func code(_ script: String, _ more: [String: Node] = [:]) async throws -> StageError.Code? {
        let sink = try sink(script, more)
        do throws(StageError) {
            _ = try await sink.deliver(message("text"))
            return nil
        } catch {
            return error.code
        }
    }

    @Test("keeps to what every stage must keep to")
    func conformance() {
        #expect(StageConformance.problems(of: CommandSink.self, sample: ["run": ["sh"]]) == [])
    }

    @Test("P41 it gets the bytes of the message, and its id, attempt and pipeline")
    func delivers() async throws {
        let sink = try sink("cat >got; env | grep ^KAWARABAN | sort >>got; yes | head -c 1000000")
        _ = try await sink.deliver(message("bytes\n", attempts: 2))
        #expect(
            try folder.text("got")
                == "bytes\nKAWARABAN_ATTEMPT=3\nKAWARABAN_MESSAGE_ID=msg_abc\nKAWARABAN_PIPELINE=morning\n")
    }

    @Test(
        "P41 its exit status says what became of the message",
        arguments: [
            ("exit 0", nil), ("exit 75", .programBusy), ("exit 64", .rejected), ("exit 65", .rejected),
            ("exit 77", .rejected), ("exit 78", .rejected), ("exit 1", .unknownFate), ("exit 127", .unknownFate),
            ("kill -9 $$", .unknownFate), ("exec sleep 600", .unknownFate), ("exec cat", nil),
        ] as [(String, StageError.Code?)])
    func tells(script: String, expected: StageError.Code?) async throws {
        #expect(try await code(script, ["timeout": "1s"]) == expected)
    }

    @Test("P41 one that cannot be started surely has received nothing")
    func isNotStarted() async throws {
        #expect(try await code("", ["run": ["./missing"]]) == .programNotStarted)
    }

    @Test("a digest is one message, in the format that was chosen")
    func composes() async throws {
        let context = StubComposeContext(format: try JSONFormat.configured([:]).stage)
        let messages = try sink("").compose(.testing(["one", "two"]), in: context)
        #expect(messages.map(\.entries.count) == [2])
        #expect(messages.map(\.target) == ["./x.sh"])
        #expect(messages.first.map { String(decoding: $0.payload, as: UTF8.self).contains("one") } == true)
        #expect(try sink("").compose(.testing([]), in: context).isEmpty)
    }
}
