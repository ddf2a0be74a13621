import FeedConfiguration
import FeedEngine
import FeedModel
import FeedStages
import FeedState

/// Everything that `doctor` looks at. Nothing is changed, fetched or locked.
struct Examination {
    let context: CommandContext
    let common: CommonOptions
    let now: Timestamp
    let catalogue = Catalogue.english

    /// The findings, in the order in which one would look.
    func findings() async -> [Finding] {
        let reading = await PlanLoading(context, common).read(for: .check)
        let plan = reading.plan
        let path = common.state ?? plan?.settings.statePath
        let sinkPaths = plan.map(sinkPaths) ?? []
        let (config, clockSource) = (common.config, now)
        var findings = configuration(reading)
        findings += await context.blocking.run { PlaceExamination.ofConfiguration(config) }
        findings += await cron(reading)
        findings += await context.blocking.run {
            MachineExamination(now: clockSource, plan: plan).findings
                + PlaceExamination(state: path, outputs: sinkPaths).findings
        }
        if let path { findings += await state(at: path, plan) }
        return findings
    }

    private func configuration(_ reading: PlanReading) -> [Finding] {
        let errors = reading.diagnostics.filter { $0.severity == .error }
        let warnings = reading.diagnostics.count - errors.count
        if let first = errors.first {
            let others = errors.count + reading.omitted > 1 ? " (and \(errors.count + reading.omitted - 1) more)" : ""
            return [.bad("config", "\(first)\(others)", cure: "`kawaraban check` shows every mistake")]
        }
        let name = Diagnostic.printable(common.config)
        guard warnings > 0 else { return [.ok("config", "\(name) has no mistakes")] }
        let counted = warnings == 1 ? "1 warning" : "\(warnings) warnings"
        return [.hint("config", "\(name) has \(counted)", cure: "`kawaraban check` shows them")]
    }

    /// Where sinks write, by their names.
    private func sinkPaths(of plan: Plan) -> [(sink: String, path: String)] {
        let services = DoorOpening(context, common).services(for: plan.settings)
        return plan.sinks.flatMap { planned -> [(sink: String, path: String)] in
            // What cannot be made is told by `check`.
            guard let sink = try? planned.make(services) else { return [] }
            return sink.writtenPaths.map { (planned.name, $0) }
        }
    }

    /// What the configuration would lack under cron, which hands over next to nothing.
    private func cron(_ reading: PlanReading) async -> [Finding] {
        guard reading.plan != nil else { return [] }
        let (registry, path, statePath) = (context.registry, common.config, common.state)
        let (all, others) = await context.blocking.run {
            func read(for purpose: PlanReader.Purpose) -> [Diagnostic] {
                PlanReader(
                    registry: registry, purpose: purpose, variables: CronEnvironment.variables, statePath: statePath
                ).read(path: path).diagnostics
            }
            // A replay needs no secrets and variables: it is told of all but what is missing.
            return (read(for: .check), Set(read(for: .replay)))
        }
        let missing = all.filter { !others.contains($0) }
        guard !missing.isEmpty else { return [.ok("cron", "its poor environment is enough for the configuration")] }
        return missing.prefix(20).map { diagnostic in
            let place = "\(diagnostic.place.file):\(diagnostic.place.line):\(diagnostic.place.column)"
            return .bad(
                "cron", "cron will not have what stands at \(place): \(diagnostic.message)",
                cure: "put it into the file of `settings.env_file`")
        }
    }
}

/// The variables that cron sets (crontab(5) §environment settings).
enum CronEnvironment {
    static var variables: [String: String] {
        let own = ProcessEnvironment.variables
        var variables = ["SHELL": "/bin/sh", "PATH": "/usr/bin:/bin"]
        for name in ["HOME", "LOGNAME", "USER"] { variables[name] = own[name] }
        return variables
    }
}
