import ArgumentParser
import FeedMessages
import FeedParsing
import FeedRendering
import FeedSystem

/// `kawaraban import opml FILE`: makes a configuration of a list of feeds.
struct ImportOPMLCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "opml",
        abstract: Surroundings.localized("help.import_opml"),
        discussion: Surroundings.localized("help.import_opml.discussion"))

    @OptionGroup var common: CommonOptions
    @OptionGroup var target: ImportTarget

    @Argument(help: .localized("help.import_opml.file", valueName: "file"), completion: .file())
    var file: String

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let work = ListImport(context: context, common: common, origin: "opml", path: file, output: target.output)
        if let output = target.output { try await work.file.requireNew(output) }
        let bytes = try await work.file.read(file)
        let document: OPMLDocument
        do throws(FeedReadingError) {
            document = try await context.blocking.run { () throws(FeedReadingError) in try OPMLReader.read(bytes) }
        } catch {
            throw CommandFailure(.attention, work.file.line(Self.text(of: error, file)))
        }
        let list = SubscriptionList(document)
        try work.requireFeeds(list)
        let configuration = ListConfiguration(list)
        let text = configuration.text(remarks: work.remarks(on: list, configuration), context.localized)
        _ = try await work.plan(of: configuration, text)
        work.tell(list, configuration)
        try await work.write(text)
        return .done
    }

    private static func text(of error: FeedReadingError, _ file: String) -> LocalizedText {
        let name = MessageArgument.text(VisibleText.line(file, limit: 200))
        switch error.reason {
        case .emptyBody: return .message("import.empty", ["file": name])
        case .incompleteDocument: return .message("import.no_outline", ["file": name])
        default:
            let found = error.found.map { MessageArgument($0) } ?? .message("document.plain_text")
            return .message("import.no_opml", ["file": name, "found": found])
        }
    }
}

/// Where an import writes the configuration.
struct ImportTarget: ParsableArguments {
    @Option(name: [.short, .long], help: .localized("help.import.output", valueName: "file"), completion: .file())
    var output: String?
}
