import FeedStages
import Synchronization

/// One request of a source or filter on its way, redirects among them.
final class RequestTracker: RequestGate {
    private let watch: FetchWatch
    /// Who it is at the server that was configured; nil: anybody, as at all others.
    private let home: HostLimiter.Account?
    /// What the user grants it there at most, or nil.
    private let own: HostLimiter.OwnBudget?
    private let state: Mutex<(isIdle: Bool, since: ContinuousClock.Instant)>

    /// Begins to track a request with a credential to a server.
    init(_ watch: FetchWatch, home: HostLimiter.Account?, own: HostLimiter.OwnBudget? = nil) {
        self.watch = watch
        self.home = home
        self.own = own
        state = Mutex((false, .now))
        watch.change(sends: 1)
    }

    func willQueue() { becomeIdle() }

    func awaitsServer() { becomeIdle() }

    func refusal(sendingTo server: String) -> StageError? {
        becomeBusy()
        let waited = state.withLock { state in
            defer { state.since = .now }
            return .now - state.since
        }
        watch.addQueued(waited)
        return watch.refusal(for: account(of: server), within: own?.account.server == server ? own : nil)
    }

    func waited(_ duration: Duration) {
        guard duration > .zero else { return }
        state.withLock { $0.since += duration }
        watch.addQueued(duration)
    }

    func answered(_ server: String, status: Int, headers: [(name: String, value: String)]) {
        becomeBusy()
        state.withLock { $0.since = .now }
        watch.recordAnswer(account(of: server), status, headers)
    }

    func failed(_ server: String, _ error: StageError) {
        becomeBusy()
        let taken = state.withLock { max(.zero, ContinuousClock.now - $0.since) }
        watch.recordFailure(of: server, error, after: taken)
    }

    /// The request is over, whatever became of it.
    func end() {
        becomeBusy()
        watch.change(sends: -1)
    }

    /// Credentials go to the server that was configured, and to no other.
    private func account(of server: String) -> HostLimiter.Account {
        if let home, home.server == server { return home }
        return HostLimiter.Account(server: server, credential: [])
    }

    private func becomeIdle() { change(to: true) }
    private func becomeBusy() { change(to: false) }

    private func change(to isIdle: Bool) {
        let changes = state.withLock { state in
            defer { state.isIdle = isIdle }
            return state.isIdle != isIdle
        }
        if changes { watch.change(idle: isIdle ? 1 : -1) }
    }
}
