import ArgumentParser
import FeedEngine
import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedStories

/// `kawaraban stories`: prints the stories of the last deliveries, or compares pairs of entries of a file.
struct StoriesCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "stories",
        abstract: Surroundings.localized("help.stories"),
        discussion: Surroundings.localized("help.stories.discussion")
            + "\n\n" + Surroundings.localized("help.stories.examples"))

    @OptionGroup var common: CommonOptions

    @Option(help: .localized("help.stories.pipeline", valueName: "name"), completion: .pipelines)
    var pipeline: String?

    @Option(help: .localized("help.stories.since", valueName: "time"))
    var since: SinceOption?

    @Option(help: .localized("help.stories.limit", valueName: "count"))
    var limit = 50

    @Flag(help: .localized("help.stories.all"))
    var all = false

    @Option(help: .localized("help.stories.pairs", valueName: "file|-"), completion: .file())
    var pairs: String?

    @Option(help: .localized("help.stories.match", valueName: "match"))
    var match: StoryMatchOption?

    @Flag(help: .localized("help.stories.json"))
    var json = false

    func validate() throws {
        guard (1...1_000_000).contains(limit) else { throw ValidationError(Surroundings.localized("usage.limit")) }
        let isOfState = pipeline != nil || since != nil || all
        guard pairs == nil ? match == nil : !isOfState else {
            throw ValidationError(Surroundings.localized("usage.pairs"))
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        if let pairs {
            let scoring = PairScoring(context: context, match: match?.match ?? .strict)
            try context.console.print(bytes: try await scoring.lines(ofFile: pairs, asJSON: json))
            return .done
        }
        let reading = try await StateReading.open(context, common)
        if let pipeline {
            let known = try await reading.query { state throws(StageError) in try state.pipelineNames() }
            let names = Set(known).union(reading.plan?.pipelines.map(\.name) ?? []).sorted()
            try KnownName.require(pipeline, among: names, .pipeline, context.localized)
        }
        let start = since?.moment(now: reading.now, zone: reading.zone) ?? reading.now - .seconds(7 * 86_400)
        let (name, most, least) = (pipeline, limit, all ? 1 : 2)
        let stories = try await reading.query { state throws(StageError) in
            try state.recentStories(of: name, entries: least, since: start, limit: most)
        }
        let list = StoryList(stories: stories, zone: reading.zone, localized: context.localized)
        if json { try context.console.print(bytes: list.json) }
        for line in json ? [] : list.lines { try context.console.print(text: line) }
        if stories.isEmpty, !common.quiet {
            NoticePrinter(context, common).remark(context.localized("stories.none"))
        }
        return .done
    }
}

/// `--match strict`: how much two entries must have in common.
enum StoryMatchOption: String, ExpressibleByArgument, CaseIterable, Sendable {
    case strict, normal, loose

    var match: StoryMatch {
        switch self {
        case .strict: .strict
        case .normal: .normal
        case .loose: .loose
        }
    }
}
