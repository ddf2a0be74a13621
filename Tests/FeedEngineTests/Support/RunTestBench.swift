import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedSystem
import FeedTesting
import Foundation
import Logging
import PostgreSQLLaboratory

@testable import FeedEngine

/// A small engine for tests: shelves as sources, inboxes as sinks, a clock that stands still, a state in a folder of
/// its own.
final class RunTestBench {
    let clock = ManualClock()
    /// What sources that ask an address get; `addFeed` makes such sources.
    let web: StubTransport
    /// Returns when a run has taken as long as it may; never unless a test says so.
    var wait: @Sendable (ContinuousClock.Instant) async -> Void = { _ in
        try? await Task.sleep(for: .seconds(3600))
    }
    /// In which words changes are told through a sink.
    var lines: @Sendable ([RunReport.Change]) -> [String] = { _ in [] }
    /// A sentence for people, for what went wrong.
    var explain: @Sendable (StageError) -> String = { $0.code.rawValue }
    /// The account of the memory that a run takes; of a transport of the test's own, too, if it is given it.
    var memory = MemoryBudget()
    /// How many waiting entries go through filters that judge each entry alone at once.
    var filteredAtOnce = 10_000
    /// Whether what is fetched is stored in the order of the plan.
    var keepsOrder = false
    /// What happens beside a run, in the state that it works with.
    var meanwhile: @Sendable (StateDatabase) async throws -> Void = { _ in }
    /// Whether a run is to begin nothing new.
    var isEnding: @Sendable () -> Bool = { false }
    /// What this machine says of its own network.
    var network = Run.OwnNetwork()
    /// What carries requests; `web` unless a test says otherwise.
    var transport: (any HTTPTransport)?
    private let temporary: TemporaryFolder
    var folder: String { temporary.path }
    var plan: Plan
    private let blocking = BlockingExecutor(width: 2)

    init(in parent: String = "/tmp") throws {
        temporary = try TemporaryFolder(in: parent)
        web = StubTransport(clock: clock)
        plan = Plan(
            settings: Settings(
                configPath: "config.yaml", directory: temporary.path, state: .file(temporary("state.sqlite")),
                zone: .utc,
                locale: .en, allowedNetworks: [], concurrency: 4),
            sources: [], sinks: [], pipelines: [], secrets: [])
    }

    /// What a file of the folder holds; nothing if there is none.
    func bytes(_ name: String) -> [UInt8] { (try? temporary.bytes(name)) ?? [] }

    @discardableResult
    func addSource(
        _ name: String, firstRun: FirstRun = .all, refresh: Refresh = .everyRun, request: String? = nil
    ) -> Shelf {
        let shelf = Shelf()
        let clock = clock
        plan.sources.append(
            PlannedSource(
                name: name, type: "shelf", title: nil, place: .nowhere, refresh: refresh, firstRun: firstRun,
                policy: HTTPPolicy(), maxEntries: 10_000, isEnabled: true
            ) { _ throws(StageError) in
                PlannedSource.Stages(
                    source: ShelfSource(name: request ?? name, shelf: shelf, clock: clock), parser: NoParser())
            })
        return shelf
    }

    /// A source that asks an address for a feed, a title a line.
    func addFeed(_ name: String, _ url: String, refresh: Refresh = .everyRun, pages: Int = 1, token: String? = nil) {
        var planned = PlannedSource(
            name: name, type: "lines", title: nil, place: .nowhere, refresh: refresh, firstRun: .all,
            policy: HTTPPolicy(), maxEntries: 10_000, isEnabled: true
        ) { services throws(StageError) in
            PlannedSource.Stages(
                source: LinesSource(url: url, pages: pages, token: token, services: services), parser: LinesParser())
        }
        planned.addressPlace = Place(file: "config.yaml", line: 7, column: 5)
        plan.sources.append(planned)
    }

    @discardableResult
    func addSink(
        _ name: String, cutsByEntry: Bool = false, layout: DigestLayout = .stream,
        format: any DigestFormat = TitlesFormat()
    ) -> Inbox {
        let inbox = Inbox()
        add(sink: name, format: format) { _ throws(StageError) in
            InboxSink(inbox: inbox, cutsByEntry: cutsByEntry, layout: layout)
        }
        return inbox
    }

    func add(
        sink name: String, format: any DigestFormat = TitlesFormat(),
        _ make: @escaping @Sendable (Services) throws(StageError) -> any Sink
    ) {
        plan.sinks.append(
            PlannedSink(
                name: name, type: "test", place: .nowhere, policy: HTTPPolicy(), make: make,
                makeFormat: { _ throws(StageError) in format }))
    }

    func addPipeline(
        _ name: String, sources: [String], filters: [(String, any Filter)] = [], sinks: [String],
        schedule: Schedule? = nil
    ) {
        plan.pipelines.append(
            PlannedPipeline(
                name: name, title: name, place: .nowhere, schedule: schedule, sources: sources,
                filters: filters.map { name, filter in
                    PlannedFilter(name: name, place: .nowhere) { _ throws(StageError) in filter }
                }, groupBy: .none, sinks: sinks))
    }

    /// One run. Of its lines nobody hears unless a test says so: as if it were killed before it could tell them.
    @discardableResult
    func run(
        mode: StateMode = .readWrite, isHeard: Bool = false,
        _ change: (inout RunOptions) -> Void = { _ in }
    ) async throws -> RunReport {
        var options = RunOptions()
        change(&options)
        let state = try await StateDatabase.opened(at: plan.settings.statePath, mode: mode, now: clock.now)
        var dependencies = Run.Dependencies(
            transport: transport ?? web, clock: clock, blocking: blocking, parsing: blocking,
            logger: Logger(label: "testing") { _ in SwiftLogNoOpLogHandler() }, explain: explain)
        dependencies.wait = wait
        dependencies.memory = memory
        dependencies.filteredAtOnce = filteredAtOnce
        dependencies.keepsOrder = keepsOrder
        let words = lines
        dependencies.lines = { kept in
            kept.flatMap { line in words([line.change]).map { ChangeText($0, of: [line]) } }
        }
        dependencies.network = network
        dependencies.isEnding = isEnding
        let meanwhile = meanwhile
        async let beside: Void = meanwhile(state)
        let report = await Run(plan, state: state, dependencies: dependencies).execute(options)
        try await beside
        if isHeard { try await state.markNotified(report.lines.compactMap(\.number), now: clock.now) }
        try await state.close()
        return report
    }
}

extension Settings {
    /// The path of the state of a test.
    var statePath: String { state.path ?? "" }
}

extension Place {
    static let nowhere = Place(file: "config.yaml", line: 1, column: 1)
}

/// What the state holds between two runs.
enum StateDatabaseProbe {
    static func known(_ url: String, in bench: RunTestBench) async throws -> KnownFeed {
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        let source = LinesSource(url: url, pages: 1, token: nil, services: .testing())
        let known = try await state.known(FeedKey(of: source, type: LinesSource.type))
        try await state.close()
        return known
    }
}
