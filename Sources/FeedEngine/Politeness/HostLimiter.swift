import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedSystem
import Synchronization

/// Applies the limits of servers, shared by all sources and filters of a run: pauses of a server, and budgets of
/// requests.
///
/// This is a class because all requests of a run use it. It knows the time only from its callers.
final class HostLimiter: Sendable {
    /// A client whose requests a server counts together.
    struct Account: Sendable, Hashable {
        let server: String
        /// Distinguishes credentials; empty for none.
        let credential: [UInt8]
    }

    /// A limit that the user sets in addition to the server's. All sources with the same rate and credential share it.
    struct OwnBudget: Sendable {
        let account: Account
        let rate: Rate
    }

    /// A budget and its use in this run.
    private struct Budget {
        var allowed: Int?
        var remaining: Int
        var resetsAt: Timestamp
        /// The part of `remaining` that is reserved for fetches that have begun.
        var reserved = 0
        /// Requests of this run, including those that were not sent because the budget was used up.
        var needed = 0
        /// Whether the state has yet to store the budget.
        var isUnsaved = false
    }

    private struct State {
        /// The end of each pause; nil means the end of this run.
        var pauses: [String: Timestamp?] = [:]
        var newPauses: [String: Timestamp] = [:]
        /// How often in a row a server has refused requests without saying for how long; 0 after another response.
        var refusals: [String: Int] = [:]
        var newRefusals: [String: Int] = [:]
        var budgets: [Account: Budget] = [:]
        /// The time lost on each server since its last response.
        var lost: [String: Duration] = [:]
        var refusesAll = false
    }

    /// The most time that a server may cost in a run without a response: two transfers with the default timeout.
    private static let patience: Duration = .seconds(60)

    private let patience: Duration
    private let state: Mutex<State>
    private let salt: [UInt8]
    /// Whether pauses count that servers did not name a time for.
    private let heedsOwnPauses: Bool

    /// Returns the pause of a server that refused `count` requests in a row without naming a time: 20 min, 40 min, then
    /// 1 h; one day after two weeks of that.
    static func ownPause(afterRefusals count: Int) -> Duration {
        count > twoWeeks ? .seconds(86_400) : min(.seconds(1200) * (1 << min(max(count, 1) - 1, 8)), .seconds(3600))
    }

    private static let twoWeeks = 14 * 24

    /// Makes a limiter with the limits of earlier runs. `salt` makes the hashes of credentials unique to one state.
    init(
        pauses: [String: Timestamp] = [:], refusals: [String: Int] = [:], budgets: [RequestBudget] = [],
        salt: String = "", heedsOwnPauses: Bool = true, patience: Duration = HostLimiter.patience
    ) {
        self.patience = patience
        self.heedsOwnPauses = heedsOwnPauses
        self.salt = Array(salt.utf8)
        var state = State()
        for (server, until) in pauses { state.pauses[server] = until }
        state.refusals = refusals
        for budget in budgets {
            state.budgets[Account(server: budget.server, credential: budget.credential)] = Budget(
                allowed: budget.allowed, remaining: budget.remaining, resetsAt: budget.resetsAt)
        }
        self.state = Mutex(state)
    }

    /// Returns the account of a client that sends these credentials to a server.
    func account(of server: String, showing credentials: [String]) -> Account {
        guard !credentials.isEmpty else { return Account(server: server, credential: []) }
        let text = ([server] + credentials).joined(separator: "\u{0}")
        return Account(server: server, credential: Array(HMACSHA256.sign(Array(text.utf8), key: salt).prefix(8)))
    }

    /// Refuses all requests from now on. A run that ends cancels its fetches one by one, and each would otherwise let
    /// the next request of its server be sent.
    func end() { state.withLock { $0.refusesAll = true } }

    /// Allows requests again after the fetches have ended, for the stages that follow.
    func resume() { state.withLock { $0.refusesAll = false } }

    /// Whether all requests are refused.
    var refusesAll: Bool { state.withLock { $0.refusesAll } }

    /// Returns why no request may be sent to a server, or nil.
    func pause(of server: String, at now: Timestamp) -> StageError? {
        state.withLock { state in
            if state.refusesAll { return StageError(.cancelled, subject: server) }
            if let lost = state.lost[server], lost >= patience { return StageError(.hostSilent, subject: server) }
            guard let until = state.pauses[server] else { return nil }
            guard let until else { return StageError(.hostPaused, subject: server) }
            guard until > now else { return nil }
            return StageError(.hostPaused, subject: server, retryAfter: until - now)
        }
    }

