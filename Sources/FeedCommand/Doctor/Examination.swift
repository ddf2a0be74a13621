import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedStages
import FeedState
import FeedSystem
import Glibc

/// The examination of `doctor`. It changes, fetches and locks nothing.
struct Examination {
    let context: CommandContext
    let common: CommonOptions
    let now: Timestamp
    var catalogue: Catalogue { context.catalogue }

    /// Returns the findings, the causes before their effects.
    func findings() async -> [Finding] {
        let reading = await PlanLoading(context, common).read(for: .check)
        let plan = reading.plan
        let system = await context.systemZone()
        let zone = plan?.settings.zone ?? system
        let address = common.state.map(StateAddress.file) ?? plan?.settings.state
        let lookAtOutputs = lookingAtOutputs(of: plan)
        let (config, clockSource, catalogue) = (common.config, now, catalogue)
        var findings = configuration(reading)
        findings += await context.blocking.run { PlaceExamination.ofConfiguration(config) }
        findings += await cron(reading)
        findings += await context.blocking.run {
            MachineExamination(now: clockSource, zone: zone, plan: plan).findings
                + PlaceExamination(state: address?.path, outputs: lookAtOutputs(), catalogue: catalogue).findings
        }
        if let address { findings += await state(at: address, plan, in: zone) }
        // One error can prevent both a run and this examination. It is reported once.
        var seen: Set<String> = []
        return findings.filter { $0.grade != .bad || seen.insert("\($0.subject) \($0.what)").inserted }
    }

    private func configuration(_ reading: PlanReading) -> [Finding] {
        let errors = reading.diagnostics.filter { $0.severity == .error }
        let warnings = reading.diagnostics.count - errors.count
        if let first = errors.first {
            let others = errors.count + reading.omitted - 1
            var arguments = ["mistake": MessageArgument.text(first.line(in: context.localized.language))]
            if others > 0 { arguments["others"] = .number(others) }
            return [
                .bad(
                    "config", .message("doctor.config_mistakes", arguments),
                    cure: .message("doctor.config_mistakes.cure"))
            ]
        }
        let name = MessageArgument.text(common.config)
        guard warnings > 0 else { return [.ok("config", .message("doctor.config_ok", ["file": name]))] }
        return [
            .hint(
                "config", .message("doctor.config_warnings", ["file": name, "count": .number(warnings)]),
                cure: .message("doctor.config_warnings.cure"))
        ]
    }

    /// Returns a function that looks at the places where sinks write. The function blocks.
    private func lookingAtOutputs(of plan: Plan?) -> @Sendable () -> [PlaceExamination.Output] {
        guard let plan else { return { [] } }
        let services = DependencyFactory(context, common).services(for: plan.settings)
        let now = now
        return {
            plan.sinks.flatMap { planned -> [PlaceExamination.Output] in
                // `check` reports a sink that cannot be made.
                guard planned.unavailable == nil, let sink = try? planned.make(services) as? any FileWriting else {
                    return []
                }
                let pipelines = plan.pipelines.filter { $0.sinks.contains(planned.name) }.map(\.name)
                let targets = (sink.targets(of: pipelines, at: now) ?? []).sorted()
                let isAppended = pipelines.allSatisfy { sink.exclusiveTarget(pipeline: $0) == nil }
                return sink.writtenPaths.map { path in
                    PlaceExamination.Output(
                        sink: planned.name, path: path,
                        refusal: (targets.isEmpty ? [path] : targets).lazy.compactMap(sink.refusal).first,
                        isAppendedToFile: isAppended && !targets.isEmpty
                            && targets.allSatisfy { access($0, F_OK) == 0 })
                }
            }
        }
    }

    /// Returns the places where sinks write.
    func outputs(of plan: Plan) async -> [PlaceExamination.Output] {
        await context.blocking.run(lookingAtOutputs(of: plan))
    }

    /// Reports values that would be missing under cron, which passes only a few variables and no credentials.
    func cron(_ reading: PlanReading) async -> [Finding] {
        guard reading.plan != nil else { return [] }
        let missing = await missing(underStarter: .cron)
        guard !missing.isEmpty else { return [.ok("cron", .message("doctor.cron_ok"))] }
        return missing.prefix(20).map { diagnostic in
            let what = LocalizedText.message(
                "doctor.cron_lacks", ["place": .text(diagnostic.shownPlace), "what": .message(diagnostic.what)])
            switch diagnostic.origin {
            case .variable: return .bad("cron", what, cure: .message("doctor.cron_lacks.cure"))
            // Who writes `{ credential: NAME }` probably lets systemd run it.
            case .credential: return .hint("cron", what, cure: .message("doctor.cron_no_credentials.cure"))
            case .elsewhere:
                return .bad("cron", what, cure: diagnostic.cure ?? .message("doctor.config_warnings.cure"))
            }
        }
    }

    /// Returns the reports about values that a run lacks with the variables that its starter sets.
    func missing(underStarter starter: RunStarter) async -> [Diagnostic] {
        let (registry, path, statePath) = (context.registry, common.config, common.state)
        let (all, others) = await context.blocking.run {
            func read(for purpose: PlanReader.Purpose) -> [Diagnostic] {
                PlanReader(
                    registry: registry, purpose: purpose, variables: starter.variables, statePath: statePath
                ).read(path: path).diagnostics
            }
            // A reading for replay omits only the reports about missing values.
            return (read(for: .check), Set(read(for: .replay)))
        }
        return all.filter { !others.contains($0) }
    }
}

extension Diagnostic {
    /// The place in one word.
    var shownPlace: String { "\(place.file):\(place.line):\(place.column)" }
}

/// Who starts runs, with the few variables that it sets.
enum RunStarter {
    /// cron (crontab(5) §environment settings).
    case cron
    /// systemd, for a user who is logged in or lingers (systemd.exec(5) §environment variables).
    case userManager
    /// systemd, for the service of the system.
    case systemManager

    var variables: [String: String] {
        let own = ProcessEnvironment.variables
        var variables = ["SHELL": "/bin/sh", "PATH": "/usr/bin:/bin"]
        if self != .cron { variables["PATH"] = "/usr/local/bin:/usr/bin" }
        for name in self == .systemManager ? [] : ["HOME", "LOGNAME", "USER"] { variables[name] = own[name] }
        return variables
    }
}
