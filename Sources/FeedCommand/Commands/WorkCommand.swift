import ArgumentParser
import FeedEngine

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

    /// The shortest time between two runs, and until the lock of another run is tried again.
    private static let pause = Duration.seconds(5)
    private static let longestPause = Duration.seconds(60)

    func validate() throws {
        guard (1...1440).contains(every) else { throw ValidationError(Surroundings.localized("usage.work_every")) }
        guard !fetching.now, fetching.record == nil, fetching.replay == nil else {
            throw ValidationError(Surroundings.localized("usage.work_options"))
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        var session = RunSession(context, common, fetching, preview: nil)
        session.interval = .seconds(60 * every)
        var isFirst = true
        var told: [String] = []
        while context.signals.status == nil, !Task.isCancelled {
            let begun = ContinuousClock.now
            var next = begun + .seconds(60 * every)
            var address: StateAddress?
            do throws(CommandFailure) {
                let outcome = try await session.run(RunOptions())
                address = outcome.state
                told = []
                if let wait = outcome.wait { next = min(next, .now + wait) }
            } catch {
                // Later mistakes in the configuration are told once. The file is read again before each run.
                if isFirst, [.configuration, .usage].contains(error.status) { throw error }
                let lines = error.notices.map(\.line)
                if lines != told { for notice in error.notices { NoticePrinter(context, common).print(notice) } }
                told = lines
                next = min(next, .now + Self.longestPause)
            }
            isFirst = false
            await wait(until: max(next, .now + Self.pause), at: address, context)
        }
        return .done
    }

    /// Waits for a moment, for work that another worker has left, or for a signal.
    private func wait(until moment: ContinuousClock.Instant, at address: StateAddress?, _ context: CommandContext) async
    {
        let waking: any WorkWaiting = address.map(StateFile.waking) ?? TimedWaiting()
        await withTaskGroup(of: Void.self) { group in
            // A cancelled wait is over, too.
            group.addTask { try? await waking.waitForWork(until: moment) }
            group.addTask { await context.signals.waitForFirst() }
            await group.next()
            group.cancelAll()
        }
    }
}
