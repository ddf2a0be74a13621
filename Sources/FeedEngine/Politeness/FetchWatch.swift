import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import Synchronization

/// Watches the requests of one source, or of a pipeline's filters: counts them, applies the limits of their servers,
/// and frees their place in the window while all of them wait.
///
/// This is a class because copies of the transport share it.
final class FetchWatch: Sendable {
    /// The requests of a source and their results.
    struct Tally: Sendable {
        var requests = 0
        var bytes = 0
        var lastStatus: Int?
        /// The time spent waiting for a turn at a host or for memory.
        var queued = Duration.zero
        /// How long all responses are fresh: the shortest time, or nil.
        var freshFor: Duration?
        /// Responses and failures.
        var answers = 0
        /// The only response, if redirects led to it.
        var redirected: Redirected?
        /// The site that redirects led to; empty if it is the same site; nil unless there was exactly one response.
        var site: String? {
            guard answers == 1, lastStatus != nil else { return nil }
            guard let redirected else { return "" }
            let target = FeedSite.name(of: redirected.finalURL)
            return target == FeedSite.name(of: redirected.asked.reveal()) ? "" : target
        }
    }

    /// A response behind redirects, as evidence of a feed's address.
    struct Redirected: Sendable {
        /// The requested address, which may be masked when shown.
        var asked: Secret
        var redirects: [(status: Int, url: String)]
        var finalURL: String
    }

    private struct State {
        var tally = Tally()
        var window: FetchWindow?
        var expected = 1
        var readsFreshness = false
        /// Whether the run begins nothing new.
        var isEnding: @Sendable () -> Bool = { false }
        var hasSent = false
        var sends = 0
        var idle = 0
        var reserved: [HostLimiter.Account: Int] = [:]
    }

    private let limiter: HostLimiter
    private let clock: any WallClock
    private let state = Mutex(State())
    /// The leases on hosts, if other workers use the state, too; else nil.
    let hosts: HostLeases?
    /// How long a request waits for a host that another worker holds.
    private let patience: Duration

    init(limiter: HostLimiter, clock: any WallClock, hosts: HostLeases? = nil, patience: Duration = .zero) {
        self.limiter = limiter
        self.clock = clock
        self.hosts = hosts
        self.patience = patience
    }

    var tally: Tally { state.withLock { $0.tally } }

    /// Begins a fetch that needed `count` requests last time. Once `isEnding`, its first request is refused: many may wait
    /// for their turn at a host.
    func begin(
        in window: FetchWindow, expecting count: Int, readsFreshness: Bool,
        unless isEnding: @escaping @Sendable () -> Bool
    ) {
        state.withLock { state in
            state.window = window
            state.expected = count
            state.readsFreshness = readsFreshness
            state.isEnding = isEnding
            state.hasSent = false
        }
    }

    /// Ends the fetch and gives its unused reservations back.
    func end() {
        let reserved = state.withLock { state in
            defer { state.reserved = [:] }
            return state.reserved
        }
        for (account, count) in reserved { limiter.release(count, to: account) }
    }

    func add(_ response: HTTPResponse, asked: Secret) {
        state.withLock { state in
            state.tally.requests += response.requests
            state.tally.bytes += response.bytesReceived
            state.tally.lastStatus = response.status
            state.tally.answers += 1
            if state.readsFreshness, let fresh = Freshness.of(response) {
                state.tally.freshFor = min(state.tally.freshFor ?? fresh, fresh)
            }
            state.tally.redirected =
                state.tally.answers > 1 || response.redirects.isEmpty
                ? nil
                : Redirected(asked: asked, redirects: response.redirects, finalURL: response.finalURL)
        }
    }

    /// Header fields that identify the client.
    private static let credentials: Set<String> = [
        "authorization", "cookie", "x-api-key", "api-key", "apikey", "private-token", "x-auth-token",
    ]

    /// Begins to track a request. `end` must be called on the tracker.
    func tracker(for request: HTTPRequest) -> RequestTracker {
        let url = request.url.reveal()
        var shown: [String] = []
        for field in request.headers where Self.isCredential(field) { shown.append(field.value.reveal()) }
        for field in request.policy.headers where Self.isCredential(field) { shown.append(field.value.reveal()) }
        let rate = request.policy.rate
        guard rate != nil || !shown.isEmpty || url.utf8.contains(UInt8(ascii: "@")), let parts = Address.parts(url)
        else { return RequestTracker(self, home: nil) }
        if let user = parts.userInfo { shown.append(user) }
        let own = rate.map { rate in
            HostLimiter.OwnBudget(
                account: limiter.account(of: parts.server, showing: ["rate \(rate.manualText)"] + shown), rate: rate)
        }
        return RequestTracker(self, home: limiter.account(of: parts.server, showing: shown), own: own)
    }

