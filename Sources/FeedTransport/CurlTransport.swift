package import FeedConfiguration
package import FeedStages
package import FeedSystem

/// Sends HTTP requests by libcurl, with one thread and one multi handle. libcurl is loaded with the first request.
package final class CurlTransport: HTTPTransport {
    /// The settings of a transport.
    package struct Options: Sendable {
        /// The value of `User-Agent`, unless the source has its own.
        package var userAgent = "Kawaraban (feed aggregator)"
        /// Decides which addresses may be connected to.
        package var guardian = AddressGuard()
        /// Transfers in flight, 1...4096; fewer if the limit on file descriptors is low. Transfers that only wait for
        /// their server do not count. The total is at most eight times this number.
        package var concurrency = 64
        /// The idle time of the loop, since a transfer began, after which the transfer counts as waiting for its
        /// server.
        package var patience = TransferSlots.patience
        /// The file with the certificates of trusted authorities (PEM), unless the source has its own.
        package var caFile = "/etc/ssl/certs/ca-certificates.crt"
        /// The proxies of requests; the default is none, also if the environment names some.
        package var proxies = ProxySettings.none
        /// Secrets that are masked in the addresses of responses and in errors, in addition to the secrets of the
        /// request.
        package var secrets: [Secret] = []
        /// The memory budget for bodies; transfers wait while it is spent.
        package var memory = MemoryBudget()
        /// The clock for the time at which a response arrived.
        package var clock: any WallClock = SystemClock()

        package init() {}
    }

    let exchanger: CurlExchanger
    let options: Options
    let mask: SecretMask

    /// Makes a transport. The first request loads libcurl and starts the thread.
    package init(_ options: Options = Options()) {
        self.options = options
        mask = SecretMask(options.secrets, shortest: SecretMask.shortestInAnswers)
        exchanger = CurlExchanger(
            CurlSettings(
                guardian: options.guardian, concurrency: min(max(options.concurrency, 1), 4096),
                patience: options.patience, caFile: options.caFile, proxies: options.proxies, memory: options.memory))
    }

    /// Sends one request and follows redirects; see `HTTPTransport.send`. Throws the `StageError` of the failed
    /// exchange.
    package func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        try await Redirects(over: exchanger, userAgent: options.userAgent, clock: options.clock, masking: mask)
            .send(request)
    }

    /// Cancels the transfers in flight and closes libcurl's handles. Later requests are cancelled.
    package func shutdown() async { await exchanger.shutdown() }
}
