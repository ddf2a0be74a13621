import FeedCommand
import FeedConfiguration
import FeedEngine
import StandardPlugins

/// Any bytes are a list or are refused. What `import` makes of a list is a configuration without a mistake, with a source
/// for each feed; what `export` makes of that is a list of the same feeds.
enum OPMLPromises {
    private static let registry = try? StandardPlugins.registry()

    static func brokenPromise(by input: [UInt8]) -> String? {
        guard let registry, let list = ImportedList(opml: input) else { return nil }
        let zones = ZoneReader(directory: "/nonexistent")
        let reader = PlanReader(registry: registry, purpose: .check, variables: list.variables, zones: zones)
        let reading = reader.read(list.configuration, path: "config.yaml")
        if let mistake = reading.diagnostics.first(where: { $0.severity == .error }) {
            return "the configuration has a mistake: \(mistake)"
        }
        guard let plan = reading.plan else { return "the configuration is no plan" }
        guard plan.sources.count == list.addresses.count else {
            return "\(list.addresses.count) feeds, \(plan.sources.count) sources"
        }
        let delivered = plan.pipelines.flatMap(\.sources)
        guard delivered.count == plan.sources.count, Set(delivered).count == delivered.count else {
            return "a feed is in no pipeline, or in two"
        }
        // Addresses that hold a secret are for nobody else.
        guard list.variables.isEmpty, plan.sources.allSatisfy({ $0.feedAddress != nil }) else { return nil }
        guard let again = ImportedList(opml: ImportedList.opml(of: plan)) else { return "the exported list is none" }
        return again.addresses.sorted() == list.addresses.sorted() ? nil : "other feeds after export and import"
    }
}