    static func isCredential(_ field: HTTPField) -> Bool { credentials.contains(field.name.lowercased()) }

    func addFailure() {
        state.withLock { state in
            state.tally.requests += 1
            state.tally.answers += 1
            state.tally.redirected = nil
        }
    }

    /// Returns why a request must not be sent, or nil after taking it from the budgets of the account and of the user,
    /// except from those of which it was taken already (`debit`).
    func refusal(
        for account: HostLimiter.Account, within own: HostLimiter.OwnBudget?, debited: [SharedLimits.Debit] = []
    ) -> StageError? {
        let now = clock.now
        if let pause = limiter.pause(of: account.server, at: now) { return pause }
        if state.withLock({ !$0.hasSent && $0.isEnding() }) { return StageError(.cancelled, subject: account.server) }
        func isTaken(_ account: HostLimiter.Account) -> Bool {
            // In a new period it counts again.
            debited.contains { $0.account == account && $0.resetsAt > now }
        }
        if let own, !isTaken(own.account) {
            limiter.begin(own, at: now)
            if let refusal = take(from: own.account, at: now) { return refusal }
        }
        let refusal = isTaken(account) ? nil : take(from: account, at: now)
        if refusal == nil { state.withLock { $0.hasSent = true } }
        return refusal
    }

    /// Takes a request from the budgets that other workers share, in the state, before it is sent: this worker may die.
    /// Returns what was taken, and why the request must not be sent, or nil.
    func debit(
        _ account: HostLimiter.Account, within own: HostLimiter.OwnBudget?
    ) async -> (debits: [SharedLimits.Debit], refusal: StageError?) {
        guard let limits = await hosts?.limits else { return ([], nil) }
        if let pause = limiter.pause(of: account.server, at: clock.now) { return ([], pause) }
        var debits: [SharedLimits.Debit] = []
        do throws(StageError) {
            if let own {
                limiter.begin(own, at: clock.now, isTaken: true)
                if let refusal = take(from: own.account, at: clock.now) { throw refusal }
                if let debit = try await limits.take(from: own.account, own: own.rate) { debits.append(debit) }
            }
            let limit = limiter.limit(of: account, at: clock.now)
            guard limit.exists else { return (debits, nil) }
            // What the server said last counts.
            if limit.isUnsaved { await limits.keep() }
            if let refusal = take(from: account, at: clock.now) { throw refusal }
            if let debit = try await limits.take(from: account, own: nil) { debits.append(debit) }
            return (debits, nil)
        } catch {
            return (debits, error)
        }
    }

    private func take(from account: HostLimiter.Account, at now: Timestamp) -> StageError? {
        var (reserved, expected) = state.withLock { ($0.reserved[account], $0.expected) }
        do throws(StageError) {
            try limiter.take(from: account, expecting: expected, reserved: &reserved, now: now)
        } catch {
            return error
        }
        if let reserved { state.withLock { $0.reserved[account] = reserved } }
        return nil
    }

    func recordFailure(of server: String, _ error: StageError, after duration: Duration) {
        limiter.recordFailure(of: server, error, after: duration)
    }

    func recordAnswer(
        _ account: HostLimiter.Account, _ status: Int, _ headers: [(name: String, value: String)]
    ) {
        limiter.recordAnswer(account, status: status, headers: headers, at: clock.now)
    }

    func addQueued(_ duration: Duration) { state.withLock { $0.tally.queued += duration } }

    /// Holds a host for a request. Returns why it must not be sent, or nil.
    func refusal(holding host: String) async -> StageError? {
        guard let hosts else { return nil }
        do throws(StageError) {
            try await hosts.enter(host, patience: patience)
            return nil
        } catch {
            return error
        }
    }

    /// Changes the counts of requests under way and of those that only wait. If all wait, the fetch becomes idle.
    func change(sends: Int = 0, idle: Int = 0) {
        let step = state.withLock { state -> (FetchWindow, Bool)? in
            let before = state.sends > 0 && state.idle == state.sends
            state.sends += sends
            state.idle += idle
            let after = state.sends > 0 && state.idle == state.sends
            guard let window = state.window, before != after else { return nil }
            return (window, after)
        }
        guard let (window, isIdle) = step else { return }
        if isIdle { window.becomeIdle() } else { window.becomeBusy() }
    }
}