    /// Makes sure that the user's budget exists. Its period begins with the first request, and again with the first
    /// request after its end. Later runs keep it.
    ///
    /// - Parameter isTaken: whether each request is taken from the budget in the state, too, before it is sent.
    func begin(_ own: OwnBudget, at now: Timestamp, isTaken: Bool = false) {
        state.withLock { state in
            // An end further ahead than that comes from a wrong clock.
            if let known = state.budgets[own.account], known.resetsAt > now, known.resetsAt <= now + own.rate.span {
                if !isTaken { state.budgets[own.account]?.isUnsaved = true }
            } else {
                state.budgets[own.account] = Budget(
                    allowed: own.rate.count, remaining: own.rate.count, resetsAt: now + own.rate.span,
                    isUnsaved: !isTaken)
            }
        }
    }

    /// Takes one request from an account. The first request of a fetch reserves as many more as the last fetch needed,
    /// so that no fetch begins that could not be completed. Throws `.budgetSpent`.
    ///
    /// - Parameter reserved: the reservation of earlier calls for the same fetch; nil at first. It is updated.
    func take(from account: Account, expecting count: Int, reserved: inout Int?, now: Timestamp) throws(StageError) {
        let kept = reserved
        let (left, refusal) = state.withLock { state -> (Int?, StageError?) in
            guard var budget = state.budgets[account], budget.resetsAt > now else { return (kept, nil) }
            defer { state.budgets[account] = budget }
            budget.needed += 1
            if let kept, kept > 0 {
                budget.reserved -= 1
                budget.remaining = max(0, budget.remaining - 1)
                return (kept - 1, nil)
            }
            // A fetch that needs more requests than the server ever allows would otherwise wait for ever.
            let more = kept == nil ? max(1, min(count, budget.allowed ?? count)) - 1 : 0
            guard budget.remaining - budget.reserved >= more + 1 else {
                budget.needed += more
                let facts: [StageError.Fact: String] = budget.allowed.map { [.limit: String($0)] } ?? [:]
                return (
                    kept,
                    StageError(
                        .budgetSpent, subject: account.server, facts: facts, retryAfter: budget.resetsAt - now)
                )
            }
            budget.remaining -= 1
            budget.reserved += more
            return (more, nil)
        }
        reserved = left
        if let refusal { throw refusal }
    }

    /// Gives back the requests that a fetch reserved and did not need.
    func release(_ count: Int, to account: Account) {
        guard count > 0 else { return }
        state.withLock { state in
            guard let reserved = state.budgets[account]?.reserved else { return }
            state.budgets[account]?.reserved = max(0, reserved - count)
        }
    }

    /// Records the time lost on a server that did not respond.
    ///
    /// Otherwise a hundred sources of a server that hangs would delay the run and its deliveries.
    func recordFailure(of server: String, _ error: StageError, after duration: Duration) {
        guard [.timeout, .connectTimeout, .tlsTimeout, .dns].contains(error.code) else { return }
        state.withLock { $0.lost[server, default: .zero] += duration }
    }

    /// Records the limits in a server's response.
    func recordAnswer(
        _ account: Account, status: Int, headers: [(name: String, value: String)], at now: Timestamp
    ) {
        state.withLock { if !$0.lost.isEmpty { $0.lost[account.server] = nil } }
        let report = RateLimitFields(headers, at: now)
        if let report { recordBudget(report, for: account) }
        guard status == 429 || status == 503 else {
            return state.withLock { state in
                guard state.refusals[account.server, default: 0] > 0 else { return }
                state.refusals[account.server] = 0
                state.newRefusals[account.server] = 0
            }
        }
        let answer = HTTPResponse(status: status, headers: headers, body: [], finalURL: "", receivedAt: now)
        guard !answer.isChallenge else { return }
        let wait = answer.retryAfter
        // A used-up budget applies only to those who share it.
        if wait == nil, report?.remaining == 0 { return }
        state.withLock { state in
            if let wait, wait <= .zero {
                if state.pauses[account.server] == nil { state.pauses[account.server] = .some(nil) }
                return
            }
            // Concurrent requests that are refused together count once.
            let isFirst = state.newPauses[account.server] == nil
            let count = wait != nil ? 0 : state.refusals[account.server, default: 0] + (isFirst ? 1 : 0)
            state.refusals[account.server] = count
            state.newRefusals[account.server] = count
            let wait = wait ?? Self.ownPause(afterRefusals: count)
            // The pause lasts at least for the rest of this run, and longer if the server says so.
            state.pauses[account.server] = .some(nil)
            state.newPauses[account.server] = max(now + wait, state.newPauses[account.server] ?? now)
        }
    }

    private func recordBudget(_ report: RateLimitFields, for account: Account) {
        state.withLock { state in
            var budget = state.budgets[account] ?? Budget(remaining: 0, resetsAt: report.resetsAt, needed: 1)
            budget.allowed = report.allowed ?? budget.allowed
            budget.remaining = report.remaining
            budget.resetsAt = report.resetsAt
            budget.isUnsaved = true
            state.budgets[account] = budget
        }
    }

