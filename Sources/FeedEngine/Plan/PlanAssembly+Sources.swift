import FeedConfiguration
import FeedMessages
import FeedModel
import FeedStages

extension PlanAssembly {
    /// The sources of a configuration. Only the names include wrong ones.
    struct Sources {
        var planned: [PlannedSource] = []
        /// Every name, in the file's order.
        var names: [String] = []
        /// One instance of each, which can say what it reads.
        var instances: [(name: String, source: any Source)] = []
        /// The source that has each request, by type and canonical request.
        var requests: [String: String] = [:]
    }

    func readDefaults(_ root: ConfigSection) -> CommonSourceOptions {
        var options = CommonSourceOptions()
        guard
            let node = root.rawOption(
                "defaults", typeName: .message("type.any_map"), help: .message("option.configuration.defaults"))
        else {
            return options
        }
        let section = section(node, path: "defaults")
        let (known, mark) = (secrets.list.count, unavailabilityMark)
        options.read(section)
        options.secrets = Array(secrets.list[known...])
        options.unavailableValues = unavailableValues(in: section, since: mark)
        section.reportUnknownKeys()
        if let auth = node["auth"] {
            section.report(
                .message("plan.shared_credential"), at: auth.place, severity: .warning,
                suggestion: .message("plan.give_to_sources"))
        }
        return options
    }

    func readSources(_ pairs: [Node.Pair], _ defaults: CommonSourceOptions) -> Sources {
        var sources = Sources()
        sources.planned.reserveCapacity(pairs.count)
        sources.names.reserveCapacity(pairs.count)
        sources.instances.reserveCapacity(pairs.count)
        for pair in pairs {
            sources.names.append(pair.key)
            let section = section(pair.value, path: short.sources.paths[pair.key] ?? "sources.\(pair.key)")
            let errors = diagnostics.errorCount
            if let unavailable = PlannedUnavailability(
                (pair.value["type"]?.unavailableValues ?? []) + (pair.value["parser"]?.unavailableValues ?? []))
            {
                sources.planned.append(unknown(pair, unavailable, defaults, section))
                continue
            }
            guard let name = stageType(of: section) else { continue }
            guard let described = reader.registry.sources[name] else {
                reportUnknown(name, .message("kind.source"), among: reader.registry.sources.keys.sorted(), section)
                var options = defaults
                options.read(section)
                continue
            }
            if var planned = plan(described, pair, section, defaults, errors, &sources) {
                planned.sharePolicy(with: sources.planned.last)
                sources.planned.append(planned)
            }
        }
        return sources
    }

    /// Makes a source whose type or parser is not known on this machine.
    private func unknown(
        _ pair: Node.Pair, _ unavailable: PlannedUnavailability, _ defaults: CommonSourceOptions,
        _ section: ConfigSection
    ) -> PlannedSource {
        var (options, unavailable) = (defaults, unavailable)
        options.read(section)
        unavailable.hidesRequest = true
        let error = unavailable.error
        var planned = PlannedSource(
            name: pair.key, type: "", title: CommonSourceOptions.readTitle(section), place: pair.place,
            refresh: options.refresh, firstRun: options.firstRun, policy: options.policy,
            maxEntries: options.maxEntries, isEnabled: options.isEnabled
        ) { _ throws(StageError) in throw error }
        planned.unavailable = unavailable
        planned.isSelection = options.isSelection ?? false
        planned.knowsRequest = false
        return planned
    }

