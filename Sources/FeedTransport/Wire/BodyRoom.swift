import FeedStages

/// Room for bodies, as the loop's thread sees it: who may go on while the run's memory is spent.
///
/// While work gives memory back when it is done, all wait for that; else the transfer that has most goes on, since it
/// will be over first. A class, because the loop and its transfers share it.
final class BodyRoom {
    /// For how long the one that goes on may bring nothing until another may go on, too.
    private static let longestStall: Duration = .milliseconds(250)

    let budget: MemoryBudget
    /// Whether a transfer waits.
    var isAwaited = false
    /// The one that goes on, with what it had when it last brought something.
    private var first: (id: UInt64, bytes: Int, at: ContinuousClock.Instant)?

    init(_ budget: MemoryBudget) { self.budget = budget }

    /// Whether a body that holds `lease` may grow by so many bytes.
    func admits(_ count: Int, for lease: MemoryLease) -> Bool {
        !budget.isSpent || lease.bytes + count <= MemoryBudget.smallBody
    }

    /// Lets those that wait go on for whom there is room, or one of them; gives those that are over because of it, of
    /// which libcurl does not tell.
    func share(among transfers: some Collection<Transfer>) -> [Transfer] {
        guard isAwaited else { return [] }
        var ended: [Transfer] = []
        isAwaited = false
        let chosen = budget.isSpent && !budget.isAtWork ? choose(among: transfers, at: .now) : nil
        for transfer in transfers {
            transfer.goesFirst = transfer.ticket.id == chosen
            guard transfer.isPaused else { continue }
            if !transfer.goesFirst, budget.isSpent {
                isAwaited = true
            } else if !transfer.goOn() {
                ended.append(transfer)
            }
        }
        return ended
    }

    private func choose(among transfers: some Collection<Transfer>, at now: ContinuousClock.Instant) -> UInt64? {
        if let first, let transfer = transfers.first(where: { $0.ticket.id == first.id }) {
            let bytes = transfer.lease.bytes
            if bytes != first.bytes || transfer.isPaused { self.first = (first.id, bytes, now) }
            // A server that stands still with a large body must not keep all others waiting; nor may many of them take
            // all the memory.
            let isStalled = now - (self.first?.at ?? now) > Self.longestStall
            if !isStalled || budget.bodies >= MemoryBudget.mostBesideStalled { return first.id }
        }
        let chosen = transfers.filter(\.isPaused).max {
            ($0.lease.bytes, $1.ticket.id) < ($1.lease.bytes, $0.ticket.id)
        }
        first = chosen.map { ($0.ticket.id, $0.lease.bytes, now) }
        return first?.id
    }
}
