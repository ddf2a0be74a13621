import FeedModel
import FeedStages
import Synchronization

/// Tracks one request of a source or filter, including its redirects.
final class RequestTracker: RequestGate {
    private let watch: FetchWatch
    /// The account at the configured server; nil if it sends no credential. Other servers get no credential.
    private let home: HostLimiter.Account?
    /// The user's own budget for that server, or nil.
    private let own: HostLimiter.OwnBudget?
    private let state: Mutex<(isIdle: Bool, since: ContinuousClock.Instant)>
    /// The hosts that the request holds.
    private let held = Mutex<[String]>([])
    /// What was taken from the budgets of servers that other workers share, and not sent yet.
    private let debits = Mutex<[SharedLimits.Debit]>([])

    /// Begins to track a request.
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
        let debited = debits.withLock { $0.filter { $0.account.server == server } }
        let refusal = watch.refusal(for: account(of: server), within: own(at: server), debited: debited)
        // What was taken for a request that is refused after all is given back.
        if refusal == nil { debits.withLock { $0.removeAll { $0.account.server == server } } }
        return refusal
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

    func refusal(redirectingTo host: String, at server: String) async -> StageError? {
        await refusal(holding: host, sendingTo: server)
    }

    /// Holds a host until `leaveHosts`, and takes a request from the budgets that other workers share. Returns why the
    /// request must not be sent, or nil.
    func refusal(holding host: String, sendingTo server: String) async -> StageError? {
        guard watch.hosts != nil else { return nil }
        if !held.withLock({ $0.contains(host) }) {
            if let refusal = await watch.refusal(holding: host) { return refusal }
            held.withLock { $0.append(host) }
        }
        let (taken, refusal) = await watch.debit(account(of: server), within: own(at: server))
        debits.withLock { $0 += taken }
        return refusal
    }

    /// Gives the hosts of the request back, and requests that were not sent.
    func leaveHosts() async {
        let unsent = debits.withLock { debits in
            defer { debits = [] }
            return debits
        }
        if !unsent.isEmpty { await watch.hosts?.limits?.giveBack(unsent) }
        let hosts = held.withLock { held in
            defer { held = [] }
            return held
        }
        for host in hosts { await watch.hosts?.leave(host) }
    }

    /// Ends the request, with any result.
    func end() {
        becomeBusy()
        watch.change(sends: -1)
    }

    /// Returns the account at a server. Credentials go only to the configured server.
    private func account(of server: String) -> HostLimiter.Account {
        if let home, home.server == server { return home }
        return HostLimiter.Account(server: server, credential: [])
    }

    /// The user's own budget, if it is for a server.
    private func own(at server: String) -> HostLimiter.OwnBudget? { own?.account.server == server ? own : nil }

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
