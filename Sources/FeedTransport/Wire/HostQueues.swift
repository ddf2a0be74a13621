/// Decides which request is sent next. Requests of one host are sent in their order, and hosts take turns, so that a
/// host with many requests delays no other. The caller passes the time.
struct HostQueues {
    /// A request that waits for its turn.
    struct Ticket {
        var id: UInt64
        var host: String
        /// The most requests to the host at a time, at least 1.
        var connections: Int
        /// The pause between two requests to the host.
        var delay: Duration
    }

    typealias Instant = ContinuousClock.Instant

    /// A class, so that a change looks the name up once.
    private final class Host {
        let name: String
        var waiting: [Ticket] = []
        var first = 0
        var active = 0
        var notBefore: Instant?
        /// The value of `notBefore` before the last request was started.
        var lastNotBefore: Instant?
        /// The strictest settings of the sources that asked for this host.
        var connections = Int.max
        var delay = Duration.zero
        /// Whether the host stands in `ready` or `resting`.
        var isListed = false

        init(_ name: String) { self.name = name }

        var next: Ticket? { first < waiting.count ? waiting[first] : nil }

        func takeNext() -> Ticket? {
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
    private var ready: [Host] = []
    private var firstReady = 0
    private var resting: [(until: Instant, host: Host)] = []

    /// Adds a ticket.
    ///
    /// Returns whether it must wait for its host. If several sources request one host with different settings, the
    /// longest delay and the fewest connections hold for all.
    @discardableResult
    mutating func add(_ ticket: Ticket, at now: Instant) -> Bool {
        let host = hosts[ticket.host] ?? Host(ticket.host)
        hosts[ticket.host] = host
        host.waiting.append(ticket)
        host.connections = min(host.connections, max(1, ticket.connections))
        host.delay = max(host.delay, ticket.delay)
        let waits =
            host.waiting.count - host.first > 1 || host.active >= host.connections || (host.notBefore ?? now) > now
        list(host, at: now)
        return waits
    }

    /// Removes and returns the next ticket whose host may get a request now. `completeRequest` must follow for it.
    mutating func next(at now: Instant) -> Ticket? {
        wake(at: now)
        while firstReady < ready.count {
            let host = ready[firstReady]
            firstReady += 1
            if firstReady == ready.count {
                ready.removeAll(keepingCapacity: true)
                firstReady = 0
            }
            host.isListed = false
            guard let ticket = host.takeNext() else { continue }
            host.active += 1
            host.lastNotBefore = host.notBefore
            if host.delay > .zero { host.notBefore = now + host.delay }
            list(host, at: now)
            return ticket
        }
        return nil
    }

    /// Notes that a ticket's request is over; with `wasSent` false, that it was not sent at all.
    mutating func completeRequest(_ ticket: Ticket, at now: Instant, wasSent: Bool = true) {
        guard let host = hosts[ticket.host] else { return }
        host.active -= 1
        if !wasSent {
            host.notBefore = host.lastNotBefore
        } else if host.delay > .zero {
            host.notBefore = now + host.delay
        }
        let isDone = host.active == 0 && host.next == nil && (host.notBefore ?? now) <= now
        if isDone, !host.isListed { hosts[ticket.host] = nil }
        list(host, at: now)
    }

    /// Whether any ticket waits for a host.
    func hasWaiting(_ host: String) -> Bool { hosts[host]?.next != nil }

    /// When the next host ends its pause, or nil if no host has one.
    var nextWaking: Instant? { resting.map(\.until).min() }

    private mutating func wake(at now: Instant) {
        guard !resting.isEmpty else { return }
        let awake = resting.filter { $0.until <= now }
        guard !awake.isEmpty else { return }
        resting.removeAll { $0.until <= now }
        for (_, host) in awake {
            host.isListed = false
            list(host, at: now)
        }
    }

    private mutating func list(_ host: Host, at now: Instant) {
        guard !host.isListed, host.next != nil, host.active < host.connections else { return }
        host.isListed = true
        if let notBefore = host.notBefore, notBefore > now {
            resting.append((until: notBefore, host: host))
        } else {
            ready.append(host)
        }
    }
}
