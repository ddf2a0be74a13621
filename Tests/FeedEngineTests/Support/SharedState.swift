import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedSystem
import FeedTesting
import Logging
import Synchronization

@testable import FeedEngine

/// One state with several workers, each of them a run with leases of its own. One database cannot have two connections
/// that write; here the runs share one.
final class SharedState: Sendable {
    let state: StateDatabase
    let table = LeaseTable()
    private let plan: Plan
    private let clock: ManualClock
    private let transport: any HTTPTransport
    private let wait: @Sendable (ContinuousClock.Instant) async -> Void
    private let blocking = BlockingExecutor(width: 4)

    init(_ bench: RunTestBench) async throws {
        plan = bench.plan
        clock = bench.clock
        transport = bench.transport ?? bench.web
        wait = bench.wait
        state = try await StateDatabase.open(path: bench.plan.settings.statePath, now: bench.clock.now)
    }

    /// One run of a worker. It gives back what it holds at its end, as the end of its state does. `isHeard`: its lines are
    /// noted as told before that.
    @discardableResult
    func run(
        _ worker: String = "a", isHeard: Bool = true, _ change: @Sendable (inout RunOptions) -> Void = { _ in }
    ) async -> RunReport {
        var options = RunOptions()
        change(&options)
        var dependencies = Run.Dependencies(
            transport: (transport as? CountingWeb)?.asked(by: worker) ?? transport, clock: clock, blocking: blocking,
            parsing: blocking,
            logger: Logger(label: "testing") { _ in SwiftLogNoOpLogHandler() }, explain: { $0.code.rawValue })
        dependencies.wait = wait
        dependencies.leases = table.worker(worker)
        dependencies.worker = worker
        let report = await Run(plan, state: state, dependencies: dependencies).execute(options)
        if isHeard { try? await state.markNotified(report.lines.compactMap(\.number), lost: 0, now: clock.now) }
        table.end(worker)
        return report
    }

    /// What the state knows of a feed that `addFeed` made.
    func known(_ url: String) async throws -> KnownFeed {
        try await state.known(
            FeedKey(of: LinesSource(url: url, pages: 1, token: nil, services: .testing()), type: "lines"))
    }
}

/// A transport that follows redirects as ours does, asks the gate before each, and counts how many workers ask each host
/// at once.
final class CountingWeb: HTTPTransport {
    private struct State {
        var open: [String: [String]] = [:]
        var most = 0
        var redirects: [String: String] = [:]
    }

    let web: StubTransport
    private let state = Mutex(State())

    init(_ web: StubTransport) { self.web = web }

    /// The most workers that asked any host at once.
    var most: Int { state.withLock { $0.most } }

    /// The transport of one worker.
    func asked(by worker: String) -> any HTTPTransport { View(worker: worker, web: self) }

    private struct View: HTTPTransport {
        let worker: String
        let web: CountingWeb
        func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
            try await web.send(request, by: worker)
        }
    }

    func redirect(_ url: String, to target: String) { state.withLock { $0.redirects[url] = target } }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse { try await send(request, by: "") }

    private func send(_ request: HTTPRequest, by worker: String) async throws(StageError) -> HTTPResponse {
        let url = request.url.reveal()
        let response = try await ask(request, by: worker)
        guard let target = state.withLock({ $0.redirects[url] }), let host = Address.host(target) else {
            return response
        }
        let server = Address.parts(target)?.server ?? host
        if let refusal = await request.gate?.refusal(redirectingTo: host, at: server) { throw refusal }
        var next = request
        next.url = Secret(target, mask: target)
        return try await ask(next, by: worker)
    }

    private func ask(_ request: HTTPRequest, by worker: String) async throws(StageError) -> HTTPResponse {
        let host = Address.host(request.url.reveal()) ?? ""
        state.withLock { state in
            state.open[host, default: []].append(worker)
            state.most = max(state.most, Set(state.open[host] ?? []).count)
        }
        defer {
            state.withLock { state in
                if let place = state.open[host]?.firstIndex(of: worker) { state.open[host]?.remove(at: place) }
            }
        }
        for _ in 0..<20 { await Task.yield() }
        return try await web.send(request)
    }
}
