import FeedEngine
import FeedMessages
import FeedModel
import FeedPrograms
import FeedRendering
import FeedStages
import FeedSystem
import Glibc

/// The lines of crontab(5) that a configuration needs, and what its owner should know about them.
struct CronEntry {
    let lines: [String]
    private let asksRarely: Bool
    private let context: CommandContext
    private let common: CommonOptions

    /// Makes the lines of a plan. Throws with status 78 if cron cannot start what they name.
    ///
    /// - Parameters:
    ///   - minutes: sources are to be asked so often, too.
    ///   - worker: the name of the worker, or nil for that of the machine.
    init(
        _ context: CommandContext, _ common: CommonOptions, of plan: Plan, every minutes: Int? = nil,
        worker: String? = nil
    ) async throws(CommandFailure) {
        self.context = context
        self.common = common
        let call = try ScheduledCall(context, common, worker: worker)
        if let fault = call.cronFault { throw CommandFailure(.configuration, context.localized(fault)) }
        // cron's daemon does not know the `TZ` of this terminal.
        let machine = await context.blocking.run { ZoneReader().systemZone(variables: [:]) }
        let own = plan.settings.isZoneConfigured ? plan.settings.zone : machine
        let timetable = Timetable(of: plan, every: minutes).byClock(of: machine, from: own, at: SystemClock().now)
        asksRarely = timetable.hasPauses
        lines = timetable.cronTimes.map { "\($0)  \(call.cronText)" }
    }

    /// Sentences about what a run from cron will lack, and where its output goes.
    ///
    /// - Parameter placing: the call that has made the lines.
    func hints(_ placing: PlacingOptions) async -> [String] {
        let localized = context.localized
        let reading = await PlanLoading(context, common).read(for: .check)
        let findings = await Examination(context: context, common: common, now: SystemClock().now).cron(reading)
        var hints = findings.filter { $0.grade != .ok }.map { finding in
            let words = [finding.what, finding.cure].compactMap { $0.map { localized($0) } }
            return localized("cron.hint", ["what": .text(words.joined(separator: "; "))])
        }
        if let proxy = ProcessEnvironment.proxyVariable {
            hints.append(localized("placing.lacks_proxy", ["starter": "cron", "variable": .text(proxy)]))
        }
        hints.append(Self.sendsMail(ProcessEnvironment.variables) ? localized("cron.mail") : localized("cron.no_mail"))
        if asksRarely { hints.append(localized("cron.rarely")) }
        if !placing.install {
            let command = common.command("cron \(placing.installing)")
            hints.append(localized("cron.how_to_place", ["command": .text(command)]))
        }
        return hints
    }

    /// Whether this machine has the program by which cron sends mail.
    private static func sendsMail(_ variables: [String: String]) -> Bool {
        access("/usr/sbin/sendmail", X_OK) == 0
            || ProgramFile.path(of: "sendmail", in: "", searching: variables["PATH"]) != nil
    }
}
