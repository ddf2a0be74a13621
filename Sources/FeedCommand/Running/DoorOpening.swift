import FeedEngine
import FeedModel
import FeedStages
import FeedTransport
import Glibc

/// Opens the doors of a run: the network or a recording, the clock that belongs to it, threads and the log.
struct DoorOpening {
    private let context: CommandContext
    private let common: CommonOptions
    private let record: String?
    private let replay: String?

    init(_ context: CommandContext, _ common: CommonOptions, record: String? = nil, replay: String? = nil) {
        self.context = context
        self.common = common
        self.record = record
        self.replay = replay
    }

    /// The doors for what `plan` may reach.
    func doors(for plan: Plan) async throws(CommandFailure) -> Run.Doors {
        let catalogue = Catalogue.english
        return Run.Doors(
            transport: network(for: plan.settings), clock: SystemClock(), blocking: context.blocking,
            parsing: BlockingExecutor(width: Self.cores),
            logger: StderrLog.logger("kawaraban", common, context.console),
            explain: { "\(catalogue.what($0)); \(catalogue.cure($0))" })
    }

    private func network(for settings: Settings) -> CurlTransport {
        var options = CurlTransport.Options()
        options.userAgent = "Kawaraban/\(KawarabanVersion.current) (feed aggregator)"
        options.guardian = AddressGuard(allowing: settings.allowedNetworks)
        options.concurrency = settings.concurrency
        options.proxies = ProxySettings(environment: ProcessEnvironment.variables)
        return CurlTransport(options)
    }

    private static var cores: Int { max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
