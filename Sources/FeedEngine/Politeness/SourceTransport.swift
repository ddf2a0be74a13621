import FeedConfiguration
import FeedModel
import FeedStages
import Logging
import Synchronization

/// Carries the requests of one source: with its policy, to its new address, within the limits of servers.
///
/// Its parts are made at the first request and given back after the fetch: a run may have 100,000 sources, of which few
/// are asked at the same time. This is a class because the stages and the fetch of a source share it.
final class SourceTransport: HTTPTransport {
    /// What the transports of all sources of a run have in common.
    final class Common: Sendable {
        let base: any HTTPTransport
        let limiter: HostLimiter
        let clock: any WallClock
        let logger: Logger
        /// The leases on hosts, if other workers use the state, too; else nil.
        let hosts: HostLeases?

        init(
            base: any HTTPTransport, limiter: HostLimiter, clock: any WallClock, logger: Logger,
            hosts: HostLeases? = nil
        ) {
            (self.base, self.limiter, self.clock, self.logger) = (base, limiter, clock, logger)
            self.hosts = hosts
        }
    }

    private struct Parts {
        var watch: FetchWatch?
        var addressOverride: AddressOverride?
    }

    private let common: Common
    private let plans: [PlannedSource]
    private let index: Int
    private let parts = Mutex(Parts())

    /// Makes the transport of the source at `index` of a plan.
    init(_ common: Common, of plans: [PlannedSource], at index: Int) {
        (self.common, self.plans, self.index) = (common, plans, index)
    }

    /// What counts the requests of the present fetch.
    var watch: FetchWatch {
        parts.withLock { parts in
            if let watch = parts.watch { return watch }
            let watch = FetchWatch(limiter: common.limiter, clock: common.clock, hosts: common.hosts)
            parts.watch = watch
            return watch
        }
    }

    /// Forgets the present fetch.
    func endFetch() { parts.withLock { $0.watch = nil } }

    /// Sends requests for a configured address to the feed's new address from now on (`AddressOverride.redirect`).
    func redirect(from: String, to: String, knowing secrets: [Secret]) {
        let addressOverride = AddressOverride()
        addressOverride.redirect(from: from, to: to, knowing: secrets)
        parts.withLock { $0.addressOverride = addressOverride }
    }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        let logger = common.logger.about("source", plans[index].name)
        let polite = PoliteTransport(base: common.base.logged(by: logger), watch: watch)
        let policy = plans[index].policy
        guard let addressOverride = parts.withLock({ $0.addressOverride }) else {
            return try await PolicyTransport(base: polite, policy: policy).send(request)
        }
        let moved = AddressOverrideTransport(base: polite, addressOverride: addressOverride)
        return try await PolicyTransport(base: moved, policy: policy).send(request)
    }
}
