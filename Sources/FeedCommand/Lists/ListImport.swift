import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem

/// What all imports share: a list becomes a configuration, and what was mended or left out is told.
struct ListImport {
    let context: CommandContext
    let common: CommonOptions
    /// The program or the format: `opml`, `rss2email`, `newsboat`.
    let origin: String
    /// The file as the user named it.
    let path: String
    /// Where the configuration goes; nil: to stdout.
    let output: String?

    private var localized: Localizer { context.localized }
    var file: ListFile { ListFile(context: context, command: "import") }

    /// Lines about what is not taken over, at most; the configuration has all of them.
    private static let mostShown = 8

    /// Throws if the list has no feed.
    func requireFeeds(_ list: SubscriptionList) throws(CommandFailure) {
        guard list.feeds.isEmpty else { return }
        var lines = [file.line(.message("import.no_feed", ["file": shownPath]))]
        lines += list.leftOut.prefix(Self.mostShown).map { file.line(Self.text(of: $0)) }
        throw CommandFailure(.attention, lines)
    }

    /// Checks the configuration as `kawaraban check` would, and returns it with its plan.
    func plan(of configuration: ListConfiguration, _ bytes: [UInt8]) async throws(CommandFailure) -> Plan {
        let reader = PlanReader(
            registry: context.registry, purpose: .check, variables: configuration.variables, statePath: common.state)
        let name = output ?? "config.yaml"
        let reading = await context.blocking.run { reader.read(bytes, path: name) }
        guard let plan = reading.plan else {
            throw CommandFailure(
                .internalError,
                reading.notices(localized, columns: context.console.columns, where: { $0.severity == .error }))
        }
        return plan
    }

    /// Returns the comments at the head of the configuration.
    func remarks(on list: SubscriptionList, _ configuration: ListConfiguration) -> [String] {
        let config = MessageArgument.text(output ?? "config.yaml")
        var lines = [
            localized("import.comment.origin", ["origin": .text(origin), "file": shownPath]),
            localized(contents(of: list, configuration)), "",
            localized("import.comment.next", ["config": config]), "",
        ]
        if !list.leftOut.isEmpty {
            lines.append(localized("import.comment.left_out"))
            lines += list.leftOut.map { "  " + localized(Self.text(of: $0)) } + [""]
        }
        return lines
    }

    /// Tells on stderr what was read, mended and left out.
    func tell(_ list: SubscriptionList, _ configuration: ListConfiguration) {
        tell(contents(of: list, configuration))
        if !list.repairs.isEmpty {
            let codes = list.repairs.map { "\($0.code) (\($0.count))" }
            tell(.message("import.mended", ["repairs": .row(codes)]))
        }
        if !list.isComplete { tell(.message("import.cut", ["file": shownPath])) }
        for source in configuration.sources {
            if let variable = source.passwordVariable {
                tell(
                    .message(
                        "import.password",
                        ["source": .text(source.name), "variable": .text(variable)]))
            }
            let user = source.userVariable.map { [("user", $0)] } ?? []
            for (item, variable) in user + source.secrets.map({ ($0.item, $0.variable) }) {
                tell(
                    .message(
                        "import.secret",
                        ["source": .text(source.name), "item": .text(item), "variable": .text(variable)]))
            }
        }
        for leftOut in list.leftOut.prefix(Self.mostShown) { tell(Self.text(of: leftOut)) }
        if list.leftOut.count > Self.mostShown {
            tell(.message("import.more_left_out", ["count": .number(list.leftOut.count - Self.mostShown)]))
        }
    }

    /// Prints a line on stderr, unless `--quiet`.
    func tell(_ text: LocalizedText) {
        if !common.quiet { NoticePrinter(context, common).remark(file.line(text)) }
    }

    /// Writes the configuration to its new file, or to stdout.
    func write(_ bytes: [UInt8]) async throws(CommandFailure) {
        guard let output else { return try context.console.print(document: bytes) }
        try await file.create(output, bytes)
        tell(.message("import.written", ["config": .text(VisibleText.line(output))]))
    }

    private var shownPath: MessageArgument { .text(VisibleText.line(path, limit: 200)) }

    private func contents(of list: SubscriptionList, _ configuration: ListConfiguration) -> LocalizedText {
        var arguments: [String: MessageArgument] = [
            "feeds": .number(list.feeds.count), "folders": .number(list.folders),
            "pipelines": .number(configuration.pipelines.count),
        ]
        if list.duplicates > 0 { arguments["duplicates"] = .number(list.duplicates) }
        return .message("import.contents", arguments)
    }

    private static func text(of leftOut: SubscriptionList.LeftOut) -> LocalizedText {
        .message("import.left_out", ["what": .text(leftOut.what), "why": .message(leftOut.why)])
    }
}
