import FeedStages
import FeedSystem

/// What holds for every transfer.
struct CurlSettings: Sendable {
    var guardian: AddressGuard
    /// Transfers in flight, those not counted that linger.
    var concurrency: Int
    /// How long nothing happens until a transfer lingers.
    var patience = TransferSlots.patience
    /// A file with the certificates of the authorities that are trusted.
    var caFile: String
    var proxies: ProxySettings
    /// The account of the memory that bodies take.
    var memory = MemoryBudget()
    /// A body that comes slower than this many bytes a second …
    var slowestBytes = 100
    /// … for this many seconds ends its transfer.
    var slowestSeconds = 15
    /// How often it is looked whether libcurl is held fast.
    var watchInterval: Duration = .seconds(1)
}
