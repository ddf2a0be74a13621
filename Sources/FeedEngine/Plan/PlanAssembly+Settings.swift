import FeedConfiguration
import FeedModel
import FeedSystem

extension PlanAssembly {
    func readSettings(_ root: ConfigSection) -> Settings {
        let node = root.rawOption("settings", typeName: "a map", help: "what holds for the whole run")
        let section = section(node ?? Node(.map([]), at: root.node.place), path: "settings")
        let options = SettingsOptions(from: section)
        section.finish()
        let zone = options.timezone.flatMap { self.zone($0, in: section) }
        var settings = Settings(
            configPath: path, directory: environment.directory,
            statePath: reader.statePath ?? environment.resolve(path: options.state.text),
            zone: zone ?? reader.zones.systemZone(variables: environment.variables), locale: options.locale,
            allowedNetworks: options.network?.allow.map(\.text) ?? [], concurrency: options.concurrency,
            maxRun: options.maxRun)
        settings.allowsRedirectsInside = options.network?.allowsRedirects ?? false
        settings.isZoneConfigured = zone != nil
        settings.proxyVariables = proxyVariables()
        settings.heartbeat = options.heartbeat.flatMap { heartbeat($0.secret, in: section) }
        return settings
    }

    /// What is reported names no address: it is a secret.
    private func heartbeat(_ address: Secret, in section: ConfigSection) -> Heartbeat? {
        guard !address.isMissing else { return nil }
        guard Address.isHTTP(address.reveal()), Address.parts(address.reveal())?.host?.isEmpty == false else {
            report(
                "settings.heartbeat: expected an http or https address",
                at: section.node["heartbeat"]?.place ?? section.node.place,
                suggestion: "the address that the watching service gave you, such as https://hc-ping.com/…")
            return nil
        }
        let heartbeat = Heartbeat(address)
        // It may differ from the address itself, so that masking that one would not hide it.
        secrets.add(heartbeat.failure)
        return heartbeat
    }

    /// Proxies of the environment, `env_file` among it; their credentials are secrets like others.
    private func proxyVariables() -> [String: String] {
        let names = ["http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"]
        let proxies = environment.variables.filter { names.contains($0.key) }
        for (name, value) in proxies.sorted(by: { $0.key < $1.key }) where value.utf8.contains(UInt8(ascii: "@")) {
            secrets.add(Secret(Address.isHTTP(value) ? value : "http://" + value, mask: "{\(name)}"))
        }
        return proxies
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

/// The options of `settings:`.
struct SettingsOptions {
    /// Where the state lies if nothing is said.
    static let defaultState = FilePath(".kawaraban/state.sqlite")

    fileprivate let timezone: ZoneName?
    fileprivate let locale: DigestLocale
    fileprivate let state: FilePath
    fileprivate let network: NetworkSettings?
    fileprivate let concurrency: Int
    fileprivate let maxRun: Duration
    fileprivate let heartbeat: SecretURL?

    init(from section: ConfigSection) {
        timezone = section.option("timezone", help: "IANA name; the system's zone if left out")
        locale = section.option("locale", default: .en, help: "language of fixed words in digests")
        state = section.option(
            "state", default: Self.defaultState, help: "path of the state database")
        // Read before everything else: it may hold the variables of this very file.
        _ = section.option("env_file", as: FilePath.self, help: "path of a file of NAME=value lines, mode 600")
        _ = section.rawOption(
            "notices", typeName: "the name of a sink, or a list of them",
            help: "what a run tells on stderr goes to these sinks, too")
        network = section.option("network", help: "what may be reached")
        concurrency = section.option("concurrency", default: 64, in: 1...512, help: "transfers in flight at a time")
        maxRun = section.option(
            "max_run", default: .seconds(600), in: .seconds(1)...(.seconds(86_400)),
            help: "longest time of collecting; then what came is delivered, and the rest is asked first next time")
        heartbeat = section.option(
            "heartbeat",
            help: "an address that is asked after each run, with /fail behind it if the run went wrong")
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
    let allowsRedirects: Bool
    static var typeName: String { "a map: { allow: [ranges], allow_redirects: yes or no }" }
    static var placeholder: NetworkSettings { NetworkSettings(allow: [], allowsRedirects: false) }
    static func read(_ node: Node, in section: ConfigSection) -> NetworkSettings? {
        NetworkSettings(
            allow: section.option(
                "allow", default: [],
                help: "ranges that may be reached although private or special, by sources and sinks that lead there"),
            allowsRedirects: section.option(
                "allow_redirects", default: false,
                help: "whether servers of the public network may redirect into them"))
    }
    var manualText: String { "{ allow: \(allow.manualText), allow_redirects: \(allowsRedirects.manualText) }" }
}

extension PlanAssembly {
    /// Paths count from the folder that the configuration was named in, though a symbolic link may lead to another one: a
    /// mounted configuration has a new folder at each update. But if a state lies in such a folder, too, somebody has run
    /// this configuration by that name, and beside the link all would be delivered again.
    ///
    /// - Parameter option: `settings.state` as it is written, or nil.
    func checkLinkedStates(_ option: Node?, at top: Place) {
        // Who names the state leaves nothing open.
        guard reader.statePath == nil, reader.purpose != .replay else { return }
        let written = option?.scalar ?? SettingsOptions.defaultState.text
        guard written.utf8.first != UInt8(ascii: "/") else { return }
        let named = FileNumber(statePath)
        for file in LinkChain(from: path) {
            let other = ConfigEnvironment(directory: PathParts(file).folder).resolve(path: written)
            guard let found = FileNumber(other), found != named else { continue }
            let here = named == nil ? "would be made at \(statePath)" : "is \(statePath)"
            return report(
                "settings.state: \(path) is a symbolic link; beside it the state \(here), but there is one at \(other), "
                    + "too", at: option?.place ?? top,
                suggestion: "write the whole path of the right one, or take the other one away")
        }
    }
}
