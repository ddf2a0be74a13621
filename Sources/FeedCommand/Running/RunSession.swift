import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedSystem
import FeedTransport
import Logging

/// A run from the command line: makes its dependencies, follows its events, reports its outcome.
struct RunSession {
    private let context: CommandContext
    private let common: CommonOptions
    private let fetching: FetchOptions
    /// What is printed of each message of a dry run; nil if the run is none.
    private let preview: PreviewKind?
    /// How often sources without `refresh` are asked by a process that stays; nil: in each run.
    var interval: Duration?
    private var isDryRun: Bool { preview != nil }
    private var catalogue: Catalogue { context.catalogue }
    /// The seconds after which a run that still holds the lock is reported.
    private static let longestRun = 2 * 3600

    init(_ context: CommandContext, _ common: CommonOptions, _ fetching: FetchOptions, preview: PreviewKind?) {
        self.context = context
        self.common = common
        self.fetching = fetching
        self.preview = preview
    }

    /// Runs to the end and returns the exit status. Throws `CommandFailure` if the run cannot begin.
    func perform(_ options: RunOptions) async throws(CommandFailure) -> ExitStatus { try await run(options).status }

    /// The outcome of a run.
    struct Outcome {
        let status: ExitStatus
        /// The time until a process that stays has work again; nil if that is not known.
        var wait: Duration?
        /// Where the state is.
        var state: StateAddress
        /// The process of the database's server that has served the run; nil without a server.
        var backend: Int32?
        /// Whether anything was fetched, kept or delivered.
        var hasWorked = false
    }

    /// Runs to the end. Throws `CommandFailure` if the run cannot begin.
    func run(_ options: RunOptions) async throws(CommandFailure) -> Outcome {
        let purpose: PlanReader.Purpose = fetching.replay != nil ? .replay : isDryRun ? .dryRun : .run
        // The plan is read on the state's thread. What reading a long list leaves free lies between what stays of it. Only
        // threads with the same heap can use it, and the state needs the most.
        let thread = SerialThreadExecutor()
        let plan = try await PlanLoading(context, common).plan(for: purpose, on: thread)
        await thread.run { ProcessHeap.returnFreePages() }
        let outcome: Result<Outcome, CommandFailure>
        do throws(CommandFailure) {
            outcome = .success(try await perform(options, plan, stateOn: thread))
        } catch {
            outcome = .failure(error)
        }
        // A run that only collects, or a dry run, must not hide that nothing is delivered any more.
        if purpose == .run, !options.collectsOnly, let heartbeat = plan.settings.heartbeat {
            let opening = DependencyFactory(context, common)
            let sending = HeartbeatSending(
                heartbeat: heartbeat, transport: opening.network(for: plan.settings, masking: plan.secrets),
                logger: opening.logger(for: plan))
            await sending.send(after: outcome.status)
        }
        return try outcome.get()
    }

    private func perform(
        _ options: RunOptions, _ given: Plan, stateOn thread: SerialThreadExecutor
    ) async throws(CommandFailure) -> Outcome {
        var plan = given
        // A replay fetches one source after another, so that a response affects the next source always in the same way.
        if fetching.replay != nil { plan.settings.concurrency = 1 }
        try check(options.pipelines, of: plan)
        if let interval {
            for index in plan.sources.indices where plan.sources[index].refresh == .everyRun {
                plan.sources[index].refresh = .every(interval)
            }
        }
        let address = try await stateAddress(of: plan)
        try await files(of: plan).check(against: plan, statePath: address.path)
        let factory = DependencyFactory(context, common, record: fetching.record, replay: fetching.replay)
        var dependencies = try await factory.dependencies(for: plan)
        plan.settings.zone = await factory.zone(of: plan, with: dependencies)
        let changeLines = ChangeLines(catalogue: catalogue, zone: plan.settings.zone)
        dependencies.lines = { lines in
            changeLines.texts(for: lines).map { text in
                ChangeText(String(text.text.trimmingPrefix(ChangeLines.name)), of: text.lines)
            }
        }
        dependencies.emitsFetches = showsProgress
        dependencies.worker = worker
        if interval != nil {
            dependencies.findsNext = true
            dependencies.isEnding = { [signals = context.signals] in signals.status != nil }
        }
        let state = try await open(address, of: plan, on: thread, at: dependencies.clock.now)
        dependencies.logger.debug("state_opened", metadata: ["path": "\(address.shown)"])

        let run = Run(plan, state: state, dependencies: dependencies)
        async let execution = run.execute(options)
        let previews = await follow(run.events)
        var report = await execution
        let isFenced = report.stateError?.code == .leaseLost
        // Everything that is reported must be committed.
        if !isFenced {
            do throws(StageError) {
                try await state.commitGroup()
            } catch {
                report.stateError = report.stateError ?? error
            }
        }
        if isDryRun {
            let lines = BudgetLines(
                budgets: report.budgets, zone: plan.settings.zone, now: report.finished, localized: context.localized)
            for line in lines.lines { try context.console.print(text: line) }
        }
        let lines = ChangeLines(catalogue: catalogue, zone: plan.settings.zone)
        var reporter = failureReporter(await state.notifiedFailures, lines, at: dependencies.clock.now)
        let heard = reportLines(report, lines, &reporter)
        do throws(StageError) {
            if !isFenced { try await heard.markNotified(in: state, now: dependencies.clock.now) }
            if dependencies.logger.logLevel == .trace {
                let count = await state.statementCount
                dependencies.logger.trace("statements", metadata: ["count": .stringConvertible(count)])
            }
            try await state.close(leavingWork: leavesWork(report))
            dependencies.logger.debug("state_closed", metadata: ["path": "\(address.shown)"])
        } catch {
            if report.stateError == nil { reporter.report("state", error) }
            report.stateError = report.stateError ?? error
        }
        if let error = report.stateError, error.code == .stateDamaged { await state.markDamaged(error) }
        let table = OutcomeTable(
            report: report, sources: plan.sources.map(\.name), pipelines: plan.pipelines.map(\.name),
            sinks: plan.sinks.map(\.name), catalogue: catalogue, localized: context.localized,
            zone: plan.settings.zone, folder: currentFolder(), isDryRun: isDryRun)
        show(table)
        var statuses = [
            ExitStatus(report, printed: heard.lines, isStrict: fetching.strict, stop: context.signals.status)
        ]
        var failures = await files(of: plan).write(
            report, exit: statuses[0], survey: await survey(state, plan, dependencies), statePath: address.path)
        if let error = (dependencies.transport as? RecordingTransport)?.failure {
            failures.append(("recording", error))
        }
        for failure in failures {
            reporter.report(failure.what, failure.error)
            statuses.append(ExitStatus.state(failure.error))
        }
        reporter.reportRecoveries(of: ["state"] + files(of: plan).wanted)
        if storesFailures { await state.keep(reporter.notified) }
        try previews.get()
        try printDeliveries(of: table)
        let wait = report.nextDue.map { max(.zero, $0 - report.finished) }
        return Outcome(
            status: ExitStatus.first(of: statuses), wait: wait, state: address, backend: state.leases.backend,
            hasWorked: report.hasWorked)
    }

