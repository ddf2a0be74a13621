import ArgumentParser
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering

/// `kawaraban export opml`: prints the feeds of a configuration as a list for other programs.
struct ExportOPMLCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "opml",
        abstract: Surroundings.localized("help.export_opml"),
        discussion: Surroundings.localized("help.export_opml.discussion"))

    @OptionGroup var common: CommonOptions

    @Option(name: [.short, .long], help: .localized("help.export.output", valueName: "file"), completion: .file())
    var output: String?

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let file = ListFile(context: context, command: "export")
        if let output { try await file.requireNew(output) }
        let plan = try await PlanLoading(context, common).plan(for: .check)
        let bytes = Self.list(of: plan).bytes
        let printer = NoticePrinter(context, common)
        for source in plan.sources where source.feedAddress == nil && !common.quiet {
            printer.remark(
                file.line(
                    .message("export.left_out", ["source": .text(source.name), "type": .text(source.type)])))
        }
        guard let output else {
            try context.console.print(document: bytes)
            return .done
        }
        try await file.create(output, bytes)
        return .done
    }

    /// Returns the feeds in a folder for each pipeline, each in the first pipeline that has it.
    static func list(of plan: Plan) -> OPMLText {
        let sources = Dictionary(uniqueKeysWithValues: plan.sources.map { ($0.name, $0) })
        var (seen, folders): (Set<String>, [OPMLText.Folder]) = ([], [])
        func folder(_ title: String?, _ names: [String]) {
            var folder = OPMLText.Folder(title: title)
            for name in names {
                guard let source = sources[name], let address = source.feedAddress, seen.insert(name).inserted else {
                    continue
                }
                folder.feeds.append((source.title, address))
            }
            if !folder.feeds.isEmpty { folders.append(folder) }
        }
        for pipeline in plan.pipelines {
            folder(pipeline.title == ListConfiguration.outside ? nil : pipeline.title, pipeline.sources)
        }
        folder(nil, plan.sources.map(\.name))
        return OPMLText(title: "Kawaraban", folders: folders)
    }
}
