import ArgumentParser
import FeedEngine

/// `kawaraban collect`: fetches the sources that are due and delivers nothing.
struct CollectCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "collect",
        abstract: Surroundings.localized("help.collect"))
    static let stopsInOrder = true

    @OptionGroup var common: CommonOptions
    @OptionGroup var fetching: FetchOptions

    var fetches: Bool { true }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        var options = RunOptions()
        options.collectsOnly = true
        options.ignoresRefresh = fetching.now
        return try await RunSession(context, common, fetching, preview: nil).perform(options)
    }
}
