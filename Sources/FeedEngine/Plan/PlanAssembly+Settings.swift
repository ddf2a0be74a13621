import FeedConfiguration
import FeedMessages
import FeedModel
import FeedState
import FeedSystem

extension PlanAssembly {
    func readSettings(_ root: ConfigSection) -> Settings {
        let node = root.rawOption(
            "settings", typeName: .message("type.any_map"), help: .message("option.configuration.settings"))
        let section = section(node ?? Node(.map([]), at: root.node.place), path: "settings")
        let options = SettingsOptions(from: section)
        section.reportUnknownKeys()
        let zone = options.timezone.flatMap { self.zone($0, in: section) }
        var settings = Settings(
            configPath: path, directory: environment.directory,
            state: address(of: options.state, in: section),
            zone: zone ?? reader.zones.systemZone(variables: environment.variables), locale: options.locale,
            allowedNetworks: options.network?.allow.map(\.text) ?? [], concurrency: options.concurrency,
            maxRun: options.maxRun)
        settings.allowsRedirectsInside = options.network?.allowsRedirects ?? false
        settings.isZoneConfigured = zone != nil
        settings.proxyVariables = proxyVariables(options.network, in: section)
        settings.filesOn = options.filesOn
        settings.heartbeat = options.heartbeat.flatMap { heartbeat($0.secret, in: section) }
        return settings
    }

    /// Returns where the state is. `--state` names a file instead.
    private func address(of option: StateOption, in section: ConfigSection) -> StateAddress {
        if let path = reader.statePath { return .file(path) }
        switch option {
        case .file(let path):
            let configured = environment.resolve(path: path.text)
            // What was there before the configuration named a path goes on: a new state would deliver everything again. A
            // state that is at that path is no new one.
            guard let usual = reader.variables[PlanReader.usualState], !usual.isEmpty,
                section.node["state"] == nil || FileNumber(configured) == nil && FileNumber(usual) != nil
            else { return .file(configured) }
            return .file(usual)
        case .postgresql(let address):
            let place = section.node["state"]?.place ?? section.node.place
            if address.isMissing {
                report(.message("plan.no_state"), at: place, severity: .missingForAll)
            } else if !Self.isConnection(address.reveal()) {
                report(
                    .message("plan.postgresql"), at: place, suggestion: .message("plan.postgresql_address"))
            }
            return .postgresql(address)
        }
    }

    /// Whether a text has a form that PostgreSQL's programs take: an address, or `host=… dbname=…`.
    private static func isConnection(_ text: String) -> Bool {
        PostgreSQLPlace.hasScheme(text) || !text.contains("://") && text.contains("=")
    }

    /// Checks the address of `heartbeat`. Reports do not show it, because it is a secret.
    private func heartbeat(_ address: Secret, in section: ConfigSection) -> Heartbeat? {
        guard !address.isMissing else { return nil }
        guard Address.isHTTP(address.reveal()), Address.parts(address.reveal())?.host?.isEmpty == false else {
            report(
                .message("plan.heartbeat"),
                at: section.node["heartbeat"]?.place ?? section.node.place,
                suggestion: .message("plan.heartbeat_address"))
            return nil
        }
        let heartbeat = Heartbeat(address)
        // The `/fail` address may not contain the original one, so masking the original would not hide it.
        secrets.add(heartbeat.failure)
        return heartbeat
    }

    /// Returns the proxies of the environment and of `env_file`, or those of `network` in their place. Their
    /// credentials are secrets like others.
    private func proxyVariables(_ network: NetworkSettings?, in section: ConfigSection) -> [String: String] {
        let exceptions = ["no_proxy", "NO_PROXY"]
        let names = ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"]
        var proxies = environment.variables.filter { names.contains($0.key) || exceptions.contains($0.key) }
        if let proxy = network?.proxy?.secret {
            for name in names { proxies[name] = nil }
            // Without its value no request may go directly instead: an empty host is no proxy, and is refused.
            proxies["all_proxy"] = proxy.isMissing ? "http://" : proxy.reveal()
            if !proxy.isMissing, Proxy(proxy.reveal()).address == nil {
                let options = section.node["network"]
                report(
                    .message("plan.proxy"), at: options?["proxy"]?.place ?? section.node.place,
                    suggestion: .message("plan.proxy_address"))
            }
        }
        if let direct = network?.noProxy {
            for name in exceptions { proxies[name] = nil }
            proxies["no_proxy"] = direct.joined(separator: ",")
        }
        // The option's own value is a secret already.
        let named = network?.proxy == nil ? proxies : [:]
        for (name, value) in named.sorted(by: { $0.key < $1.key }) where value.utf8.contains(UInt8(ascii: "@")) {
            secrets.add(Secret(Address.isHTTP(value) ? value : "http://" + value, mask: "{\(name)}"))
        }
        return proxies
    }

