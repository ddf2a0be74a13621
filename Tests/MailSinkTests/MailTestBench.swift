import FeedConfiguration
import FeedModel
import FeedPrograms
import FeedStages
import FeedTesting
import Synchronization

@testable import MailSink

/// Makes sinks of letters, and has what they are made with.
struct MailTestBench {
    let mail = StubMail()
    let programs = StubPrograms()
    let clock = ManualClock()
    var locale = DigestLocale.ja

    var services: Services {
        var services = Services.testing(clock: clock, zone: Self.tokyo, locale: locale)
        services.mail = mail
        services.programs = programs
        return services
    }

    static let tokyo = Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600)
    static let smtp: Node = ["smtp": .quoted("smtps://mail.example.jp")]

    /// Returns a sink with these options beside `to`, `from` and `via`. Throws what is wrong with them.
    func sink(
        via: Node = smtp, to: Node = .quoted("花子 <hanako@example.jp>"), _ options: [(String, Node)] = []
    ) throws -> MailSink {
        let pairs = [("to", to), ("from", Node.quoted("Kawaraban <news@example.jp>")), ("via", via)] + options
        let (sink, diagnostics) = try MailSink.configured(
            Node(.map(pairs.map { Node.Pair(key: $0.0, place: .testing, value: $0.1) }), at: .testing),
            services: services, environment: ConfigEnvironment(variables: ["MAIL_PASSWORD": "secret word"]))
        // A program for mail is not on every machine.
        let mistakes = diagnostics.filter { $0.severity == .error }
        guard mistakes.isEmpty else { throw Misconfigured(diagnostics: mistakes) }
        return sink
    }

    /// Returns a stored message of a composed one.
    func message(_ composed: ComposedMessage, attempts: Int = 0) -> Message {
        Message(composed, in: StubComposeContext(), number: 7, attempts: attempts)
    }

    struct Misconfigured: Error {
        let diagnostics: [Diagnostic]
    }
}

extension Digest {
    /// A digest of entries with these titles, of 7:00 in Tokyo.
    static func letter(_ titles: [String], locale: DigestLocale = .ja) -> Digest {
        var digest = Digest.testing(titles, zone: MailTestBench.tokyo, locale: locale)
        digest.title = locale == .ja ? "朝のまとめ" : "Morning"
        for index in digest.sections[0].entries.indices {
            digest.sections[0].entries[index].key = "k\(index)"
        }
        return digest
    }
}

/// A mail server that gives one answer, and keeps the letters.
final class StubMail: MailTransport {
    private struct State {
        var letters: [MailLetter] = []
        var refused: [RefusedRecipient] = []
        var error: StageError?
    }

    private let state = Mutex(State())

    var letters: [MailLetter] { state.withLock { $0.letters } }

    func refuse(_ recipients: [RefusedRecipient]) { state.withLock { $0.refused = recipients } }
    func fail(with error: StageError?) { state.withLock { $0.error = error } }

    func send(_ letter: MailLetter) async throws(StageError) -> [RefusedRecipient] {
        let (refused, error) = state.withLock { state in
            state.letters.append(letter)
            return (state.refused, state.error)
        }
        if let error { throw error }
        return refused
    }
}

/// A program that ends in one way, and keeps what it was called with.
final class StubPrograms: ProgramRunning {
    private let state = Mutex<(calls: [Program], ending: ProgramEnding)>(([], .exited(0)))

    var calls: [Program] { state.withLock { $0.calls } }
    func end(_ ending: ProgramEnding) { state.withLock { $0.ending = ending } }

    func run(_ program: Program) async -> ProgramOutcome {
        state.withLock { state in
            state.calls.append(program)
            return ProgramOutcome(state.ending, messages: ["what it said"])
        }
    }
}
