package import FeedConfiguration
package import FeedModel
package import FeedPrograms
package import FeedStages
package import FeedSystem
import Synchronization

/// Fetches over the network and records every exchange in a folder, without secrets (`kawaraban run --record`).
package final class RecordingTransport: HTTPTransport {
    private let redirects: Redirects
    private let recorder: Recorder
    /// The clock of the recording, to be used for the whole run.
    package let clock: ReplayClock

    /// Makes the folder and writes `moment` and the name of this machine's time zone, if it has one, there. Blocks for
    /// as long as the disk takes.
    ///
    /// Throws if the folder cannot be made, and `.unwritable` if it is not empty.
    package init(
        _ transport: CurlTransport, into folder: String, at moment: Timestamp, zone: String? = nil,
        masking secrets: [Secret], blocking: BlockingExecutor
    ) throws(StageError) {
        let clock = ReplayClock(at: moment, waits: true)
        self.clock = clock
        recorder = Recorder(
            transport.exchanger, into: RecordingFolder(path: folder), masking: secrets, blocking: blocking)
        try RecordingFolder(path: folder).begin(at: moment, zone: zone)
        redirects = Redirects(
            over: recorder, userAgent: transport.options.userAgent, clock: clock,
            masking: SecretMask(secrets, shortest: SecretMask.shortestInAnswers))
    }

    /// The error that made the recording incomplete, or nil. The exchanges after it were performed, but not recorded.
    package var failure: StageError? { recorder.failure }

    /// Runs programs and records the outcome of each.
    package var programs: any ProgramRunning { RecordingPrograms(programs: Programs(), recorder: recorder) }

    /// Returns a mail transport that records what it carries.
    package func mail(over transport: CurlMailTransport) -> any MailTransport {
        RecordingMail(transport: transport, recorder: recorder)
    }

    /// Sends one request and records each of its steps. Throws the `StageError` of the failed step.
    package func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        try await redirects.send(request)
    }
}

/// Records what another exchanger does.
final class Recorder: Exchanger {
    private let exchanger: any Exchanger
    private let folder: RecordingFolder
    private let mask: SecretMask
    private let blocking: BlockingExecutor
    private let lastNumber = Mutex(0)
    private let firstFailure = Mutex<StageError?>(nil)

    init(
        _ exchanger: any Exchanger, into folder: RecordingFolder, masking secrets: [Secret], blocking: BlockingExecutor
    ) {
        self.exchanger = exchanger
        self.folder = folder
        self.blocking = blocking
        mask = SecretMask(secrets, shortest: SecretMask.shortestInAnswers)
    }

    func exchange(_ request: ExchangeRequest) async throws(StageError) -> ExchangeAnswer {
        let number = nextNumber()
        let outcome: RecordedExchange.Outcome
        do throws(StageError) {
            outcome = .answer(try await exchanger.exchange(request))
        } catch {
            guard error.code != .cancelled else { throw error }
            outcome = .failure(error)
        }
        await write(masked(request, outcome), number: number)
        switch outcome {
        case .answer(let answer): return answer
        case .failure(let error): throw error
        case .ended, .taken: throw StageError(.internalError, subject: request.maskedURL)
        }
    }

    /// Carries a letter; records it and its outcome without secrets.
    func send(_ letter: MailLetter, by transport: some MailTransport) async throws(StageError) -> [RefusedRecipient] {
        let number = nextNumber()
        let outcome: RecordedExchange.Outcome
        do throws(StageError) {
            outcome = .taken(try await transport.send(letter))
        } catch {
            guard error.code != .cancelled else { throw error }
            outcome = .failure(error)
        }
        await write(
            RecordedExchange(
                method: MailLetter.method, url: mask.masked(letter.server.address),
                requestHeaders: letter.envelope.map { ($0.name, mask.masked($0.value)) },
                requestBody: mask.masked(letter.bytes), outcome: masked(outcome)),
            number: number)
        switch outcome {
        case .taken(let refused): return refused
        case .failure(let error): throw error
        case .answer, .ended: throw StageError(.internalError, subject: letter.server.address)
        }
    }

    /// Runs a program; records its input and its outcome without secrets.
    func run(_ program: Program, by programs: any ProgramRunning) async -> ProgramOutcome {
        let number = nextNumber()
        let outcome = await programs.run(program)
        guard outcome.ending != .stopped else { return outcome }
        let recorded = ProgramOutcome(
            outcome.ending, output: mask.masked(outcome.output), messages: outcome.messages.map { mask.masked($0) })
        await write(
            RecordedExchange(
                method: Program.method, url: mask.masked(program.line),
                requestBody: program.input.isEmpty ? nil : mask.masked(program.input), outcome: .ended(recorded)),
            number: number)
        return outcome
    }

    /// The number of the next exchange. It is taken when the exchange begins, because a replay returns repeated
    /// requests' responses in the order of the requests.
    private func nextNumber() -> Int {
        lastNumber.withLock { last in
            last += 1
            return last
        }
    }

    /// The first error in writing, or nil.
    var failure: StageError? { firstFailure.withLock { $0 } }

    /// Writes an exchange. After an error, for example a full disk, the run continues without recording.
    private func write(_ recorded: RecordedExchange, number: Int) async {
        guard failure == nil else { return }
        let folder = folder
        do throws(StageError) {
            try await blocking.run { () throws(StageError) in try folder.add(recorded, number: number) }
        } catch {
            firstFailure.withLock { first in first = first ?? error }
        }
    }

    private func masked(_ request: ExchangeRequest, _ outcome: RecordedExchange.Outcome) -> RecordedExchange {
        RecordedExchange(
            method: request.method, url: mask.masked(request.maskedURL),
            requestHeaders: request.headers.map { ($0.name, mask.masked($0.value.mask)) },
            requestBody: request.body.map { mask.masked($0) }, outcome: masked(outcome))
    }

    private func masked(_ outcome: RecordedExchange.Outcome) -> RecordedExchange.Outcome {
        switch outcome {
        case .answer(var answer):
            answer.headers = answer.headers.map { name, value in
                // Cookies may hold the user's session. They are never sent back, so a replay does not need them.
                (name, name == "set-cookie" ? "{masked}" : mask.masked(value))
            }
            answer.body = mask.masked(answer.body)
            return .answer(answer)
        case .failure(let error): return .failure(error.masked(by: mask))
        case .ended: return outcome
        case .taken(let refused):
            return .taken(
                refused.map {
                    RefusedRecipient(address: $0.address, code: $0.code, reply: mask.masked($0.reply))
                })
        }
    }
}
