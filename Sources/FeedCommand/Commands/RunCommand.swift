import ArgumentParser
import FeedEngine

/// `kawaraban run [PIPELINE…]`: collects what is due, then delivers what is due.
struct RunCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Collects every source that is due, then delivers each pipeline that is due.",
        discussion: """
            A pipeline without `schedule` is due at each run; one with it, when a scheduled time has passed since it was
            last delivered. Named pipelines are delivered now, whatever their schedule.
            """)
    static let stopsInOrder = true

    @OptionGroup var common: CommonOptions
    @OptionGroup var fetching: FetchOptions

    @Argument(help: "Pipelines to deliver now; without any, those that are due.")
    var pipelines: [String] = []

    @Flag(help: "Fetches and filters, shows what each sink would get, and keeps nothing.")
    var dryRun = false

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        var options = RunOptions()
        options.pipelines = pipelines
        options.ignoresRefresh = fetching.now
        return try await RunSession(context, common, fetching, isDryRun: dryRun).perform(options)
    }
}
