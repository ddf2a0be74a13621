/// Limits the transfers in flight: at most `width`, not counting those that only wait for their server.
///
/// A transfer costs work while it begins and while its response arrives. A transfer that is in flight although this
/// process was idle only waits for its server; many of those must not delay others. The measure is idle time, so a busy
/// machine does not get more transfers.
struct TransferSlots {
    /// Idle time after which a transfer counts as waiting for its server: short, since nobody knows in a first run which
    /// servers are slow, and those must be asked early.
    static let patience: Duration = .milliseconds(20)

    private let width: Int
    private let patience: Duration
    private var idle = Duration.zero
    private var fresh: Set<UInt64> = []
    /// Transfers in the order of their start, each with the total idle time at its start. Some are over.
    private var started: [(id: UInt64, idle: Duration)] = []
    private var first = 0

    init(width: Int, patience: Duration) {
        self.width = width
        self.patience = patience
    }

    /// Whether another transfer may start.
    var hasRoom: Bool { fresh.count < width }

    mutating func start(_ id: UInt64) {
        fresh.insert(id)
        started.append((id, idle))
    }

    mutating func completeTransfer(_ id: UInt64) { fresh.remove(id) }

    /// Adds idle time; returns the transfers that stop counting by that.
    mutating func idled(_ duration: Duration) -> [UInt64] {
        idle += duration
        var lingering: [UInt64] = []
        while first < started.count, !fresh.contains(started[first].id) || idle - started[first].idle >= patience {
            let id = started[first].id
            if fresh.remove(id) != nil { lingering.append(id) }
            first += 1
        }
        if first == started.count {
            started.removeAll(keepingCapacity: true)
            first = 0
        } else if first > 4096 {
            started.removeFirst(first)
            first = 0
        }
        return lingering
    }

    /// The idle time until the next transfer stops counting, or nil if none counts.
    var nextLingering: Duration? {
        guard !fresh.isEmpty, let next = started[first...].first(where: { fresh.contains($0.id) }) else { return nil }
        return max(.zero, patience - (idle - next.idle))
    }
}
