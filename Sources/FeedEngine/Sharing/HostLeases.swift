import FeedStages
import FeedState

/// The leases of one run on hosts: those whose sources it collects, and those that single requests need, such as the
/// target of a redirect.
///
/// This is an actor so that a lease is never given back while another task begins to use it.
actor HostLeases {
    private let leases: any WorkerLeases
    private let clock: any WallClock
    /// The hosts whose sources are collected.
    private var collected: Set<String> = []
    /// How many requests need each host at this moment.
    private var uses: [String: Int] = [:]
    /// The limits of servers; nil until the run knows them.
    private(set) var limits: SharedLimits?
    private var isChanging = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ leases: any WorkerLeases, clock: any WallClock) {
        self.leases = leases
        self.clock = clock
    }

    /// Lets each worker know what the last one has learnt of a host.
    func use(_ limits: SharedLimits) { self.limits = limits }

    /// Claims hosts for collecting. Returns those that this worker holds now.
    func claim(_ hosts: [String]) async throws(StageError) -> Set<String> {
        await beginChange()
        defer { endChange() }
        let held = try await leases.claim(hosts, of: .host)
        collected.formUnion(held)
        return held
    }

    /// Gives hosts back whose sources were collected. A host that a request still needs follows with its end.
    func release(_ hosts: some Collection<String>) async throws(StageError) {
        await beginChange()
        defer { endChange() }
        collected.subtract(hosts)
        let unused = hosts.filter { uses[$0] == nil }
        if !unused.isEmpty { try await leases.release(unused, of: .host) }
    }

    /// Holds a host for one request until `leave`. Throws `.hostHeld` if another worker has it for all of `patience`.
    func enter(_ host: String, patience: Duration) async throws(StageError) {
        var waited = Duration.zero
        while true {
            if await claimForRequest(host) { return }
            guard waited < patience, !Task.isCancelled else { throw StageError(.hostHeld, subject: host) }
            waited += Self.pause
            // A cancelled sleep is noticed above.
            try? await clock.sleep(for: Self.pause)
        }
    }

    /// Ends the use of a host by a request.
    func leave(_ host: String) async {
        await beginChange()
        defer { endChange() }
        uses[host] = uses[host].flatMap { $0 > 1 ? $0 - 1 : nil }
        guard uses[host] == nil, !collected.contains(host) else { return }
        await limits?.keep()
        // An error of the state ends the run at its next write. Until then this worker keeps the host.
        try? await leases.release([host], of: .host)
    }

    /// How long a request that may wait does so between two looks.
    private static let pause = Duration.milliseconds(500)

    private func claimForRequest(_ host: String) async -> Bool {
        await beginChange()
        defer { endChange() }
        if !collected.contains(host), uses[host] == nil {
            // An error of the state is no failure of the source. It ends the run at its next write.
            guard let held = try? await leases.claim([host], of: .host), held.contains(host) else { return false }
            await limits?.learn()
        }
        uses[host, default: 0] += 1
        return true
    }

    private func beginChange() async {
        guard isChanging else {
            isChanging = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func endChange() {
        if waiting.isEmpty { isChanging = false } else { waiting.removeFirst().resume() }
    }
}
