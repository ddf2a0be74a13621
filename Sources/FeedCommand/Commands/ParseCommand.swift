import ArgumentParser
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem

/// `kawaraban parse FILE|URL|-`: prints one document as the engine reads it.
struct ParseCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "parse",
        abstract: Surroundings.localized("help.parse"),
        discussion: Surroundings.localized("help.parse.discussion")
            + "\n\n" + Surroundings.localized("help.parse.examples"))

    @OptionGroup var common: CommonOptions

    @Argument(help: .localized("help.parse.document", valueName: "file|url|-"), completion: .file())
    var document: String?

    @Option(help: .localized("help.parse.format", valueName: "format"))
    var format = FeedPrintFormat.jsonfeed

    @Option(
        name: .customLong("as"),
        help: .localized("help.parse.parser", valueName: "parser"), completion: .parsers)
    var parser = "auto"

    @Option(help: .localized("help.parse.base_url", valueName: "url"))
    var baseURL: String?

    @Option(help: .localized("help.parse.content_type", valueName: "type"))
    var contentType: String?

    @Flag(help: .localized("help.parse.batch"))
    var batch = false

    func validate() throws {
        guard (document == nil) == batch else {
            throw ValidationError(
                batch
                    ? Surroundings.localized("usage.batch_reads_standard_input")
                    : Surroundings.localized("usage.missing_document"))
        }
        guard !batch || format == .jsonfeed else { throw ValidationError(Surroundings.localized("usage.batch_format")) }
        guard !batch || (baseURL == nil && contentType == nil) else {
            throw ValidationError(Surroundings.localized("usage.batch_members"))
        }
        if let baseURL, Address.resolve(baseURL, against: nil) == nil {
            throw ValidationError(Surroundings.localized("usage.base_url"))
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await FeedReading(context, common, parser: parser)
        guard let document else {
            let batch = BatchParsing(reading, context.console, context.localized)
            try await context.blocking.run { () throws(CommandFailure) in try batch.perform() }
            return .done
        }
        let feed: Feed
        do throws(StageError) {
            feed = try await reading.feed(
                of: FeedReading.Job(document: document, baseURL: baseURL, contentType: contentType))
        } catch {
            throw CommandFailure(.attention, ChangeLines(catalogue: context.catalogue, zone: .utc).line("parse", error))
        }
        if !feed.isComplete {
            let error = StageError(.incompleteDocument, subject: document)
            let line = context.localized(
                "parse.remark", ["document": .text(document), "remark": MessageArgument(context.catalogue.what(error))])
            NoticePrinter(context, common).remark(VisibleText.line(line))
        }
        if let surplus = feed.repairs.first(where: { $0.code == "too_many_entries" }) {
            let cut = LocalizedText.message(
                "parse.too_many_entries", ["printed": .number(feed.entries.count), "more": .number(surplus.count)])
            let line = context.localized("parse.remark", ["document": .text(document), "remark": .message(cut)])
            NoticePrinter(context, common).remark(VisibleText.line(line))
        }
        try context.console.print(bytes: format.bytes(of: feed, context.localized))
        return .done
    }
}
