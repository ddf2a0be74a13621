package import FeedConfiguration
package import FeedStages
package import FeedSystem

/// HTTP over the network, by libcurl: one thread, one multi handle, loaded with the first request.
package final class CurlTransport: HTTPTransport {
    /// What a transport is made of.
    package struct Options: Sendable {
        /// The honest name that servers see, unless a source has its own.
        package var userAgent = "Kawaraban (feed aggregator)"
        /// Who may be connected to.
        package var guardian = AddressGuard()
        /// Transfers in flight, 1...4096; fewer if the limit on file descriptors is low. Those that only wait for
        /// their server are not counted, up to eight times as many.
        package var concurrency = 64
        /// How long this side has nothing to do until a transfer only waits for its server.
        package var patience: Duration = .milliseconds(50)
        /// A file with the certificates of trusted authorities, unless a source has its own.
        package var caFile = "/etc/ssl/certs/ca-certificates.crt"
        /// Proxies; those of the environment only if asked for.
        package var proxies = ProxySettings.none
        /// What no answer's address and no error may show, beside the secrets of the request itself.
        package var secrets: [Secret] = []
        /// The account of the memory that bodies take; transfers wait while it is spent.
        package var memory = MemoryBudget()
        /// Tells when an answer came.
        package var clock: any WallClock = SystemClock()

        package init() {}
    }

    let exchanger: CurlExchanger
    let options: Options
    let mask: SecretMask

    /// Makes a transport; nothing is loaded or started yet.
    package init(_ options: Options = Options()) {
        self.options = options
        mask = SecretMask(options.secrets, shortest: SecretMask.shortestInAnswers)
        exchanger = CurlExchanger(
            CurlSettings(
                guardian: options.guardian, concurrency: min(max(options.concurrency, 1), 4096),
                patience: options.patience, caFile: options.caFile, proxies: options.proxies, memory: options.memory))
    }

    /// Sends one request and follows redirects; see `HTTPTransport.send`.
    package func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        try await Redirects(over: exchanger, userAgent: options.userAgent, clock: options.clock, masking: mask)
            .send(request)
    }

    /// Ends what is in flight and leaves libcurl; later requests are cancelled.
    package func shutdown() async { await exchanger.shutdown() }
}
