import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem

/// `kawaraban try --as TYPE`: proposes a source for a document whose entries are found by options.
struct ListProposal {
    let common: CommonOptions
    let document: String
    /// The type of the source: `html` or `json`.
    let type: String
    /// Which of the lists is taken, counted from 1.
    let list: Int

    /// Prints the lists, the block of the chosen one and its first entries.
    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await FeedReading(context, common, parser: type)
        guard let proposing = reading.proposing else {
            throw CommandFailure(
                .usage, context.localized("try.needs_no_proposal", ["type": .text(VisibleText.line(type))]))
        }
        let lines: [String]
        let isSavedPage: Bool
        do throws(StageError) {
            let fetched = try await reading.document(of: FeedReading.Job(document: document))
            isSavedPage = fetched.url == nil && type == "html"
            let source = try await context.blocking.run { () throws(StageError) in
                ProposedSource(
                    type: type, place: document, proposals: try proposing.proposals(for: fetched), chosen: list - 1,
                    localized: context.localized)
            }
            if let proposal = source.proposal {
                let entries = try await entries(of: proposal, reading, fetched, context)
                lines = source.lists + [""] + source.block(proposal) + [""] + entries
            } else {
                lines = source.lists
            }
        } catch {
            throw CommandFailure(.attention, ChangeLines(catalogue: context.catalogue, zone: .utc).line("try", error))
        }
        for line in lines { try context.console.print(line) }
        guard lines.contains("sources:") else {
            throw CommandFailure(
                .attention,
                // messages: try.no_list*
                lines.isEmpty
                    ? context.localized(isSavedPage ? "try.no_list_in_file" : "try.no_list")
                    : context.localized("try.too_few_lists", ["count": .number(lines.count)]))
        }
        return .done
    }

    /// Returns the first entries of a proposal as lines. A proposed other source is fetched, too. Its error replaces
    /// the entries: the document itself may have better lists.
    private func entries(
        of proposal: Proposal, _ reading: FeedReading, _ fetched: Document, _ context: CommandContext
    ) async throws(StageError) -> [String] {
        guard let other = proposal.source else {
            return try await context.blocking.run { () throws(StageError) in
                ProposedSource.entries(of: try reading.feed(of: fetched, as: proposal), context.localized)
            }
        }
        do {
            let reading = try await FeedReading(context, common, parser: other.type)
            let answer = try await reading.document(of: FeedReading.Job(document: other.url))
            return try await context.blocking.run { () throws(StageError) in
                ProposedSource.entries(of: try reading.feed(of: answer, as: proposal), context.localized)
            }
        } catch let error as StageError {
            return ["# " + ChangeLines(catalogue: context.catalogue, zone: .utc).line("try", error), "# try --list 2"]
        } catch {
            return []
        }
    }
}
