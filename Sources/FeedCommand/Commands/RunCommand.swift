import ArgumentParser
import FeedEngine

/// `kawaraban run [PIPELINE…]`: fetches the sources that are due, then delivers the pipelines that are due.
struct RunCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: Surroundings.localized("help.run"),
        discussion: Surroundings.localized("help.run.discussion"))
    static let stopsInOrder = true

    @OptionGroup var common: CommonOptions
    @OptionGroup var fetching: FetchOptions

    @Argument(help: .localized("help.run.pipelines"), completion: .pipelines)
    var pipelines: [String] = []

    @Flag(help: .localized("help.run.dry_run"))
    var dryRun = false

    @Flag(help: .localized("help.run.digests"))
    var digests = false

    func validate() throws {
        guard !digests || dryRun else { throw ValidationError(Surroundings.localized("usage.digests_want_dry_run")) }
    }

    var fetches: Bool { true }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        var options = RunOptions()
        options.pipelines = pipelines
        options.ignoresRefresh = fetching.now
        let preview: PreviewKind? = dryRun ? (digests ? .digests : .titles) : nil
        return try await RunSession(context, common, fetching, preview: preview).perform(options)
    }
}
