import ArgumentParser
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem

/// `kawaraban try`: from an address to a source, for documents that are read as options say.
struct TryCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Proposes a source for a document, and shows what it would bring.",
        discussion: """
            For formats of which a source must be told where its entries are: pages and JSON. Prints the lists that look like \
            entries, a block for config.yaml that reads the best one, and its first five entries. Nothing is stored. \
            Exits with 1 if nothing looks like entries. What a page names that is read more easily comes first: a feed, or \
            the API of WordPress; it is asked for its entries.

              kawaraban try --as html 'https://www.example.com/news/'

              kawaraban try --as json 'https://hn.algolia.com/api/v1/search_by_date?tags=story'
              kawaraban try --as json saved.json --list 2
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The document; - is standard input.", valueName: "file|url|-"))
    var document: String

    @Option(name: .customLong("as"), help: ArgumentHelp("The type of the source: html or json.", valueName: "type"))
    var type: String

    @Option(help: ArgumentHelp("Which of the lists is taken, counted from 1.", valueName: "number"))
    var list = 1

    func validate() throws {
        guard list >= 1 else { throw ValidationError("--list counts from 1") }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try FeedReading(context, common, parser: type)
        guard let proposing = reading.proposing else {
            throw CommandFailure(
                .usage, "kawaraban: \"\(VisibleText.line(type))\" is read without being told how; try `parse`")
        }
        let lines: [String]
        let isSavedPage: Bool
        do throws(StageError) {
            let fetched = try await reading.document(of: FeedReading.Job(document: document))
            isSavedPage = fetched.url == nil && type == "html"
            let source = try await context.blocking.run { () throws(StageError) in
                ProposedSource(
                    type: type, place: document, proposals: try proposing.proposals(for: fetched), chosen: list - 1)
            }
            if let proposal = source.proposal {
                let entries = try await entries(of: proposal, reading, fetched, context)
                lines = source.lists + [""] + source.block(proposal) + [""] + entries
            } else {
                lines = source.lists
            }
        } catch {
            throw CommandFailure(.attention, ChangeLines(catalogue: .english, zone: .utc).line("try", error))
        }
        for line in lines { try context.console.print(line) }
        guard lines.contains("sources:") else {
            throw CommandFailure(
                .attention,
                lines.isEmpty
                    ? "kawaraban: try: nothing in it looks like a list of entries"
                        + (isSavedPage ? "; relative links in a file lead nowhere: try its address" : "")
                    : "kawaraban: try: there are only \(lines.count) lists")
        }
        return .done
    }

    /// The first entries of a proposal in lines. Another source that is proposed is asked, too; what goes wrong there is
    /// told in the place of the entries: the document named it, and there may be better lists in it.
    private func entries(
        of proposal: Proposal, _ reading: FeedReading, _ fetched: Document, _ context: CommandContext
    ) async throws(StageError) -> [String] {
        guard let other = proposal.source else {
            return try await context.blocking.run { () throws(StageError) in
                ProposedSource.entries(of: try reading.feed(of: fetched, as: proposal))
            }
        }
        do {
            let reading = try FeedReading(context, common, parser: other.type)
            let answer = try await reading.document(of: FeedReading.Job(document: other.url))
            return try await context.blocking.run { () throws(StageError) in
                ProposedSource.entries(of: try reading.feed(of: answer, as: proposal))
            }
        } catch let error as StageError {
            return ["# " + ChangeLines(catalogue: .english, zone: .utc).line("try", error), "# try --list 2"]
        } catch {
            return []
        }
    }
}
