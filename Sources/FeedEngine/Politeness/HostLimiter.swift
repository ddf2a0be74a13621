import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedSystem
import Synchronization

/// What servers asked of us, shared by all sources and filters of a run: who is not to be asked any more, and who only
/// so often.
///
/// A class, because all their requests go by it; knows the time only from its callers.
final class HostLimiter: Sendable {
    /// Whose requests a server counts together.
    struct Account: Sendable, Hashable {
        let server: String
        /// Tells credentials apart; empty for none.
        let credential: [UInt8]
    }

    /// What the user grants at most, whatever the server takes: shared by all sources with the same rate and
    /// credential.
    struct OwnBudget: Sendable {
        let account: Account
        let rate: Rate
    }

    /// A budget with what this run does to it.
    private struct Budget {
        var allowed: Int?
        var remaining: Int
        var resetsAt: Timestamp
        /// Of those remaining, kept for fetches that have begun.
        var reserved = 0
        /// Requests of this run, and those that it did not send for want of them.
        var needed = 0
        var isNew = false
    }

    private struct State {
        /// Until when; nil: for this run.
        var pauses: [String: Timestamp?] = [:]
        var newPauses: [String: Timestamp] = [:]
        /// How often in a row servers have refused without a word for how long; 0: they have answered since.
        var refusals: [String: Int] = [:]
        var newRefusals: [String: Int] = [:]
        var budgets: [Account: Budget] = [:]
        /// Time that servers have cost since their last answer.
        var lost: [String: Duration] = [:]
        var isOver = false
    }

    /// Time that a server may cost in a run without one answer in between: two transfers that took as long as they may.
    private static let patience: Duration = .seconds(60)

    private let patience: Duration
    private let state: Mutex<State>
    private let salt: [UInt8]

    /// How long a server is left alone that refuses without a word for how long, again and again: 20 min, then twice as
    /// long, up to an hour; after two weeks of it a day.
    static func ownPause(afterRefusals count: Int) -> Duration {
        count > twoWeeks ? .seconds(86_400) : min(.seconds(1200) * (1 << min(max(count, 1) - 1, 8)), .seconds(3600))
    }

    private static let twoWeeks = 14 * 24

    /// Begins with what earlier runs were told; `salt` makes what tells credentials apart the state's own.
    init(
        pauses: [String: Timestamp] = [:], refusals: [String: Int] = [:], budgets: [RequestBudget] = [],
        salt: String = "",
        patience: Duration = HostLimiter.patience
    ) {
        self.patience = patience
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

    /// The account of whoever shows these credentials to a server.
    func account(of server: String, showing credentials: [String]) -> Account {
        guard !credentials.isEmpty else { return Account(server: server, credential: []) }
        let text = ([server] + credentials).joined(separator: "\u{0}")
        return Account(server: server, credential: Array(HMACSHA256.sign(Array(text.utf8), key: salt).prefix(8)))
    }

    /// From now on nobody is asked: a run that ends cancels its fetches one by one, and each that goes would let the
    /// next one of its server out.
    func end() { state.withLock { $0.isOver = true } }

    /// The fetches are over: what other stages ask is theirs to wait for.
    func resume() { state.withLock { $0.isOver = false } }

    /// Whether nobody is asked any more.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Why a server must not be asked at all, or nil.
    func pause(of server: String, at now: Timestamp) -> StageError? {
        state.withLock { state in
            if state.isOver { return StageError(.cancelled, subject: server) }
            if let lost = state.lost[server], lost >= patience { return StageError(.hostSilent, subject: server) }
            guard let until = state.pauses[server] else { return nil }
            guard let until else { return StageError(.hostPaused, subject: server) }
            guard until > now else { return nil }
            return StageError(.hostPaused, subject: server, retryAfter: until - now)
        }
    }

    /// Makes sure that there is a budget to take a request from: its time begins with the first request, and again with
    /// the first one after its end. It is kept for later runs.
    func begin(_ own: OwnBudget, at now: Timestamp) {
        state.withLock { state in
            // An end further ahead than that comes from a clock that was wrong.
            if let known = state.budgets[own.account], known.resetsAt > now, known.resetsAt <= now + own.rate.span {
                state.budgets[own.account]?.isNew = true
            } else {
                state.budgets[own.account] = Budget(
                    allowed: own.rate.count, remaining: own.rate.count, resetsAt: now + own.rate.span, isNew: true)
            }
        }
    }

    /// Takes one request from an account, and for the first request of a fetch keeps as many more as its last one
    /// needed, so that no fetch begins that could not end. Throws `.budgetSpent`.
    ///
    /// - Parameter reserved: what an earlier call kept for the same fetch; changed.
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
            // A fetch that needs more than a server ever gives would wait for ever.
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

    /// Gives back what a fetch did not need.
    func release(_ count: Int, to account: Account) {
        guard count > 0 else { return }
        state.withLock { state in
            guard let reserved = state.budgets[account]?.reserved else { return }
            state.budgets[account]?.reserved = max(0, reserved - count)
        }
    }

    /// Hears that a server did not answer, which took a while.
    ///
    /// A hundred sources of a server that hangs would otherwise hold up the run, and with it what it delivers.
    func recordFailure(of server: String, _ error: StageError, after duration: Duration) {
        guard [.timeout, .connectTimeout, .tlsTimeout, .dns].contains(error.code) else { return }
        state.withLock { $0.lost[server, default: .zero] += duration }
    }

    /// Hears what a server answered.
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
        // A budget that is used up binds those who share it, nobody else.
        if wait == nil, report?.remaining == 0 { return }
        state.withLock { state in
            if let wait, wait <= .zero {
                if state.pauses[account.server] == nil { state.pauses[account.server] = .some(nil) }
                return
            }
            // Requests that were under way beside each other are refused once.
            let isFirst = state.newPauses[account.server] == nil
            let count = wait != nil ? 0 : state.refusals[account.server, default: 0] + (isFirst ? 1 : 0)
            state.refusals[account.server] = count
            state.newRefusals[account.server] = count
            let wait = wait ?? Self.ownPause(afterRefusals: count)
            // For the rest of the run in any case, and longer if the server says so.
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
            budget.isNew = true
            state.budgets[account] = budget
        }
    }

    /// What has been learnt since the last call, for the state.
    func unsavedLimits() -> (pauses: [String: Timestamp], refusals: [String: Int], budgets: [RequestBudget]) {
        state.withLock { state in
            defer { (state.newPauses, state.newRefusals) = ([:], [:]) }
            let fresh = state.budgets.filter(\.value.isNew)
            for account in fresh.keys { state.budgets[account]?.isNew = false }
            return (
                state.newPauses, state.newRefusals,
                fresh.map { account, budget in
                    RequestBudget(
                        server: account.server, credential: account.credential, allowed: budget.allowed,
                        remaining: budget.remaining, resetsAt: budget.resetsAt)
                }
            )
        }
    }

    /// Keeps what has been learnt since the last time, for later runs.
    func keep(in state: any ServerRecords, now: Timestamp) async throws(StageError) {
        let limits = unsavedLimits()
        try await state.recordLimits(
            pauses: limits.pauses, refusals: limits.refusals, budgets: limits.budgets, now: now)
    }

    /// Whether there is something that must not be forgotten if the run ends badly.
    var hasNewPause: Bool { state.withLock { !$0.newPauses.isEmpty } }

    /// How far each budget goes that this run touched, by server.
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