    private func plan(
        _ described: SourceDescription, _ pair: Node.Pair, _ section: ConfigSection, _ defaults: CommonSourceOptions,
        _ errors: Int, _ sources: inout Sources
    ) -> PlannedSource? {
        let (known, mark) = (secrets.list.count, unavailabilityMark)
        let makeSource = described.stage.configure(section)
        let parserName = section.node["parser"]?.scalar ?? "auto"
        let parser =
            parserName == "auto"
            ? described.parser ?? reader.registry.parsers["auto"] : reader.registry.parser(named: parserName)
        let makeParser = parser?.configure(section)
        reportCommonNames(of: section, type: described.stage.type)
        var (options, title) = (defaults, String?.none)
        // Most sources have only their plugin's options, and a list may have 100,000 of them.
        if section.hasUndeclaredKeys {
            // A source that maps documents to entries may use the key `title` itself.
            let hasOwnTitle = section.declaredKeys.contains(CommonSourceOptions.titleKey)
            title = hasOwnTitle ? nil : CommonSourceOptions.readTitle(section)
            _ = CommonSourceOptions.readParser(section)
            options.read(section)
            section.reportUnknownKeys()
        }
        guard let makeParser else {
            let names = reader.registry.parsers.keys.sorted()
            section.report(
                .message(
                    "plan.unknown_type",
                    [
                        "path": .text("\(section.path).parser"), "kind": .message("kind.parser"),
                        "name": .text(parserName),
                    ]),
                at: section.node["parser"]?.place ?? pair.place,
                suggestion: suggestion(meaning: parserName, among: names))
            return nil
        }
        let make: @Sendable (Services) throws(StageError) -> PlannedSource.Stages = { services throws(StageError) in
            PlannedSource.Stages(source: try makeSource(services), parser: try makeParser(services))
        }
        let unavailable = unavailable(of: section, since: mark, beside: defaults)
        var isSelection = false
        if unavailable?.hidesRequest == true {
            // A source made of placeholders would report errors about them.
            guard diagnostics.errorCount == errors else { return nil }
        } else {
            guard let stages = self.make(section.path, at: pair.place, ifNoErrorsSince: errors, make) else {
                return nil
            }
            sources.instances.append((pair.key, stages.source))
            isSelection = stages.source.isSelection
            checkRequest("\(described.stage.type) \(stages.source.canonicalRequest)", pair, &sources)
        }
        var planned = PlannedSource(
            name: pair.key, type: described.stage.type, title: title, place: pair.place, refresh: options.refresh,
            firstRun: options.firstRun, policy: options.policy, maxEntries: options.maxEntries,
            isEnabled: options.isEnabled, make: make)
        planned.identity = options.identity
        planned.hasFloodGuard = options.hasFloodGuard
        planned.isSelection = options.isSelection ?? isSelection
        planned.secrets = options.secrets + secrets.list[known...]
        planned.addressPlace = section.node["url"]?.place
        planned.unavailable = unavailable
        let request = sources.instances.last.flatMap { $0.name == pair.key ? $0.source.canonicalRequest : nil }
        planned.feedAddress = Self.feedAddress(in: section, type: described.stage.type, request: request)
        planned.knowsRequest =
            unavailable?.hidesRequest != true
            && unasked(in: section, since: mark).allSatisfy(Self.commonNames.contains)
        return planned
    }

    /// Returns the address of the feed that a source reads, unless it is secret or has a variable.
    private static func feedAddress(in section: ConfigSection, type: String, request: String?) -> String? {
        guard let node = section.node["url"] else {
            // Plugins for one service make the address of a feed of their options.
            return request.flatMap { Address.isHTTP($0) && $0 == $0.trimmedLine ? $0 : nil }
        }
        guard type == "feed", let text = node.scalar, AddressOption.masking(text).mask == text,
            node.written.map({ $0.replacingBytes("$$", with: "$") == text }) ?? true
        else { return nil }
        return text.trimmedLine
    }

    /// Returns what a source lacks in its own section or in `defaults:`.
    private func unavailable(
        of section: ConfigSection, since mark: UnavailabilityMark, beside defaults: CommonSourceOptions
    ) -> PlannedUnavailability? {
        let own = unavailableValues(in: section, since: mark)
        let inherited = defaults.unavailableValues.filter {
            defaults.isInherited($0.option, $0.unavailable, by: section)
        }
        return PlannedUnavailability(
            own.map(\.unavailable) + inherited.map(\.unavailable),
            hidesRequest: own.contains { !Self.commonNames.contains($0.option) })
    }

    /// Reports a second source for a feed. Type and canonical request identify a feed (delivery.md).
    private func checkRequest(_ request: String, _ pair: Node.Pair, _ sources: inout Sources) {
        if let other = sources.requests[request] {
            report(
                .message(
                    "plan.same_request",
                    ["source": Name.label(pair.key, in: "sources"), "other": Name.label(other, in: "sources")]),
                at: pair.place,
                suggestion: .message("plan.remove_source"))
        } else {
            sources.requests[request] = pair.key
        }
    }

    private static let commonNames = Set(CommonSourceOptions.manual.map(\.key))

    private func reportCommonNames(of section: ConfigSection, type: String) {
        for key in section.declaredKeys where Self.commonNames.contains(key) && key != CommonSourceOptions.titleKey {
            section.report(.message("plan.common_option", ["type": .text(type), "option": .text(key)]))
        }
    }

    /// Returns the value of `type:`. Reports a missing or wrong one and returns nil.
    func stageType(of section: ConfigSection) -> String? {
        guard section.node.map != nil else {
            section.reportMismatch(section.node, expected: .message("type.stage_map"))
            return nil
        }
        let errors = diagnostics.errorCount
        let type = section.require("type", as: String.self, help: .message("option.stage.type"))
        return diagnostics.errorCount == errors ? type : nil
    }

    func reportUnknown(
        _ type: String, _ kind: MessageArgument, among types: [String], _ section: ConfigSection
    ) {
        section.report(
            .message(
                "plan.unknown_type", ["path": .text("\(section.path).type"), "kind": kind, "name": .text(type)]),
            at: section.node["type"]?.place, suggestion: suggestion(meaning: type, among: types))
    }
}

extension ConfigSection {
    /// Whether the section has a key that no option read so far has declared.
    fileprivate var hasUndeclaredKeys: Bool { node.map?.contains { !declaredKeys.contains($0.key) } ?? true }
}
