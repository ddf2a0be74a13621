import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedSystem

/// One run of sources without a configuration: a dry run over a state that exists in memory only.
struct Trial {
    private let context: CommandContext
    private let common: CommonOptions
    private let starter: StarterConfiguration
    private let own: Settings?
    /// The format of the digest: `text` or `html`.
    let format: String
    /// The folder of a recording to replay, or nil.
    let replay: String?

    /// Shorter than in a run: somebody waits.
    private static let timeout = Duration.seconds(8)
    private static let connectTimeout = Duration.seconds(4)
    private static let longestRun = Duration.seconds(20)
    /// How long others are waited for once a source is there: one that is dead must not hold the digest.
    private static let patience = Duration.seconds(3)
    /// The columns of text that is not for a terminal, and the most that read well.
    private static let plainColumns = 78
    private static let mostColumns = 100

    /// What became of it.
    struct Outcome {
        var report: RunReport
        /// The digest; empty if there is nothing to show.
        var digest: [UInt8] = []
        /// The sites that were given in place of their feeds.
        var sites: [FeedFinder.SiteFeeds] = []
    }

    /// Makes the trial of what `starter` names.
    ///
    /// - Parameter own: the settings of a configuration that is here, or nil.
    init(
        _ context: CommandContext, _ common: CommonOptions, _ starter: StarterConfiguration, own: Settings?,
        format: String, replay: String?
    ) {
        self.context = context
        self.common = common
        self.starter = starter
        self.own = own
        self.format = format
        self.replay = replay
    }

    /// Returns the plan of the trial. Throws what is wrong with the sources, with status 64.
    func plan() async throws(CommandFailure) -> Plan {
        let reader = PlanReader(
            registry: context.registry, purpose: .dryRun, variables: ProcessEnvironment.variables,
            statePath: Self.nowhere)
        let bytes = Array(starter.trial(as: format).utf8)
        let reading = await context.blocking.run { reader.read(bytes, path: "try") }
        guard var plan = reading.plan else {
            throw CommandFailure(.usage, reading.errorSentences(context.localized))
        }
        if let own {
            plan.settings.allowedNetworks = own.allowedNetworks
            plan.settings.allowsRedirectsInside = own.allowsRedirectsInside
            plan.settings.proxyVariables = own.proxyVariables
            plan.settings.zone = own.zone
        }
        plan.settings.maxRun = Self.longestRun
        for index in plan.sources.indices {
            plan.sources[index].policy.timeout = Self.timeout
            plan.sources[index].policy.connectTimeout = Self.connectTimeout
        }
        if format == "text" {
            let columns = min(context.console.printColumns.map { $0 - 1 } ?? Self.plainColumns, Self.mostColumns)
            for index in plan.sinks.indices { plan.sinks[index].makeFormat = { _ in TerminalText(columns: columns) } }
        }
        return plan
    }

    /// Returns a request with the limits of a trial.
    static func request(for address: String) -> HTTPRequest {
        var request = HTTPRequest(url: address)
        (request.policy.timeout, request.policy.connectTimeout) = (timeout, connectTimeout)
        return request
    }

    /// A path at which there can be no state.
    private static let nowhere = "/dev/null/state.sqlite"

    /// Fetches and filters. Tells each source as soon as it is there.
    func perform() async throws(CommandFailure) -> Outcome {
        var plan = try await plan()
        if replay != nil { plan.settings.concurrency = 1 }
        var dependencies = try await DependencyFactory(context, common, replay: replay).dependencies(for: plan)
        let network = ImpatientNetwork(dependencies.transport)
        let finder = FeedFinder(network, addresses: starter.sources.map(\.text))
        dependencies.transport = finder
        let lines = ChangeLines(catalogue: context.catalogue, zone: plan.settings.zone)
        let state: any StateStore
        do throws(StageError) {
            state = try await StateFile.open(.file(Self.nowhere), mode: .dryRun, now: dependencies.clock.now)
        } catch {
            throw CommandFailure(.state(error), lines.line("state", error))
        }
        let run = Run(plan, state: state, dependencies: dependencies)
        async let execution = run.execute(RunOptions())
        let digest = await follow(run.events, lines, network)
        let outcome = Outcome(report: await execution, digest: digest, sites: finder.sites)
        // It exists in memory only, so an error loses nothing.
        try? await state.close()
        return outcome
    }

    /// Tells what happens on stderr, and returns the digest.
    private func follow(
        _ events: AsyncStream<RunEvent>, _ lines: ChangeLines, _ network: ImpatientNetwork
    ) async -> [UInt8] {
        let console = context.console
        let isSeen = console.isTerminal && !common.quiet && common.logFormat == .text && common.logLevel == nil
        var progress = ProgressLine()
        var live = isSeen && console.drawsLines ? LiveLine(console) : nil
        var digest: [UInt8] = []
        var isAnyThere = false
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        for await event in events {
            progress.record(event)
            switch event {
            case .sourceFinished(let name, let outcome):
                isAnyThere = isAnyThere || outcome.entries > 0
                if isAnyThere {
                    timer?.cancel()
                    timer = Task {
                        guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
                        network.stopWaiting()
                    }
                }
                guard let line = line(name, outcome, lines, isLeftOut: network.hasEnded),
                    isSeen || outcome.kind == .failed
                else { break }
                live?.clear()
                NoticePrinter(context, common).remark(line)
            case .messagePreviewed(let preview): digest += preview.payload
            default: break
            }
            live?.draw { columns in
                isAnyThere && !progress.asking.isEmpty
                    ? progress.waiting(columns: columns, context.localized)
                    : progress.text(columns: columns, context.localized)
            }
        }
        live?.clear()
        return digest
    }

    private func line(
        _ name: String, _ outcome: SourceOutcome, _ lines: ChangeLines, isLeftOut: Bool
    ) -> String? {
        var arguments = ["source": MessageArgument.text(VisibleText.line(name))]
        switch outcome.kind {
        case .loaded, .unchanged:
            arguments["entries"] = .number(outcome.entries)
            let time = Quantity.taken(outcome.seconds, in: context.localized.language)
            if !time.isEmpty { arguments["time"] = .text(time) }
            return context.localized("try.loaded", arguments)
        case .failed where isLeftOut && outcome.error?.code == .timeout:
            return context.localized("try.left_out", arguments)
        case .failed:
            var error = outcome.error
            // The line begins with it already.
            if error?.subject == name { error?.subject = "" }
            arguments["reason"] = MessageArgument(error.map(lines.sentence) ?? "")
            return context.localized("try.failed", arguments)
        case .skipped: return nil
        }
    }
}
