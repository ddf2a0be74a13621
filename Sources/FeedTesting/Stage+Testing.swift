public import FeedConfiguration
import FeedModel
public import FeedStages

extension Stage {
    /// Returns the stage of a configuration with `section`, and the section's diagnostics. Throws the stage's error.
    public static func configured(
        _ section: Node, services: Services = .testing(), environment: ConfigEnvironment = ConfigEnvironment()
    ) throws(StageError) -> (stage: Self, diagnostics: [Diagnostic]) {
        let diagnostics = Diagnostics()
        var facts = ConfigFacts()
        facts[ChosenLocale.self] = services.locale
        facts[KnownZones.self] = { [zone = services.zone] name in name == zone.name ? zone : nil }
        let section = ConfigSection(
            section, path: "testing", diagnostics: diagnostics, environment: environment, facts: facts)
        let configuration = Configuration(from: section)
        return (try Self(configuration, services: services), diagnostics.list)
    }

    /// Returns the diagnostics of `section` as a section of this stage.
    public static func diagnostics(
        of section: Node, environment: ConfigEnvironment = ConfigEnvironment()
    ) -> [Diagnostic] {
        let diagnostics = Diagnostics()
        _ = Configuration(
            from: ConfigSection(section, path: "testing", diagnostics: diagnostics, environment: environment))
        return diagnostics.list
    }
}
