import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import Synchronization

/// Watches the requests of one source, or of a pipeline's filters: counts them, keeps them to what servers asked of us,
/// and steps aside in the window while they only wait.
///
/// A class, because copies of the transport share it.
final class FetchWatch: Sendable {
    /// What a source asked for, and what it got.
    struct Tally: Sendable {
        var requests = 0
        var bytes = 0
        var lastStatus: Int?
        /// Time spent waiting for its turn at a host.
        var queued = Duration.zero
        /// For how long the answers may be taken for new: the shortest, or nil.
        var freshFor: Duration?
        /// Answers and failures.
        var answers = 0
        /// The only answer, if redirects led to it.
        var redirected: Redirected?
        /// The site to which redirects led, empty where they led to no other; nil: there was not one answer alone.
        var site: String? {
            guard answers == 1, lastStatus != nil else { return nil }
            guard let redirected else { return "" }
            let target = FeedSite.name(of: redirected.finalURL)
            return target == FeedSite.name(of: redirected.asked.reveal()) ? "" : target
        }
    }

    /// An answer behind redirects, as far as it tells where a feed lives.
    struct Redirected: Sendable {
        /// The address that was asked; what is shown of it may be less.
        var asked: Secret
        var redirects: [(status: Int, url: String)]
        var finalURL: String
    }

    private struct State {
        var tally = Tally()
        var window: FetchWindow?
        var expected = 1
        var readsFreshness = false
        var sends = 0
        var idle = 0
        var reserved: [HostLimiter.Account: Int] = [:]
    }

    private let limiter: HostLimiter
    private let clock: any WallClock
    private let state = Mutex(State())

    init(limiter: HostLimiter, clock: any WallClock) {
        self.limiter = limiter
        self.clock = clock
    }

    var tally: Tally { state.withLock { $0.tally } }

    /// A fetch begins that needed `count` requests last time.
    func begin(in window: FetchWindow, expecting count: Int, readsFreshness: Bool) {
        state.withLock { state in
            state.window = window
            state.expected = count
            state.readsFreshness = readsFreshness
        }
    }

    /// The fetch is over.
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

    /// Header fields that tell a server who asks.
    private static let credentials: Set<String> = [
        "authorization", "cookie", "x-api-key", "api-key", "apikey", "private-token", "x-auth-token",
    ]

    /// The way of a request; `end` must follow.
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

    /// Lets a request out to an account, within a budget of the user's own if there is one; or gives why not.
    func refusal(for account: HostLimiter.Account, within own: HostLimiter.OwnBudget?) -> StageError? {
        let now = clock.now
        if let pause = limiter.pause(of: account.server, at: now) { return pause }
        if let own {
            limiter.begin(own, at: now)
            if let refusal = take(from: own.account, at: now) { return refusal }
        }
        return take(from: account, at: now)
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

    /// Counts requests that are under way, and those of them that only wait; a fetch of which all wait steps aside.
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
