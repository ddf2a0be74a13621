import ArgumentParser
import FeedJSON
import FeedRendering
import FeedStages

/// `kawaraban doctor`: what keeps a run from its work, or will, with the cure of each.
struct DoctorCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Looks for what keeps runs from their work: permissions, clock, disk, cron, sources, sinks.",
        discussion: """
            A line for each thing that was examined: ok, a hint, or bad with its cure. Nothing is fetched, changed or \
            locked. Exits with 1 if anything is bad. Run it as the user that cron runs it as.
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "Prints JSON, one object a line: grade, subject, message, cure.")
    var json = false

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let findings = await Examination(context: context, common: common, now: SystemClock().now).findings()
        if json {
            var writer = JSONWriter()
            for finding in findings {
                writer.beginObject()
                writer.member("grade", finding.grade.rawValue)
                writer.member("subject", finding.subject)
                writer.member("message", finding.what)
                writer.member("cure", finding.cure)
                writer.endObject()
                writer.endLine()
            }
            try context.console.print(bytes: writer.bytes)
        } else {
            for finding in findings where finding.grade != .ok || !common.quiet {
                try context.console.print(line(for: finding))
            }
        }
        return findings.contains { $0.grade == .bad } ? .attention : .done
    }

    private func line(for finding: Finding) -> String {
        let mark = DisplayWidth.pad(finding.grade.rawValue, to: 4)
        let subject = DisplayWidth.pad(finding.subject, to: 12)
        let cure = finding.cure.map { "; \($0)" } ?? ""
        return "\(mark)  \(subject)  \(VisibleText.line(finding.what + cure))"
    }
}
