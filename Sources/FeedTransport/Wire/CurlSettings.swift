/// What holds for every transfer.
struct CurlSettings: Sendable {
    var guardian: AddressGuard
    /// Transfers in flight.
    var concurrency: Int
    /// A file with the certificates of the authorities that are trusted.
    var caFile: String
    var proxies: ProxySettings
    /// A body that comes slower than this many bytes a second …
    var slowestBytes = 100
    /// … for this many seconds ends its transfer.
    var slowestSeconds = 15
}
