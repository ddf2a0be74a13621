/// Who may be asked next: first come first served within a host, hosts in turn, so that a host with many requests
/// delays nobody else's. Knows the time only from its callers.
struct HostQueues {
    /// A request that waits for its turn.
    struct Ticket {
        var id: UInt64
        var host: String
        /// How many of the host's may be in flight beside each other, at least 1.
        var connections: Int
        /// Pause between two of the host's.
        var delay: Duration
    }

    typealias Instant = ContinuousClock.Instant

    private struct Host {
        var waiting: [Ticket] = []
        var first = 0
        var active = 0
        var notBefore: Instant?
        /// Whether it stands in `ready` or `resting`.
        var isListed = false

        var next: Ticket? { first < waiting.count ? waiting[first] : nil }

        mutating func takeNext() -> Ticket? {
            guard let ticket = next else { return nil }
            first += 1
            if first == waiting.count {
                waiting.removeAll(keepingCapacity: false)
                first = 0
            }
            return ticket
        }
    }

    private var hosts: [String: Host] = [:]
    private var ready: [String] = []
    private var firstReady = 0
    private var resting: [(until: Instant, host: String)] = []

    /// Takes a ticket in.
    mutating func add(_ ticket: Ticket, at now: Instant) {
        hosts[ticket.host, default: Host()].waiting.append(ticket)
        list(ticket.host, at: now)
    }

    /// The next ticket whose host may be asked now; `finish` must follow when it is done.
    mutating func next(at now: Instant) -> Ticket? {
        wake(at: now)
        while firstReady < ready.count {
            let name = ready[firstReady]
            firstReady += 1
            if firstReady == ready.count {
                ready.removeAll(keepingCapacity: true)
                firstReady = 0
            }
            hosts[name]?.isListed = false
            guard let ticket = hosts[name]?.takeNext() else { continue }
            hosts[name]?.active += 1
            if ticket.delay > .zero { hosts[name]?.notBefore = now + ticket.delay }
            list(name, at: now)
            return ticket
        }
        return nil
    }

    /// Notes that a ticket's request is over.
    mutating func finish(_ ticket: Ticket, at now: Instant) {
        guard var host = hosts[ticket.host] else { return }
        host.active -= 1
        if ticket.delay > .zero { host.notBefore = now + ticket.delay }
        let isDone = host.active == 0 && host.next == nil && (host.notBefore ?? now) <= now
        hosts[ticket.host] = isDone && !host.isListed ? nil : host
        list(ticket.host, at: now)
    }

    /// Whether any ticket waits for a host.
    func hasWaiting(_ host: String) -> Bool { hosts[host]?.next != nil }

    /// When a host that only rests may be asked again, or nil if none rests.
    var nextWaking: Instant? { resting.map(\.until).min() }

    private mutating func wake(at now: Instant) {
        guard !resting.isEmpty else { return }
        let awake = resting.filter { $0.until <= now }
        guard !awake.isEmpty else { return }
        resting.removeAll { $0.until <= now }
        for (_, host) in awake {
            hosts[host]?.isListed = false
            list(host, at: now)
        }
    }

    private mutating func list(_ name: String, at now: Instant) {
        guard let host = hosts[name], !host.isListed, let next = host.next, host.active < max(1, next.connections)
        else { return }
        hosts[name]?.isListed = true
        if let notBefore = host.notBefore, notBefore > now {
            resting.append((until: notBefore, host: name))
        } else {
            ready.append(name)
        }
    }
}
