import FeedStages
import Synchronization

/// One request of a source or filter on its way, redirects among them.
final class Passage: RequestGate {
    private let watch: FetchWatch
    /// Who it is at the server that was configured; nil: anybody, as at all others.
    private let home: Courtesy.Account?
    /// What the user grants it there at most, or nil.
    private let own: Courtesy.OwnBudget?
    private let state: Mutex<(isAside: Bool, since: ContinuousClock.Instant)>

    /// Begins the passage of a request with a credential to a server.
    init(_ watch: FetchWatch, home: Courtesy.Account?, own: Courtesy.OwnBudget? = nil) {
        self.watch = watch
        self.home = home
        self.own = own
        state = Mutex((false, .now))
        watch.change(sends: 1)
    }

    func parks() { stepAside() }

    func lingers() { stepAside() }

    func leaves(for server: String) -> StageError? {
        stepBack()
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
        stepBack()
        state.withLock { $0.since = .now }
        watch.note(account(of: server), status, headers)
    }

    func failed(_ server: String, _ error: StageError) {
        stepBack()
        let taken = state.withLock { max(.zero, ContinuousClock.now - $0.since) }
        watch.noteFailure(of: server, error, after: taken)
    }

    /// The request is over, whatever became of it.
    func end() {
        stepBack()
        watch.change(sends: -1)
    }

    /// Credentials go to the server that was configured, and to no other.
    private func account(of server: String) -> Courtesy.Account {
        if let home, home.server == server { return home }
        return Courtesy.Account(server: server, credential: [])
    }

    private func stepAside() { change(to: true) }
    private func stepBack() { change(to: false) }

    private func change(to isAside: Bool) {
        let changes = state.withLock { state in
            defer { state.isAside = isAside }
            return state.isAside != isAside
        }
        if changes { watch.change(aside: isAside ? 1 : -1) }
    }
}
