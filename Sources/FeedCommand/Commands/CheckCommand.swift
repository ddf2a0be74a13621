import ArgumentParser
import FeedConfiguration
import FeedEngine
import FeedJSON
import FeedRendering

/// `kawaraban check`: every mistake of the configuration, with its place and its cure.
struct CheckCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Reads the whole configuration and prints every mistake with its place.",
        discussion: "Exits with 78 if there are errors, with 0 if there are only warnings.")
    static let stopsInOrder = true

    @OptionGroup var common: CommonOptions

    @Flag(help: "Asks each source once, too, with its credentials, and delivers nothing; exits with 1 if one fails.")
    var online = false

    @Flag(help: "Prints the mistakes as JSON.")
    var json = false

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = await PlanLoading(context, common).read(for: online ? .checkOnline : .check)
        if json {
            try context.console.print(bytes: DiagnosticJSON.document(reading.diagnostics))
        } else {
            for line in reading.lines(where: { _ in true }) { try context.console.print(line) }
            try context.console.print(summary(of: reading))
        }
        guard let plan = reading.plan else { return .configuration }
        return online ? try await OnlineCheck(context, common).perform(plan) : .done
    }

    private func summary(of reading: PlanReading) -> String {
        let errors = reading.diagnostics.count { $0.severity == .error }
        let warnings = reading.diagnostics.count - errors
        let others = reading.omitted > 0 ? " and \(reading.omitted) not shown" : ""
        let path = VisibleText.line(common.config)
        guard let plan = reading.plan else {
            return
                "\(path): \(count(errors, "error")), \(count(warnings, "warning"))\(others); nothing runs until the errors are gone"
        }
        let contents = [
            count(plan.sources.count, "source"), count(plan.pipelines.count, "pipeline"),
            count(plan.sinks.count, "sink"),
        ].joined(separator: ", ")
        return "\(path): no errors, \(warnings == 0 ? "no warnings" : count(warnings, "warning"))\(others): \(contents)"
    }

    private func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
}

/// The mistakes of a configuration for programs.
enum DiagnosticJSON {
    /// An array, in the file's order.
    static func document(_ diagnostics: [Diagnostic]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for diagnostic in diagnostics {
            writer.beginObject()
            writer.member("file", diagnostic.place.file)
            writer.member("line", diagnostic.place.line)
            writer.member("column", diagnostic.place.column)
            writer.member("severity", diagnostic.severity == .error ? "error" : "warning")
            writer.member("message", diagnostic.message)
            writer.member("suggestion", diagnostic.suggestion)
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
