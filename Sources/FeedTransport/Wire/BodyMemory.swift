import FeedStages
import FeedSystem

/// The memory for bodies, as the loop's thread sees it: which transfers may continue while the run's memory is spent.
///
/// While work is under way, all transfers wait: it gives memory back when it is done. Otherwise one transfer at a time
/// continues (`BodyTurns`).
final class BodyMemory {
    /// What the loop must do with the transfers that waited.
    struct Shared {
        /// Transfers that ended when they continued; libcurl does not report those.
        var ended: [Transfer] = []
        /// The transfer to send once more.
        var again: Transfer?
        /// The transfer to remove from libcurl and to park until it is sent once more.
        var yields: Transfer?
    }

    let budget: MemoryBudget
    /// Whether a transfer waits.
    var isAwaited = false
    private var turns = BodyTurns()

    init(_ budget: MemoryBudget) { self.budget = budget }

    /// Whether a body that holds `lease` may grow by `count` bytes.
    func admits(_ count: Int, for lease: MemoryLease) -> Bool {
        !budget.isSpent || lease.bytes + count <= MemoryBudget.smallBody
    }

    /// Continues the waiting transfers for which there is memory, or one of them while there is none.
    func share(among transfers: some Collection<Transfer>) -> Shared {
        guard isAwaited else { return Shared() }
        var shared = Shared()
        let now = ContinuousClock.now
        let parked =
            turns.mayBeginAgain(at: now)
            ? transfers.filter(\.isParked).min { $0.ticket.id < $1.ticket.id } : nil
        let isTaken = budget.isSpent && !budget.isAtWork
        let turn = isTaken ? nextTurn(among: transfers, parked, at: now) : BodyTurns.Turn()
        isAwaited = false
        for transfer in transfers {
            transfer.wait.goFirst(transfer.ticket.id == turn.id)
            if transfer.ticket.id == turn.yields { shared.yields = transfer }
            guard transfer.wait.isOn else { continue }
            if !transfer.wait.goesFirst && budget.isSpent || transfer.isParked && transfer !== parked {
                isAwaited = true
            } else if transfer.isParked {
                turns.beginAgain(transfer.ticket.id, at: now)
                shared.again = transfer
            } else if !transfer.goOn() {
                shared.ended.append(transfer)
            }
        }
        return shared
    }

    /// Forgets a transfer that is over.
    func forget(_ transfer: Transfer) { turns.forget(transfer.ticket.id) }

    private func nextTurn(
        among transfers: some Collection<Transfer>, _ parked: Transfer?, at now: ContinuousClock.Instant
    ) -> BodyTurns.Turn {
        let candidates = transfers.filter { !$0.isParked || $0 === parked }.map { transfer in
            BodyTurns.Candidate(
                id: transfer.ticket.id, bytes: transfer.lease.bytes, waits: transfer.wait.isOn,
                isSecondTry: transfer.isSecondTry || transfer.isParked, canYield: transfer.mayBeginAnew)
        }
        // Bodies of slow servers must not hold all the memory.
        return turns.next(among: candidates, hasRoom: budget.hasRoomBesideStalled, at: now)
    }
}
