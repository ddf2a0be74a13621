import FeedStages
import FeedSystem

/// Room for bodies, as the loop's thread sees it: who may go on while the run's memory is spent.
///
/// While work gives memory back when it is done, all wait for that; else one transfer at a time goes on (`BodyTurns`).
/// A class, because the loop and its transfers share it.
final class BodyMemory {
    /// What those may do that waited.
    struct Shared {
        /// Over because they went on, of which libcurl does not tell.
        var ended: [Transfer] = []
        /// To be sent once more.
        var again: Transfer?
        /// To be taken from libcurl, and parked until it may be sent once more.
        var yields: Transfer?
    }

    let budget: MemoryBudget
    /// Whether a transfer waits.
    var isAwaited = false
    private var turns = BodyTurns()

    init(_ budget: MemoryBudget) { self.budget = budget }

    /// Whether a body that holds `lease` may grow by so many bytes.
    func admits(_ count: Int, for lease: MemoryLease) -> Bool {
        !budget.isSpent || lease.bytes + count <= MemoryBudget.smallBody
    }

    /// Lets those that wait go on for whom there is room, or one of them.
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
        // What servers that bring too little hold must not take all the memory.
        return turns.next(among: candidates, hasRoom: budget.hasRoomBesideStalled, at: now)
    }
}
