import ArgumentParser
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem

/// `kawaraban parse FILE|URL|-`: one document, as the engine would read it.
struct ParseCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "parse",
        abstract: "Reads one feed document and prints what is in it.",
        discussion: """
            RSS, RDF, Atom, CDF and JSON Feed are told by their bytes; a site's own format by --as. Exits with 1 and says \
            why if it is no feed.

              kawaraban parse feed.xml --format text
              kawaraban parse https://blog.example/feed.xml
              curl -s https://qiita.com/api/v2/items | kawaraban parse - --as qiita
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The document; - is standard input.", valueName: "file|url|-"))
    var document: String?

    @Option(help: ArgumentHelp("What to print: jsonfeed, jsonl or text.", valueName: "format"))
    var format = FeedPrintFormat.jsonfeed

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "The parser, or a source whose parser it is: qiita, google_news, zenn, hatena ….", valueName: "parser"))
    var parser = "auto"

    @Option(
        help: ArgumentHelp(
            "Where the document came from; relative addresses are resolved against it.", valueName: "url"))
    var baseURL: String?

    @Option(help: ArgumentHelp("Content-Type as a server would have sent it.", valueName: "type"))
    var contentType: String?

    @Flag(
        help: ArgumentHelp(
            "Reads jobs from standard input, one {\"file\", \"base_url\", \"content_type\"} a line, and answers each with "
                + "a line {\"feed\"} or {\"error\"}."))
    var batch = false

    func validate() throws {
        guard (document == nil) == batch else {
            throw ValidationError(batch ? "--batch reads its jobs from standard input" : "missing a file, a URL or -")
        }
        guard !batch || format == .jsonfeed else { throw ValidationError("--batch prints jsonfeed") }
        guard !batch || (baseURL == nil && contentType == nil) else {
            throw ValidationError("--batch takes \"base_url\" and \"content_type\" from each job")
        }
        if let baseURL, Address.resolve(baseURL, against: nil) == nil {
            throw ValidationError("--base-url needs a whole address, such as https://blog.example/feed.xml")
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try FeedReading(context, common, parser: parser)
        guard let document else {
            let batch = BatchParsing(reading, context.console)
            try await context.blocking.run { () throws(CommandFailure) in try batch.perform() }
            return .done
        }
        let feed: Feed
        do throws(StageError) {
            feed = try await reading.feed(
                of: FeedReading.Job(document: document, baseURL: baseURL, contentType: contentType))
        } catch {
            throw CommandFailure(.attention, ChangeLines(catalogue: .english, zone: .utc).line("parse", error))
        }
        if !feed.isComplete {
            let error = StageError(.incompleteDocument, subject: document)
            Voice(context, common).remark(
                "kawaraban: parse: \(VisibleText.line(document)): \(Catalogue.english.what(error))")
        }
        if let surplus = feed.repairs.first(where: { $0.code == "too_many_entries" }) {
            Voice(context, common).remark(
                "kawaraban: parse: \(VisibleText.line(document)): only the first \(feed.entries.count) entries are printed; "
                    + "\(surplus.count) more are in the document")
        }
        try context.console.print(bytes: format.bytes(of: feed))
        return .done
    }
}
