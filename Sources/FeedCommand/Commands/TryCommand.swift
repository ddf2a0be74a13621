import ArgumentParser
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem
import Glibc

/// `kawaraban try SOURCE…`: shows a digest of sources without a configuration, and keeps nothing. With `--as` it
/// proposes a source for a document.
struct TryCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: Surroundings.localized("help.try"),
        discussion: Surroundings.localized("help.try.discussion")
            + "\n\n" + Surroundings.localized("help.try.examples"))
    static let stopsInOrder = true

    @OptionGroup var common: CommonOptions

    @Argument(help: .localized("help.try.sources", valueName: "source"), completion: .shortForms)
    var sources: [String]

    @Option(help: .localized("help.try.html", valueName: "file"), completion: .file(extensions: ["html"]))
    var html: String?

    @Option(help: .localized("help.try.save", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var save: String?

    @Option(help: .localized("help.try.replay", valueName: "dir"), completion: .directory)
    var replay: String?

    @Option(
        name: .customLong("as"), help: .localized("help.try.type", valueName: "type"),
        completion: .list(["html", "json"]))
    var type: String?

    @Option(help: .localized("help.try.list", valueName: "number"))
    var list = 1

    func validate() throws {
        guard list >= 1 else { throw ValidationError(Surroundings.localized("usage.list_number")) }
        if type != nil, sources.count > 1 || html != nil || save != nil || replay != nil {
            throw ValidationError(Surroundings.localized("usage.as_goes_alone"))
        }
        if type == nil, list != 1 { throw ValidationError(Surroundings.localized("usage.list_wants_as")) }
    }

    var fetches: Bool { true }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        guard let type else { return try await show(context) }
        return try await ListProposal(common: common, document: sources[0], type: type, list: list).perform(context)
    }

    private func show(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let saved = save.map { NewFile(path: $0, context: context) }
        try await saved?.requireAbsence()
        if let html { try await TriedPage(path: html, context: context).check() }
        // As for `parse`: a configuration that is here says which networks may be asked, by which proxy, and the language.
        let own = await PlanLoading(context, common).read(for: .check).plan?.settings
        let starter = StarterConfiguration(
            sources: sources.map { .init(text: $0) }, locale: context.outputLanguage.current,
            schema: await context.blocking.run { StarterConfiguration.schema(of: "/proc/self/exe") },
            localized: context.localized)
        let trial = Trial(
            context, common, starter, own: own, format: html == nil ? "text" : "html", replay: replay)
        let outcome = try await trial.perform()
        if outcome.report.wasCancelled { return context.signals.status ?? .terminated }
        let printer = NoticePrinter(context, common)
        for site in outcome.sites { printer.remark(site.told(context.localized)) }
        let failed = outcome.report.sources.values.count { $0.kind == .failed }
        guard failed < outcome.report.sources.count else {
            if outcome.report.isOffline { printer.remark(context.localized("try.offline")) }
            return outcome.report.isOffline ? .offline : .attention
        }
        if outcome.digest.isEmpty {
            printer.remark(context.localized("try.nothing"))
        } else if let html {
            try await TriedPage(path: html, context: context).write(outcome.digest)
            printer.remark(context.localized("try.page", ["file": .text(VisibleText.line(html))]))
        } else {
            try context.console.print(document: outcome.digest)
        }
        if let saved {
            try await saved.write(starter.resolved(outcome.sites, context.localized).text)
            let arguments = ["file": MessageArgument.text(VisibleText.line(saved.path))]
            printer.remark(context.localized("try.saved", arguments))
        }
        return failed > 0 ? .attention : .done
    }
}
