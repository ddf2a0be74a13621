import FeedConfiguration
import FeedModel
import FeedStages
import FeedState

/// The limits of servers that the workers of one state share: what one has learnt or used up, counts for all.
struct SharedLimits: Sendable {
    /// A request that was taken from a budget, and not sent yet.
    struct Debit: Sendable {
        let account: HostLimiter.Account
        /// When the budget's period ends.
        let resetsAt: Timestamp
    }

    let limiter: HostLimiter
    let records: any ServerRecords
    let clock: any WallClock

    /// Takes up what other workers have learnt. An error of the state ends the run at its next write.
    func learn() async { try? await limiter.learn(from: records, at: clock.now) }

    /// Stores what this worker has learnt, before another one asks. An error of the state ends the run at its next write.
    func keep() async {
        if limiter.hasUnsavedLimits { try? await limiter.keep(in: records, now: clock.now) }
    }

    /// Takes a request from the budget of an account, which has one. Returns nil if it is over by now. Throws
    /// `.budgetSpent`, and `.hostHeld` if another worker may have taken over.
    func take(from account: HostLimiter.Account, own rate: Rate?) async throws(StageError) -> Debit? {
        let debit: RequestDebit
        do throws(StageError) {
            debit = try await records.takeRequest(
                from: account.server, credential: account.credential, own: rate.map { ($0.count, $0.span) },
                now: clock.now)
        } catch {
            // This is no failure of the source. The run ends at its next write.
            throw StageError(.hostHeld, subject: account.server)
        }
        switch debit {
        case .unlimited: return nil
        case .taken(let budget):
            limiter.settle(budget)
            return Debit(account: account, resetsAt: budget.resetsAt)
        case .spent(let budget):
            limiter.settle(budget)
            let facts: [StageError.Fact: String] = budget.allowed.map { [.limit: String($0)] } ?? [:]
            throw StageError(
                .budgetSpent, subject: account.server, facts: facts,
                retryAfter: max(.zero, budget.resetsAt - clock.now))
        }
    }

    /// Gives requests back that were not sent.
    func giveBack(_ debits: [Debit]) async {
        for debit in debits {
            limiter.giveBack(to: debit.account, of: debit.resetsAt)
            // An error of the state ends the run at its next write.
            try? await records.giveBackRequest(
                to: debit.account.server, credential: debit.account.credential, resetsAt: debit.resetsAt)
        }
    }
}