    private func zone(_ name: ZoneName, in section: ConfigSection) -> Zone? {
        if let zone = reader.zones.zone(named: name.text) { return zone }
        let place = section.node["timezone"]?.place ?? section.node.place
        guard reader.zones.isInstalled else {
            report(
                .message("plan.no_zones", ["folder": .text(reader.zones.directory)]), at: place,
                suggestion: .message("plan.install_zones"))
            return nil
        }
        let names = reader.zones.names()
        let meant = CommonZones.meant(by: name.text, among: names) ?? diagnostics.nearest(to: name.text, among: names)
        report(
            .message("plan.unknown_zone", ["zone": .text(name.text)]), at: place,
            suggestion: meant.map { .message("plan.zone_meant", ["zone": .text($0)]) } ?? .message("plan.zone_example"))
        return nil
    }
}

/// The options of `settings:`.
struct SettingsOptions {
    fileprivate let timezone: ZoneName?
    fileprivate let locale: DigestLocale
    fileprivate let state: StateOption
    fileprivate let filesOn: String?
    fileprivate let network: NetworkSettings?
    fileprivate let concurrency: Int
    fileprivate let maxRun: Duration
    fileprivate let heartbeat: SecretURL?

    init(from section: ConfigSection) {
        timezone = section.option("timezone", help: .message("option.settings.timezone"))
        locale = section.option("locale", default: .en, help: .message("option.settings.locale"))
        state = section.option(
            "state", default: StateOption.usual, help: .message("option.settings.state"))
        filesOn = section.option("files_on", help: .message("option.settings.files_on"))
        // `env_file` was read before everything else: it may hold the variables of this very file.
        _ = section.option("env_file", as: FilePath.self, help: .message("option.settings.env_file"))
        _ = section.rawOption(
            "notices", typeName: .message("type.sinks"),
            help: .message("option.settings.notices"))
        network = section.option("network", help: .message("option.settings.network"))
        concurrency = section.option(
            "concurrency", default: 64, in: 1...512, help: .message("option.settings.concurrency"))
        maxRun = section.option(
            "max_run", default: .seconds(600), in: .seconds(1)...(.seconds(86_400)),
            help: .message("option.settings.max_run"))
        heartbeat = section.option(
            "heartbeat",
            help: .message("option.settings.heartbeat"))
    }
}

/// The name of a time zone, not yet looked up.
private struct ZoneName: ConfigValue {
    let text: String
    static var typeName: LocalizedText { .message("type.zone_name") }
    static var schema: ValueSchema { .text }
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
    var proxy: SecretURL?
    var noProxy: [String]?
    static var typeName: LocalizedText { .message("type.network") }
    static var placeholder: NetworkSettings { NetworkSettings(allow: [], allowsRedirects: false) }
    static func read(_ node: Node, in section: ConfigSection) -> NetworkSettings? {
        NetworkSettings(
            allow: section.option(
                "allow", default: [],
                help: .message("option.network.allow")),
            allowsRedirects: section.option(
                "allow_redirects", default: false,
                help: .message("option.network.allow_redirects")),
            proxy: section.option("proxy", help: .message("option.network.proxy")),
            noProxy: section.option("no_proxy", as: OneOrMany<String>.self, help: .message("option.network.no_proxy"))?
                .values)
    }
    var manualText: String { "{ allow: \(allow.manualText), allow_redirects: \(allowsRedirects.manualText) }" }
}

extension PlanAssembly {
    /// Reports a second state beside the target of a symbolic link to the configuration. Paths are relative to the
    /// folder of the name that the user gave, because a mounted configuration has a new folder at each update. A state
    /// in the other folder shows an earlier run under that name; a new state would deliver everything again.
    ///
    /// - Parameter option: `settings.state` as written, or nil.
    func checkLinkedStates(_ option: Node?, at top: Place) {
        // A state given with `--state` is not ambiguous, nor is that of a service.
        guard reader.statePath == nil, reader.purpose != .replay, let statePath,
            statePath != reader.variables[PlanReader.usualState]
        else { return }
        let written = option?.scalar ?? StateOption.usual.manualText
        guard written.utf8.first != UInt8(ascii: "/") else { return }
        let named = FileNumber(statePath)
        for file in LinkChain(from: path) {
            let other = ConfigEnvironment(directory: PathParts(file).folder).resolve(path: written)
            guard let found = FileNumber(other), found != named else { continue }
            let facts: [String: MessageArgument] = [
                "path": .text(path), "state": .text(statePath), "other": .text(other),
            ]
            return report(
                named == nil ? .message("plan.second_state_made", facts) : .message("plan.second_state", facts),
                at: option?.place ?? top, suggestion: .message("plan.choose_state"))
        }
    }
}
