import FeedConfiguration
import FeedEngine
import FeedModel
import FeedStages
import FeedState
import FeedSystem
import FeedTesting
import Glibc
import Logging
import MachineLaboratory
import StandardPlugins
import Synchronization

@testable import FeedCommand

/// `kawaraban run` under cron, on a clock that a test moves: a real configuration with the standard plugins, and a web
/// that a test describes.
final class CronJob {
    let clock: ManualClock
    private(set) var plan: Plan
    let folder: FeedTesting.TemporaryFolder
    /// The environment, as the next run finds it.
    var variables: [String: String]
    private let configuration: String
    private let web: any HTTPTransport
    private let blocking = BlockingExecutor(width: 2)

    init(
        _ configuration: String, at start: Timestamp, variables: [String: String] = ["TZ": "UTC"],
        web: @escaping @Sendable (String, Timestamp) -> StubAnswer
    ) throws {
        self.configuration = configuration
        self.variables = variables
        folder = try FeedTesting.TemporaryFolder()
        clock = ManualClock(start)
        self.web = DescribedWeb(clock: clock, answer: web)
        plan = try Self.plan(of: configuration, at: folder("config.yaml"), variables)
    }

    private static func plan(
        of configuration: String, at path: String, _ variables: [String: String]
    ) throws -> Plan {
        let reader = PlanReader(
            registry: try StandardPlugins.registry(), purpose: .run, variables: variables, passesMessages: false)
        let reading = reader.read(Array(configuration.utf8), path: path)
        guard let plan = reading.plan else { throw StageError(.badConfiguration, subject: "\(reading.diagnostics)") }
        return plan
    }

    /// Reads the configuration again, as each run of the program does.
    func reread() throws { plan = try Self.plan(of: configuration, at: folder("config.yaml"), variables) }

    /// One run: what cron would mail, and how it ended.
    func run() async throws -> (lines: [String], status: ExitStatus) {
        let lines = ChangeLines(catalogue: .english, zone: plan.settings.zone)
        let state = try await open(.readWrite)
        var dependencies = Run.Dependencies(
            transport: web, clock: clock, blocking: blocking, parsing: blocking,
            logger: Logger(label: "testing") { _ in SwiftLogNoOpLogHandler() }, explain: { $0.code.rawValue })
        dependencies.lines = { lines.texts(for: $0) }
        let report = await Run(plan, state: state, dependencies: dependencies).execute(RunOptions())
        let mail = Mutex<[String]>([])
        let heard = LineReporter(lines: lines) { line in
            mail.withLock { $0.append(line) }
            return true
        }.reportLines(report)
        try await heard.markNotified(in: state, now: clock.now)
        try await state.close()
        return (mail.withLock { $0 }, ExitStatus(report, printed: heard.lines, isStrict: false, stop: nil))
    }

    /// Changes what the configuration says.
    func change(_ change: (inout Plan) -> Void) { change(&plan) }

    /// Puts a file where a sink finds it.
    func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

    /// Takes such a file away.
    func remove(_ name: String) { unlink(folder(name)) }

    /// What a file holds that a sink wrote, or nil.
    func bytes(_ name: String) -> [UInt8]? { try? folder.bytes(name) }

    /// What `why` would tell of every entry.
    func histories() async throws -> [EntryHistory] {
        let state = try await open(.readOnly)
        let all = (1...100_000).lazy.compactMap { EntryID(key: "e\($0)") }
        var histories: [EntryHistory] = []
        for id in all {
            guard let history = try await state.histories(of: [id]).first else { break }
            histories.append(history)
        }
        try await state.close()
        return histories
    }

    private func open(_ mode: StateMode) async throws -> StateDatabase {
        try await retryingWhileLocked { () throws(StageError) in
            try await StateDatabase.open(path: plan.settings.statePath, mode: mode, now: clock.now)
        }
    }

    /// What `status` finds.
    func survey(only name: String? = nil) async throws -> HealthSurvey {
        let state = try await open(.readOnly)
        let reading = StateReading(state: state, plan: plan, zone: plan.settings.zone, now: clock.now)
        return try await HealthSurvey(reading, only: name, .testing())
    }
}

/// What a described web says.
enum StubAnswer: Sendable {
    case feed([String])
    /// A feed as its server writes it.
    case document(String)
    case status(Int)
    case failure(StageError.Code)
}

/// A web whose answers depend on the address and the time.
private struct DescribedWeb: HTTPTransport {
    let clock: ManualClock
    let answer: @Sendable (String, Timestamp) -> StubAnswer

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        let url = request.url.reveal()
        let host = Address.parts(url)?.server ?? ""
        if let refusal = request.gate?.refusal(sendingTo: host) { throw refusal }
        var response = HTTPResponse(
            status: 200, headers: [], body: [], finalURL: url, redirects: [], bytesReceived: 0, requests: 1,
            receivedAt: clock.now)
        switch answer(url, clock.now) {
        case .failure(let code):
            let error = StageError(code, subject: request.url.mask, facts: [.host: host])
            request.gate?.failed(host, error)
            throw error
        case .status(let status): response.status = status
        case .document(let text): response.body = Array(text.utf8)
        case .feed(let titles):
            let items = titles.map { "<item><title>\($0)</title><guid>\($0)</guid></item>" }.joined()
            response.body = Array("<rss version=\"2.0\"><channel><title>\(host)</title>\(items)</channel></rss>".utf8)
        }
        request.gate?.answered(host, status: response.status, headers: response.headers)
        return response
    }
}

extension Settings {
    /// The path of the state of a test.
    var statePath: String { state.path ?? "" }
}
