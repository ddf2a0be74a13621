import FeedConfiguration
import FeedEngine
import FeedModel
import FeedStages
import FeedSystem

/// Where the state lies, as the command line or the configuration says; with `--state` the configuration may be broken or
/// missing.
struct StateLocation {
    let path: String
    /// What the configuration says, or nil if it cannot be used.
    let plan: Plan?
    /// The zone in which times are shown.
    let zone: Zone

    /// Finds it, or tells every mistake of the configuration.
    static func find(_ context: CommandContext, _ common: CommonOptions) async throws(CommandFailure) -> StateLocation {
        let reading = await PlanLoading(context, common).read(for: .check)
        guard let path = common.state ?? reading.plan?.settings.statePath else {
            throw CommandFailure(
                .configuration,
                reading.notices(where: { $0.severity == .error }) + [
                    Notice(
                        .error, "failure",
                        "kawaraban: the configuration cannot tell where the state lies; name it with --state FILE")
                ])
        }
        let system = await context.blocking.run { ZoneReader().systemZone(variables: ProcessEnvironment.variables) }
        return StateLocation(path: path, plan: reading.plan, zone: reading.plan?.settings.zone ?? system)
    }
}