    /// Whether a run leaves something that another worker could do now: it was stopped, or it has fetched news for
    /// pipelines that it was to leave out.
    private func leavesWork(_ report: RunReport) -> Bool {
        if context.signals.status != nil || report.wasCancelled { return true }
        return report.pipelines.values.contains(where: \.isLeftOut) && report.sources.values.contains { $0.new > 0 }
    }

    /// The name of this worker: `--worker`, or that of the machine.
    var worker: String { fetching.worker ?? MachineName.current }

    private func files(of plan: Plan) -> RunFiles {
        RunFiles(context: context, fetching: fetching, catalogue: catalogue, zone: plan.settings.zone)
    }

    /// Returns the state of sources and sinks after the run, if metrics are requested.
    private func survey(_ state: any StateStore, _ plan: Plan, _ dependencies: Run.Dependencies) async -> HealthSurvey?
    {
        guard fetching.metrics != nil else { return nil }
        let reading = StateReading(state: state, plan: plan, zone: plan.settings.zone, now: dependencies.clock.now)
        // The run has already reported an error of the state.
        return try? await HealthSurvey(
            reading, only: nil, DependencyFactory(context, common).services(for: plan.settings))
    }

    private func check(_ pipelines: [String], of plan: Plan) throws(CommandFailure) {
        let known = plan.pipelines.map(\.name)
        for name in pipelines { try KnownName.require(name, among: known, .pipeline, context.localized) }
    }

    private func stateAddress(of plan: Plan) async throws(CommandFailure) -> StateAddress {
        guard fetching.replay != nil else { return common.state.map(StateAddress.file) ?? plan.settings.state }
        return .file(try await Self.replayState(of: plan, context, common))
    }

    /// Returns the path of the state for a replay. Throws a usage error if it is not named, or the real state's.
    static func replayState(
        of plan: Plan, _ context: CommandContext, _ common: CommonOptions
    ) async throws(CommandFailure) -> String {
        let (path, real) = (common.state, plan.settings.state.path)
        guard let path, await context.blocking.run({ truePath(path) != real.map(truePath) }) else {
            throw CommandFailure(.usage, context.localized("run.replay_wants_state"))
        }
        return path
    }

