import FeedStages
import FeedState
import Synchronization

/// The leases of one run over a state that other workers use, too.
///
/// This is a class because the tasks of a run share it.
final class LeaseHolder: Sendable {
    /// The time between two renewals, and after how long without one others may have taken over.
    static let renewal = Duration.seconds(20)
    static let lifetime = Duration.seconds(60)

    let leases: any WorkerLeases
    /// The leases on hosts.
    let hosts: HostLeases
    private let wait: @Sendable (ContinuousClock.Instant) async -> Void
    private let statePath: String
    private let loss = Mutex<StageError?>(nil)

    init(_ leases: any WorkerLeases, ofStateAt path: String, _ dependencies: Run.Dependencies) {
        self.leases = leases
        hosts = HostLeases(leases, clock: dependencies.clock)
        wait = dependencies.wait
        statePath = path
    }

    /// Throws `.leaseLost` once others may have taken over. To be called before anything is stored or sent.
    func requireLeases() throws(StageError) {
        if let error = loss.withLock({ $0 }) { throw error }
    }

    /// Renews the leases until the task is cancelled. Returns why they are lost, or nil.
    ///
    /// A renewal that fails for another reason is tried again. Without any for 60 s they count as lost: this machine
    /// would go on asking servers that others ask.
    func keepLeases() async -> StageError? {
        var renewed = ContinuousClock.now
        var next = renewed + Self.renewal
        while !Task.isCancelled {
            await wait(next)
            if Task.isCancelled { break }
            let begun = max(next, .now)
            next = begun + Self.retry
            do throws(StageError) {
                try await leases.renew()
                renewed = begun
                next = begun + Self.renewal
            } catch {
                let isOver = next - renewed >= Self.lifetime
                guard error.code == .leaseLost || isOver else { continue }
                let lost = error.code == .leaseLost ? error : StageError(.leaseLost, subject: statePath)
                loss.withLock { $0 = lost }
                return lost
            }
        }
        return nil
    }

    /// The time until a renewal that failed is tried again.
    private static let retry = Duration.seconds(5)

    /// Claims one name; returns whether this worker holds it now.
    func claim(_ name: String, of kind: LeaseKind) async throws(StageError) -> Bool {
        try requireLeases()
        return try await leases.claim([name], of: kind).contains(name)
    }

    /// Claims names; returns those that this worker holds now.
    func claim(_ names: [String], of kind: LeaseKind) async throws(StageError) -> Set<String> {
        try requireLeases()
        return names.isEmpty ? [] : try await leases.claim(names, of: kind)
    }

    func release(_ names: some Collection<String>, of kind: LeaseKind) async throws(StageError) {
        guard !names.isEmpty else { return }
        try await leases.release(Array(names), of: kind)
    }
}
