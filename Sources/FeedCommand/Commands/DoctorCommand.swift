import ArgumentParser
import FeedJSON
import FeedStages

/// `kawaraban doctor`: reports what prevents a run now or will prevent one later, with a cure for each.
struct DoctorCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: Surroundings.localized("help.doctor"),
        discussion: Surroundings.localized("help.doctor.discussion"))

    @OptionGroup var common: CommonOptions

    @Flag(help: .localized("help.doctor.json"))
    var json = false

    var fetches: Bool { true }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let findings = await Examination(context: context, common: common, now: SystemClock().now).findings()
        let localized = context.localized
        if json {
            var writer = JSONWriter()
            for finding in findings {
                writer.beginObject()
                writer.member("grade", finding.grade.rawValue)
                writer.member("subject", finding.subject)
                writer.member("code", finding.code)
                writer.member("message", localized(finding.what))
                writer.member("cure", finding.cure.map { localized($0) })
                writer.endObject()
                writer.endLine()
            }
            try context.console.print(bytes: writer.bytes)
        } else {
            let shown = findings.filter { $0.grade != .ok || !common.quiet }
            for line in Finding.lines(shown, localized) { try context.console.print(text: line) }
        }
        return findings.contains { $0.grade == .bad } ? .attention : .done
    }
}
