import ArgumentParser
import FeedConfiguration
import FeedEngine
import FeedJSON
import FeedMessages
import FeedRendering

/// `kawaraban check`: reports every mistake of the configuration with its place and a suggestion.
struct CheckCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: Surroundings.localized("help.check"),
        discussion: Surroundings.localized("help.check.discussion"))
    static let stopsInOrder = true

    @OptionGroup var common: CommonOptions

    @Flag(help: .localized("help.check.online"))
    var online = false

    @Flag(help: .localized("help.check.json"))
    var json = false

    var fetches: Bool { online }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = await PlanLoading(context, common).read(for: online ? .checkOnline : .check)
        let localized = context.localized
        if json {
            try context.console.print(bytes: DiagnosticJSON.document(reading.diagnostics, localized))
        } else {
            for line in reading.lines(localized, columns: context.console.printColumns) {
                try context.console.print(line)
            }
            try context.console.print(text: localized(summary(of: reading)))
        }
        guard let plan = reading.plan else { return .configuration }
        return online ? try await OnlineCheck(context, common).perform(plan) : .done
    }

    private func summary(of reading: PlanReading) -> LocalizedText {
        let errors = reading.diagnostics.count { $0.severity == .error }
        var arguments: [String: MessageArgument] = [
            "file": .text(VisibleText.line(common.config)), "errors": .number(errors),
            "warnings": .number(reading.diagnostics.count - errors),
        ]
        if reading.omitted > 0 { arguments["omitted"] = .number(reading.omitted) }
        guard let plan = reading.plan else { return .message("check.wrong", arguments) }
        arguments["sources"] = .number(plan.sources.count)
        arguments["pipelines"] = .number(plan.pipelines.count)
        arguments["sinks"] = .number(plan.sinks.count)
        // messages: check.right*
        return .message(errors == reading.diagnostics.count ? "check.right" : "check.right_with_warnings", arguments)
    }
}

/// The findings about a configuration as JSON.
enum DiagnosticJSON {
    /// Returns a JSON array in the file's order, with a line end.
    static func document(_ diagnostics: [Diagnostic], _ localized: Localizer) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for diagnostic in diagnostics {
            writer.beginObject()
            writer.member("file", diagnostic.place.file)
            writer.member("line", diagnostic.place.line)
            writer.member("column", diagnostic.place.column)
            writer.member("severity", diagnostic.severity == .error ? "error" : "warning")
            writer.member("code", diagnostic.what.code)
            writer.member("message", localized(diagnostic.what))
            writer.member("suggestion", diagnostic.cure.map { localized($0) })
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
