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
        /// Before the last request was let go.
        var lastNotBefore: Instant?
        /// What the most careful source wants that asked it so far.
        var connections = Int.max
        var delay = Duration.zero
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
    ///
    /// Returns whether it has to wait behind others of its host. Sources that ask one host with different settings
    /// get the longest delay and the fewest connections of those that are there.
    @discardableResult
    mutating func add(_ ticket: Ticket, at now: Instant) -> Bool {
        var host = hosts[ticket.host] ?? Host()
        host.waiting.append(ticket)
        host.connections = min(host.connections, max(1, ticket.connections))
        host.delay = max(host.delay, ticket.delay)
        let waits =
            host.waiting.count - host.first > 1 || host.active >= host.connections || (host.notBefore ?? now) > now
        hosts[ticket.host] = host
        list(ticket.host, at: now)
        return waits
    }

    /// The next ticket whose host may be asked now; `completeRequest` must follow when it is done.
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
            guard var host = hosts[name], let ticket = host.takeNext() else { continue }
            host.active += 1
            host.lastNotBefore = host.notBefore
            if host.delay > .zero { host.notBefore = now + host.delay }
            hosts[name] = host
            list(name, at: now)
            return ticket
        }
        return nil
    }

    /// Notes that a ticket's request is over, or that it was not sent after all.
    mutating func completeRequest(_ ticket: Ticket, at now: Instant, wasSent: Bool = true) {
        guard var host = hosts[ticket.host] else { return }
        host.active -= 1
        if !wasSent {
            host.notBefore = host.lastNotBefore
        } else if host.delay > .zero {
            host.notBefore = now + host.delay
        }
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
        guard let host = hosts[name], !host.isListed, host.next != nil, host.active < host.connections else { return }
        hosts[name]?.isListed = true
        if let notBefore = host.notBefore, notBefore > now {
            resting.append((until: notBefore, host: name))
        } else {
            ready.append(name)
        }
    }
}
