import FeedConfiguration
import FeedModel

extension PlanAssembly {
    func readSettings(_ root: ConfigSection) -> Settings {
        let node = root.rawOption("settings", typeName: "a map", help: "what holds for the whole run")
        let section = section(node ?? Node(.map([]), at: root.node.place), path: "settings")
        let zone = section.option("timezone", as: ZoneName.self, help: "IANA name; the system's zone if left out")
        let locale = section.option("locale", default: DigestLocale.en, help: "language of fixed words in digests")
        let state = section.option("state", default: ".kawaraban/state.sqlite", help: "path of the state database")
        _ = section.option("env_file", as: String.self, help: "path of a file of NAME=value lines, mode 600")
        let network = section.option("network", as: NetworkSettings.self, help: "what may be reached")
        let concurrency = section.option(
            "concurrency", default: 64, in: 1...512, help: "transfers in flight at a time")
        section.finish()
        return Settings(
            configPath: path, directory: environment.directory,
            statePath: reader.statePath ?? environment.resolve(path: state),
            zone: zone.flatMap { self.zone($0, in: section) }
                ?? reader.zones.systemZone(variables: environment.variables),
            locale: locale, allowedNetworks: network?.allow.map(\.text) ?? [], concurrency: concurrency)
    }

    private func zone(_ name: ZoneName, in section: ConfigSection) -> Zone? {
        if let zone = reader.zones.zone(named: name.text) { return zone }
        let place = section.node["timezone"]?.place ?? section.node.place
        guard reader.zones.isInstalled else {
            report("settings.timezone: no zones in \(reader.zones.directory)", at: place, suggestion: "install tzdata")
            return nil
        }
        let meant = diagnostics.nearest(to: name.text, among: reader.zones.names())
        report(
            "settings.timezone: there is no zone \"\(name.text)\"", at: place,
            suggestion: meant.map { "did you mean \($0)?" } ?? "an IANA name such as Asia/Tokyo")
        return nil
    }
}

/// A zone's name, not yet looked up.
private struct ZoneName: ConfigValue {
    let text: String
    static var typeName: String { "an IANA zone such as Asia/Tokyo" }
    static var placeholder: ZoneName { ZoneName(text: "UTC") }
    static func read(_ node: Node, in section: ConfigSection) -> ZoneName? {
        section.text(of: node, expected: typeName).map(ZoneName.init)
    }
    var manualText: String { text }
}

/// `settings.network`.
private struct NetworkSettings: ConfigValue {
    let allow: [NetworkRange]
    static var typeName: String { "a map: { allow: [ranges] }" }
    static var placeholder: NetworkSettings { NetworkSettings(allow: []) }
    static func read(_ node: Node, in section: ConfigSection) -> NetworkSettings? {
        NetworkSettings(
            allow: section.option(
                "allow", default: [], help: "ranges that may be reached although private or special"))
    }
    var manualText: String { "{ allow: \(allow.manualText) }" }
}
