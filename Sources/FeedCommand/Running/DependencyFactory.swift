import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedPrograms
import FeedStages
import FeedSystem
import FeedTransport
import Logging

/// Makes the dependencies of a run: the network or a recording with its clock, threads and the log.
struct DependencyFactory {
    private let context: CommandContext
    private let common: CommonOptions
    private let record: String?
    private let replay: String?
    private let memory = MemoryBudget()

    init(_ context: CommandContext, _ common: CommonOptions, record: String? = nil, replay: String? = nil) {
        self.context = context
        self.common = common
        self.record = record
        self.replay = replay
    }

    /// Returns the dependencies of a run of `plan`. Throws if a recording cannot be opened.
    func dependencies(for plan: Plan) async throws(CommandFailure) -> Run.Dependencies {
        let (transport, mail, programs, clock) = try await transport(for: plan)
        // Errors of sources in a digest have the language of the digest.
        let catalogue = Catalogue(Localizer(plan.settings.locale))
        var dependencies = Run.Dependencies(
            transport: transport, clock: clock, blocking: context.blocking,
            parsing: BlockingExecutor(width: Processors.count), logger: logger(for: plan),
            explain: { catalogue.sentence($0) })
        dependencies.memory = memory
        dependencies.programs = programs
        dependencies.mail = mail
        // A replay must not test this machine's network: the recording was made at another time or place.
        if replay == nil { dependencies.network = network }
        dependencies.keepsOrder = record != nil || replay != nil
        return dependencies
    }

    /// Returns the zone of a run of `plan`: that of the machine that made its recording, unless the plan names one.
    func zone(of plan: Plan, with dependencies: Run.Dependencies) async -> Zone {
        guard !plan.settings.isZoneConfigured, let name = (dependencies.transport as? ReplayTransport)?.zone else {
            return plan.settings.zone
        }
        return await context.blocking.run { ZoneReader().systemZone(variables: ["TZ": name]) }
    }

    private var network: Run.OwnNetwork {
        let blocking = context.blocking
        return Run.OwnNetwork(
            hasRoute: { await blocking.run { MachineNetwork.hasRoute } },
            nameServerAnswers: { host in await blocking.run { MachineNetwork.nameServerAnswers(for: host) } })
    }

    private typealias Timed = (
        transport: any HTTPTransport, mail: any MailTransport, programs: any ProgramRunning, clock: any WallClock
    )

    /// Returns the network, mail and programs, or a recording of them, with the matching clock.
    private func transport(for plan: Plan) async throws(CommandFailure) -> Timed {
        let network = network(for: plan.settings, masking: plan.secrets)
        let mail = CurlMailTransport(secrets: plan.secrets)
        let (record, replay, blocking) = (record, replay, context.blocking)
        do throws(StageError) {
            return try await blocking.run { () throws(StageError) -> Timed in
                if let replay {
                    let recording = try ReplayTransport(
                        from: replay, masking: plan.secrets, blocking: blocking)
                    return (recording, recording.mail, recording.programs, recording.clock)
                }
                guard let record else { return (network, mail, Programs(), SystemClock()) }
                let recording = try RecordingTransport(
                    network, into: record, at: SystemClock().now,
                    // A zone without its own name means nothing on another machine.
                    zone: plan.settings.zone.name == "local" ? nil : plan.settings.zone.name, masking: plan.secrets,
                    blocking: blocking)
                return (recording, recording.mail(over: mail), recording.programs, recording.clock)
            }
        } catch {
            let line = ChangeLines(catalogue: context.catalogue, zone: .utc).line("recording", error)
            throw CommandFailure(.state(error), line)
        }
    }

    /// Returns a transport that reaches what `settings` allow. It loads nothing before its first request.
    func network(for settings: Settings?, masking secrets: [Secret] = []) -> CurlTransport {
        var options = CurlTransport.Options()
        options.userAgent = "Kawaraban/\(KawarabanVersion.current) (feed aggregator)"
        options.guardian = AddressGuard(
            allowing: settings?.allowedNetworks ?? [], allowsRedirects: settings?.allowsRedirectsInside ?? false)
        options.concurrency = settings?.concurrency ?? 1
        options.secrets = secrets
        options.memory = memory
        options.proxies = ProxySettings(environment: settings?.proxyVariables ?? ProcessEnvironment.variables)
        return CurlTransport(options)
    }

    /// Returns services for stages outside a run. `zone` applies if there is no configuration.
    func services(for settings: Settings?, zone: Zone = .utc) -> Services {
        let zone = settings?.zone ?? zone
        return Services(
            transport: network(for: settings), clock: SystemClock(), zone: zone, locale: settings?.locale ?? .en,
            blocking: context.blocking, directory: settings?.directory ?? ".", logger: logger(in: zone))
    }

    /// Returns the log of a run of `plan`, with the plan's secrets masked.
    func logger(for plan: Plan) -> Logger { logger(in: plan.settings.zone, masking: plan.secrets) }

    private func logger(in zone: Zone, masking secrets: [Secret] = []) -> Logger {
        StderrLog.logger(common, context.console, zone: zone, masking: secrets)
    }
}