    /// Returns the limits that were learnt since the last call, for the state.
    func unsavedLimits() -> (pauses: [String: Timestamp], refusals: [String: Int], budgets: [RequestBudget]) {
        state.withLock { state in
            defer { (state.newPauses, state.newRefusals) = ([:], [:]) }
            let unsaved = state.budgets.filter(\.value.isUnsaved)
            for account in unsaved.keys { state.budgets[account]?.isUnsaved = false }
            return (
                state.newPauses, state.newRefusals,
                unsaved.map { account, budget in
                    RequestBudget(
                        server: account.server, credential: account.credential, allowed: budget.allowed,
                        remaining: budget.remaining, resetsAt: budget.resetsAt)
                }
            )
        }
    }

    /// Stores the limits that were learnt since the last call, for later runs.
    func keep(in state: any ServerRecords, now: Timestamp) async throws(StageError) {
        let limits = unsavedLimits()
        try await state.recordLimits(
            pauses: limits.pauses, refusals: limits.refusals, budgets: limits.budgets, now: now)
    }

    /// Takes up the limits that other workers have learnt meanwhile. What this one has not stored yet stays.
    func learn(from records: any ServerRecords, at now: Timestamp) async throws(StageError) {
        learn(
            pauses: try await records.pauses(at: now, withOurOwn: heedsOwnPauses),
            refusals: try await records.refusals(), budgets: try await records.budgets(at: now))
    }

    private func learn(
        pauses: [String: Timestamp], refusals: [String: Int], budgets: [RequestBudget]
    ) {
        state.withLock { state in
            for (server, until) in pauses where state.pauses[server].map({ $0.map { $0 < until } ?? false }) ?? true {
                state.pauses[server] = until
            }
            for (server, count) in refusals where state.newRefusals[server] == nil { state.refusals[server] = count }
            for budget in budgets {
                let account = Account(server: budget.server, credential: budget.credential)
                var known = state.budgets[account] ?? Budget(remaining: 0, resetsAt: budget.resetsAt)
                guard !known.isUnsaved else { continue }
                (known.allowed, known.remaining, known.resetsAt) = (budget.allowed, budget.remaining, budget.resetsAt)
                state.budgets[account] = known
            }
        }
    }

    /// Whether the requests of an account are limited at present, and whether the state does not have the limit yet.
    func limit(of account: Account, at now: Timestamp) -> (exists: Bool, isUnsaved: Bool) {
        state.withLock { state in
            guard let budget = state.budgets[account], budget.resetsAt > now else { return (false, false) }
            return (true, budget.isUnsaved)
        }
    }

    /// Takes up what the state has after a request was taken from a budget there. What a server has said since then is
    /// newer, and stays.
    func settle(_ budget: RequestBudget) {
        let account = Account(server: budget.server, credential: budget.credential)
        state.withLock { state in
            guard var known = state.budgets[account], !known.isUnsaved else { return }
            // Requests of this run may be on their way to the state.
            known.remaining =
                known.resetsAt == budget.resetsAt ? min(known.remaining, budget.remaining) : budget.remaining
            (known.allowed, known.resetsAt) = (budget.allowed, budget.resetsAt)
            state.budgets[account] = known
        }
    }

    /// Gives a request back that was taken from a budget and not sent, unless its period is over.
    func giveBack(to account: Account, of resetsAt: Timestamp) {
        state.withLock { state in
            guard let known = state.budgets[account], known.resetsAt == resetsAt else { return }
            state.budgets[account]?.remaining = min(known.remaining + 1, known.allowed ?? .max)
        }
    }

    /// Whether limits were learnt that the state does not have yet.
    var hasUnsavedLimits: Bool {
        state.withLock { state in
            !state.newPauses.isEmpty || !state.newRefusals.isEmpty || state.budgets.values.contains(where: \.isUnsaved)
        }
    }

    /// Whether there is a pause that must be stored even if the run ends badly.
    var hasNewPause: Bool { state.withLock { !$0.newPauses.isEmpty } }

    /// Returns the budgets that this run used, sorted by server.
    func outlooks() -> [RunReport.BudgetOutlook] {
        state.withLock { state in
            state.budgets.filter { $0.value.needed > 0 }.map { account, budget in
                RunReport.BudgetOutlook(
                    server: account.server, remaining: budget.remaining, allowed: budget.allowed,
                    resetsAt: budget.resetsAt, needed: budget.needed)
            }.sorted { ($0.server, $0.allowed ?? 0, $0.remaining) < ($1.server, $1.allowed ?? 0, $1.remaining) }
        }
    }
}
