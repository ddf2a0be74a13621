import ArgumentParser
import FeedEngine
import FeedMessages
import FeedModel
import StandardPlugins
import Synchronization
import Testing

@testable import FeedCommand

@Suite("First configuration")
struct StarterTests {
    /// What a dialogue shows and reads.
    private final class Terminal: Sendable {
        let answers: Mutex<[String]>
        let shown = Mutex("")
        init(_ answers: [String]) { self.answers = Mutex(answers) }
    }

    private func dialogue(_ terminal: Terminal) throws -> StarterDialogue {
        let context = CommandContext(
            registry: try StandardPlugins.registry(), console: Console(color: .never),
            signals: StopSignals(isOn: false),
            outputLanguage: OutputLanguage(variables: [:]))
        let common = try CommonOptions.parse(["--config", "/nowhere/config.yaml"])
        return StarterDialogue(
            context: context, common: common, columns: 80, tell: { text in terminal.shown.withLock { $0 += text } },
            read: { terminal.answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } })
    }

    private static let draft = StarterConfiguration(sources: [], localized: Localizer(.en))

    @Test("wrong answers are asked again with the reason, and empty ones mean what is shown")
    func again() async throws {
        let terminal = Terminal(["", "zen:swift", "zenn:swift, hatena:it", "soon", "", "page.xyz", "page.html"])
        let starter = try await dialogue(terminal).starter(.init(), from: Self.draft)
        #expect(starter.sources.map(\.text) == ["zenn:swift", "hatena:it"])
        #expect(starter.schedule == "0 7 * * *")
        #expect(starter.output == "page.html")
        let shown = terminal.shown.withLock { $0 }
        #expect(shown.contains("at least one") && shown.contains("[07:00] > ") && shown.contains("page.xyz"))
        #expect(shown.split(separator: "\n").count { $0.contains("What do you want to read?") } == 1)
    }

    @Test("what the command line answers is not asked")
    func given() async throws {
        let terminal = Terminal(["21:15"])
        let starter = try await dialogue(terminal).starter(
            .init(sources: ["zenn:swift"], output: "a.md"), from: Self.draft)
        #expect(starter.schedule == "15 21 * * *")
        #expect(!terminal.shown.withLock { $0 }.contains("read?"))
    }

    @Test("an input that ends writes nothing")
    func ended() async throws {
        await #expect(throws: CommandFailure.self) {
            _ = try await dialogue(Terminal(["zenn:swift"])).starter(.init(), from: Self.draft)
        }
    }

    @Test(
        "a time is said as people say it",
        arguments: [
            ("07:00", "0 7 * * *"), ("7:05", "5 7 * * *"), ("19:30,7:30", "30 7,19 * * *"), ("@hourly", "@hourly"),
            ("0 7 * * mon", "0 7 * * mon"), ("always", nil),
        ])
    func time(_ text: String, _ expression: String?) throws {
        #expect(try StarterSchedule.expression(for: text) == expression)
    }

    @Test("a time that is none is refused", arguments: ["", "25:00", "7", "07:00,08:30", "7:0", "+7:00"])
    func noTime(_ text: String) {
        #expect(throws: Schedule.Mistake.self) { _ = try StarterSchedule.expression(for: text) }
    }
}