    private func open(
        _ address: StateAddress, of plan: Plan, on thread: SerialThreadExecutor, at now: Timestamp
    ) async throws(CommandFailure) -> any StateStore {
        do throws(StageError) {
            return try await StateFile.open(
                address, mode: isDryRun ? .dryRun : .readWrite, folder: plan.settings.directory,
                worker: WorkerIntroduction(
                    worker,
                    run: WorkerIntroduction.Run(
                        version: KawarabanVersion.current, configuration: plan.sharedDigest)),
                on: thread, now: now)
        } catch {
            let status = ExitStatus.state(error)
            // The next run comes anyway, so overlapping runs need no mail. A run that hangs does.
            let hangs = (error.facts[.seconds].flatMap(Int.init) ?? 0) > Self.longestRun
            let isQuiet = status == .locked && (common.quiet || !context.console.isTerminal && !hangs)
            let lines = ChangeLines(catalogue: catalogue, zone: plan.settings.zone)
            // The run that holds the lock writes these files itself.
            if status == .locked { throw CommandFailure(status, isQuiet ? [] : [Notice("state", error, lines)]) }
            var report = RunReport(started: now)
            report.stateError = error
            let failures = await files(of: plan).write(report, exit: status, survey: nil, statePath: address.path)
            var reporter = failureReporter(
                await context.blocking.run {
                    address.path.map(NotifiedFailures.init(ofStateAt:)) ?? NotifiedFailures()
                },
                lines, at: now)
            reporter.report("state", error)
            for failure in failures { reporter.report(failure.what, failure.error) }
            if storesFailures {
                let notified = reporter.notified
                if let path = address.path { await context.blocking.run { notified.keep(ofStateAt: path) } }
            }
            throw CommandFailure(status, [Notice]())
        }
    }

    /// Whether reported failures are stored. Those of a dry run or a replay do not count as reported.
    private var storesFailures: Bool { !isDryRun && fetching.replay == nil }

    private func failureReporter(_ notified: NotifiedFailures, _ lines: ChangeLines, at now: Timestamp)
        -> FailureReporter
    {
        FailureReporter(
            notified, printer: NoticePrinter(context, common), lines: lines, now: now, remembers: storesFailures)
    }

    private func follow(_ events: AsyncStream<RunEvent>) async -> Result<Void, CommandFailure> {
        var progress = ProgressLine()
        var line = showsProgress ? LiveLine(context.console) : nil
        var outcome: Result<Void, CommandFailure> = .success(())
        for await event in events {
            progress.record(event)
            line?.draw { progress.text(columns: $0, context.localized) }
            do throws(CommandFailure) {
                switch event {
                case .messagePreviewed(let message):
                    line?.clear()
                    try print(message)
                case .fileExpired(let sink, let path, .success(.removed), isPreview: true):
                    line?.clear()
                    let text = context.localized("run.would_remove", ["sink": .text(sink), "file": .text(path)])
                    try context.console.print(text: VisibleText.line(text))
                default: break
                }
            } catch {
                outcome = .failure(error)
            }
        }
        line?.clear()
        return outcome
    }

    private func print(_ message: MessagePreview) throws(CommandFailure) {
        let (console, localized) = (context.console, context.localized)
        if preview == .digests { return try PreviewedDigest(preview: message, localized: localized).print(on: console) }
        let text = PreviewText(
            preview: message, folder: currentFolder(), columns: console.printColumns, localized: localized)
        for line in text.lines { try console.print(line) }
    }

    /// Whether progress is shown: only on a terminal that understands control sequences.
    private var showsProgress: Bool {
        context.console.isTerminal && context.console.drawsLines && !common.quiet && common.logFormat == .text
            && common.logLevel == nil
    }

    private func reportLines(
        _ report: RunReport, _ lines: ChangeLines, _ reporter: inout FailureReporter
    ) -> LineReporter.Printed {
        let printer = NoticePrinter(context, common)
        // Other findings of this run wait in the state, or were rolled back with it and will be found again. With a
        // failing state they would be repeated in each run.
        if let error = report.stateError, !reporter.report("state", error) { return LineReporter.Printed() }
        if report.isOffline, context.console.isTerminal, !report.changes.contains(where: \.isOffline) {
            printer.remark(context.localized("run.still_offline"))
        }
        // A program gets all lines, a mail only the first.
        if common.logFormat == .json { return LineReporter.reportLines(report, with: printer, lines) }
        return LineReporter(lines: lines, write: context.console.tell).reportLines(report)
    }

    /// Shows the table on stderr's terminal.
    private func show(_ table: OutcomeTable) {
        let console = context.console
        guard console.isTerminal, !common.quiet, common.logFormat == .text else { return }
        let lines = table.lines(
            columns: console.columns, usesColor: console.usesColor,
            of: isDryRun ? [.sources] : [.sources, .deliveries])
        for line in lines { console.printToStderr(line) }
    }

    /// Prints what a dry run would have delivered, which is its result.
    private func printDeliveries(of table: OutcomeTable) throws(CommandFailure) {
        guard preview == .titles, !common.quiet else { return }
        let console = context.console
        let lines = table.lines(
            columns: console.printColumns ?? .max, usesColor: console.usesColor && console.printsToTerminal,
            of: [.deliveries])
        for line in lines { try console.print(line) }
    }
}

extension Result<RunSession.Outcome, CommandFailure> {
    fileprivate var status: ExitStatus {
        switch self {
        case .success(let outcome): outcome.status
        case .failure(let failure): failure.status
        }
    }
}

extension RunReport {
    fileprivate var hasWorked: Bool {
        sources.values.contains { $0.kind == .loaded || $0.kind == .unchanged }
            || pipelines.values.contains { $0.kept > 0 } || sinks.values.contains { $0.delivered > 0 }
    }
}
