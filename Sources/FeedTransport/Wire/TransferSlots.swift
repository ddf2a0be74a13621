/// How many transfers may be started: `width` of those that began lately.
///
/// A transfer costs work while it begins, and while its answer comes. One that has been in flight for a while although
/// this side had nothing to do only waits for its server; so many that hang must not keep others from being asked.
/// Measured by idle time, so that a busy machine is not made busier.
struct TransferSlots {
    /// How long nothing happens until a transfer lingers.
    static let patience: Duration = .milliseconds(50)

    /// Transfers in flight at most, for a number of those that count.
    static func most(width: Int) -> Int { 8 * width }

    private let width: Int
    private let patience: Duration
    private var idle = Duration.zero
    private var fresh: Set<UInt64> = []
    /// In the order of their start, with the idle time by then; some are over.
    private var started: [(id: UInt64, idle: Duration)] = []
    private var first = 0

    init(width: Int, patience: Duration) {
        self.width = width
        self.patience = patience
    }

    /// Whether another may start.
    var hasRoom: Bool { fresh.count < width }

    mutating func start(_ id: UInt64) {
        fresh.insert(id)
        started.append((id, idle))
    }

    mutating func completeTransfer(_ id: UInt64) { fresh.remove(id) }

    /// Notes that nothing happened for a while; gives the transfers that only linger from now on.
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

    /// How long nothing must happen until the next one lingers, or nil if none counts.
    var nextLingering: Duration? {
        guard !fresh.isEmpty, let next = started[first...].first(where: { fresh.contains($0.id) }) else { return nil }
        return max(.zero, patience - (idle - next.idle))
    }
}
