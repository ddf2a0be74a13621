package import FeedConfiguration
import FeedMessages
package import FeedModel
package import FeedPrograms
package import FeedStages
package import FeedSystem
import Synchronization

/// Responds from a recording, without any network (`kawaraban run --replay`).
package final class ReplayTransport: HTTPTransport {
    private let redirects: Redirects
    private let player: Player
    /// A clock that stands at the time of the recording, to be used for the whole run.
    package let clock: ReplayClock

    /// The name of the recording machine's time zone, or nil.
    package let zone: String?

    /// Reads a recording. Blocks for as long as the disk takes. Throws `.unreadable` if a file is no exchange, and
    /// other errors if a file cannot be read.
    package init(from folder: String, masking secrets: [Secret], blocking: BlockingExecutor) throws(StageError) {
        let folder = RecordingFolder(path: folder)
        let (moment, zone) = try folder.clock()
        self.zone = zone
        let clock = ReplayClock(at: moment)
        self.clock = clock
        player = try Player(folder, masking: secrets, blocking: blocking)
        redirects = Redirects(
            over: player, userAgent: "Kawaraban (replay)", clock: clock,
            masking: SecretMask(secrets, shortest: SecretMask.shortestInAnswers), sendsSecrets: false)
    }

    /// Returns the recorded outcomes of programs.
    package var programs: any ProgramRunning { ReplayPrograms(player: player) }

    /// Returns the recorded fates of letters.
    package var mail: any MailTransport { ReplayMail(player: player) }

    /// Returns the recorded response to one request, following recorded redirects. Throws `.notRecorded` for a request
    /// that is not in the recording, and the recorded error of a request that failed.
    package func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        try await redirects.send(request)
    }
}

/// Returns recorded exchanges.
final class Player: Exchanger {
    private let folder: RecordingFolder
    private let blocking: BlockingExecutor
    /// The file names of each request's exchanges. Bodies are read when needed: a recording may be larger than memory.
    private let recorded: [String: [String]]
    private let timesAsked = Mutex<[String: Int]>([:])
    private let mask: SecretMask

    /// Reads every file once, so that an invalid file is reported before the run starts.
    init(_ folder: RecordingFolder, masking secrets: [Secret], blocking: BlockingExecutor) throws(StageError) {
        self.folder = folder
        self.blocking = blocking
        mask = SecretMask(secrets, shortest: SecretMask.shortestInAnswers)
        var recorded: [String: [String]] = [:]
        for name in try folder.exchangeNames() {
            let exchange = try folder.exchange(name)
            recorded[Self.key(exchange.method, exchange.url), default: []].append(name)
        }
        self.recorded = recorded
    }

    func exchange(_ request: ExchangeRequest) async throws(StageError) -> ExchangeAnswer {
        if Task.isCancelled { throw StageError(.cancelled, subject: request.maskedURL) }
        guard let outcome = try await next(request.method, mask.masked(request.maskedURL)) else {
            throw StageError(.notRecorded, subject: mask.masked(request.maskedURL))
        }
        switch outcome {
        case .ended, .taken: throw StageError(.internalError, subject: request.maskedURL)
        case .failure(var error):
            error.subject = request.maskedURL
            throw error
        case .answer(let answer):
            let answer = Self.matches(request, answer) ? Self.notModified(answer) : answer
            request.gate?.answered(request.server, status: answer.status, headers: answer.headers)
            return answer
        }
    }

    /// The recorded outcome of a program. A program that is not in the recording counts as one that cannot be started.
    func outcome(of program: Program) async -> ProgramOutcome {
        if Task.isCancelled { return ProgramOutcome(.stopped) }
        guard case .ended(let outcome)? = try? await next(Program.method, mask.masked(program.line)) else {
            return ProgramOutcome(.notStarted(.message("recording.not_recorded")))
        }
        return outcome
    }

    /// The recorded fate of a letter. Throws `.notRecorded` for a letter that is not in the recording.
    func send(_ letter: MailLetter) async throws(StageError) -> [RefusedRecipient] {
        let address = mask.masked(letter.server.address)
        if Task.isCancelled { throw StageError(.cancelled, subject: address) }
        switch try await next(MailLetter.method, address) {
        case .taken(let refused): return refused
        case .failure(var error):
            error.subject = address
            throw error
        case .answer, .ended, nil: throw StageError(.notRecorded, subject: address)
        }
    }

    /// The next recorded outcome of this request; the last one repeats. Nil if there is none.
    private func next(_ method: String, _ url: String) async throws(StageError) -> RecordedExchange.Outcome? {
        let key = Self.key(method, url)
        guard let names = recorded[key], let last = names.last else { return nil }
        let count = timesAsked.withLock { asked in
            asked[key, default: 0] += 1
            return asked[key, default: 1]
        }
        let (folder, name) = (folder, count <= names.count ? names[count - 1] : last)
        return try await blocking.run { () throws(StageError) in try folder.exchange(name) }.outcome
    }

    /// The key of a request: its method and its resolved address without a fragment, so that spelling does not matter.
    private static func key(_ method: String, _ url: String) -> String {
        let resolved = Address.resolve(url, against: nil) ?? url
        return method + " " + resolved.prefix { $0 != "#" }
    }

    /// Whether the request's validators match the response (RFC 9110 §13.2.2): `If-Modified-Since` counts only without
    /// `If-None-Match`.
    private static func matches(_ request: ExchangeRequest, _ answer: ExchangeAnswer) -> Bool {
        func sent(_ name: String) -> String? { request.headers.first { $0.name.lowercased() == name }?.value.reveal() }
        guard answer.status == 200 else { return false }
        if let known = sent("if-none-match") { return known == answer.header("etag") }
        if let known = sent("if-modified-since") { return known == answer.header("last-modified") }
        return false
    }

    private static func notModified(_ answer: ExchangeAnswer) -> ExchangeAnswer {
        let headers = answer.headers.filter { !$0.name.hasPrefix("content-") && $0.name != "transfer-encoding" }
        return ExchangeAnswer(status: 304, headers: headers, body: [], bytesReceived: 0)
    }
}

/// A clock that stands at the time of a recording, so that recording and replay give the same bytes.
package struct ReplayClock: WallClock {
    /// The time of the recording.
    package let now: Timestamp
    private let waits: Bool

    /// Makes a clock that stands at `now`. `waits` says whether `sleep` takes its time (while recording) or none.
    package init(at now: Timestamp, waits: Bool = false) {
        self.now = now
        self.waits = waits
    }

    /// Sleeps for `duration` if the clock waits, else returns at once. Throws only if the task is cancelled.
    package func sleep(for duration: Duration) async throws {
        if waits { try await Task.sleep(for: duration) } else { try Task.checkCancellation() }
    }
}
