import FeedStages
import FeedSystem

/// The settings of all transfers.
struct CurlSettings: Sendable {
    var guardian: AddressGuard
    /// Transfers in flight, without those that only wait for their server.
    var concurrency: Int
    /// Idle time after which a transfer counts as waiting for its server; see `TransferSlots`.
    var patience = TransferSlots.patience
    /// The file with the certificates of trusted authorities (PEM).
    var caFile: String
    var proxies: ProxySettings
    /// The memory budget for bodies.
    var memory = MemoryBudget()
    /// A body that is slower than this many bytes a second …
    var slowestBytes = 100
    /// … for this many seconds ends its transfer.
    var slowestSeconds = 15
    /// How often `FloodWatch` checks whether libcurl's thread hangs in one call.
    var watchInterval: Duration = .seconds(1)
}
