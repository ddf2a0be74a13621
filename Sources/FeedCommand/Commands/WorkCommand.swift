import ArgumentParser
import FeedEngine
import FeedMessages
import FeedSystem

/// `kawaraban work`: runs again whenever something is due, until a signal ends it.
struct WorkCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "work",
        abstract: Surroundings.localized("help.work"),
        discussion: Surroundings.localized("help.work.discussion"))
    static let stopsInOrder = true
    /// How long work that has begun may take after the first signal. Service managers wait 90 s.
    static let grace: Duration? = .seconds(30)

    @OptionGroup var common: CommonOptions
    @OptionGroup var fetching: FetchOptions

    @Option(help: .localized("help.work.every", valueName: "minutes"))
    var every = 15

    func validate() throws {
        guard (1...1440).contains(every) else { throw ValidationError(Surroundings.localized("usage.work_every")) }
        guard !fetching.now, fetching.record == nil, fetching.replay == nil else {
            throw ValidationError(Surroundings.localized("usage.work_options"))
        }
    }

    var fetches: Bool { true }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        var session = RunSession(context, common, fetching, preview: nil)
        session.interval = .seconds(60 * every)
        var waiting = Waiting()
        var pace = WorkPace()
        var (isFirst, wasCalled) = (true, false)
        var told: [String] = []
        while context.signals.status == nil, !Task.isCancelled {
            let begun = ContinuousClock.now
            var next = begun + .seconds(60 * every)
            var backend: Int32?
            do throws(CommandFailure) {
                let outcome = try await session.run(RunOptions())
                backend = outcome.backend
                waiting.use(outcome.state, by: session.worker)
                pace.note(wasCalled: wasCalled, hasWorked: outcome.hasWorked)
                told = []
                if let wait = outcome.wait { next = min(next, .now + wait) }
            } catch {
                // Later mistakes in the configuration are told once. The file is read again before each run.
                if isFirst, [.configuration, .usage].contains(error.status) { throw error }
                let lines = error.notices.map(\.line)
                if lines != told { for notice in error.notices { NoticePrinter(context, common).print(notice) } }
                told = lines
                pace.note(wasCalled: wasCalled, hasWorked: false)
                next = min(next, .now + WorkPace.longest)
            }
            isFirst = false
            await context.blocking.run { ProcessHeap.returnFreePages() }
            wasCalled = await wait(until: next, atLeast: pace.pause, waiting, besides: backend, context)
        }
        return .done
    }

    /// What wakes this process, which is the same as long as the state is at one place.
    private struct Waiting {
        private(set) var waking: any WorkWaiting = TimedWaiting()
        private var address: StateAddress?

        mutating func use(_ address: StateAddress, by worker: String) {
            guard address != self.address else { return }
            self.address = address
            waking = StateFile.waking(worker, address)
        }
    }

    /// Waits for a moment, for work that another worker has left, or for a signal. Returns whether another worker has
    /// called.
    private func wait(
        until moment: ContinuousClock.Instant, atLeast pause: Duration, _ waiting: Waiting, besides backend: Int32?,
        _ context: CommandContext
    ) async -> Bool {
        let (earliest, waking) = (ContinuousClock.now + pause, waiting.waking)
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                // A cancelled wait is over, too.
                try? await Task.sleep(until: earliest, clock: .continuous)
                return await waking.waitForCall(until: max(moment, earliest), besides: backend)
            }
            group.addTask {
                await context.signals.waitForFirst()
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
