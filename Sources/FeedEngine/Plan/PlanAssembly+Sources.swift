import FeedConfiguration
import FeedStages

extension PlanAssembly {
    /// The sources of a configuration, those that are wrong among the names only.
    struct Sources {
        var planned: [PlannedSource] = []
        /// Every name, in the file's order.
        var names: [String] = []
        /// One instance each, to be asked what it reads.
        var instances: [(name: String, source: any Source)] = []
        /// What has been asked for, by type and canonical request, and by whom.
        var requests: [String: String] = [:]
    }

    func readDefaults(_ root: ConfigSection) -> CommonSourceOptions {
        var options = CommonSourceOptions()
        guard let node = root.rawOption("defaults", typeName: "a map", help: "inherited by every source") else {
            return options
        }
        let section = section(node, path: "defaults")
        let (known, mark) = (secrets.list.count, lackMark)
        options.read(section)
        options.secrets = Array(secrets.list[known...])
        options.lacks = lacks(in: section, since: mark)
        section.finish()
        if let auth = node["auth"] {
            section.report(
                "defaults.auth: this credential goes to the servers of all sources", at: auth.place,
                severity: .warning, suggestion: "give it to the sources that need it")
        }
        return options
    }

    func readSources(_ pairs: [Node.Pair], _ defaults: CommonSourceOptions) -> Sources {
        var sources = Sources()
        for pair in pairs {
            sources.names.append(pair.key)
            let section = section(pair.value, path: "sources.\(pair.key)")
            let errors = diagnostics.errorCount
            if let lack = PlannedLack((pair.value["type"]?.lacks ?? []) + (pair.value["parser"]?.lacks ?? [])) {
                sources.planned.append(unknown(pair, lack, defaults, section))
                continue
            }
            guard let name = stageType(of: section) else { continue }
            guard let described = reader.registry.sources[name] else {
                reportUnknown(name, "source", among: reader.registry.sources.keys.sorted(), section)
                var options = defaults
                options.read(section)
                continue
            }
            if let planned = plan(described, pair, section, defaults, errors, &sources) {
                sources.planned.append(planned)
            }
        }
        return sources
    }

    /// A source of which not even the type is known here.
    private func unknown(
        _ pair: Node.Pair, _ lack: PlannedLack, _ defaults: CommonSourceOptions, _ section: ConfigSection
    ) -> PlannedSource {
        var (options, lack) = (defaults, lack)
        options.read(section)
        lack.hidesRequest = true
        let error = lack.error
        var planned = PlannedSource(
            name: pair.key, type: "", title: CommonSourceOptions.readTitle(section), place: pair.place,
            refresh: options.refresh, firstRun: options.firstRun, policy: options.policy,
            maxEntries: options.maxEntries, isEnabled: options.isEnabled
        ) { _ throws(StageError) in throw error }
        planned.lack = lack
        planned.knowsRequest = false
        return planned
    }

    private func plan(
        _ described: SourceDescription, _ pair: Node.Pair, _ section: ConfigSection, _ defaults: CommonSourceOptions,
        _ errors: Int, _ sources: inout Sources
    ) -> PlannedSource? {
        let (known, mark) = (secrets.list.count, lackMark)
        let makeSource = described.stage.configure(section)
        let parserName = section.node["parser"]?.scalar ?? "auto"
        let parser =
            parserName == "auto"
            ? described.parser ?? reader.registry.parsers["auto"] : reader.registry.parser(named: parserName)
        let makeParser = parser?.configure(section)
        reportCommonNames(of: section, type: described.stage.type)
        // A source that maps documents to entries may need the word for these.
        let hasOwnTitle = section.specs.contains { $0.key == CommonSourceOptions.titleKey }
        let title = hasOwnTitle ? nil : CommonSourceOptions.readTitle(section)
        _ = CommonSourceOptions.readParser(section)
        var options = defaults
        options.read(section)
        section.finish()
        guard let makeParser else {
            let names = reader.registry.parsers.keys.sorted()
            let meant = diagnostics.nearest(to: parserName, among: names)
            section.report(
                "\(section.path).parser: there is no parser `\(parserName)`",
                at: section.node["parser"]?.place ?? pair.place,
                suggestion: meant.map { "did you mean `\($0)`?" } ?? "there are \(names.joined(separator: ", "))")
            return nil
        }
        let make: @Sendable (Services) throws(StageError) -> PlannedSource.Stages = { services throws(StageError) in
            PlannedSource.Stages(source: try makeSource(services), parser: try makeParser(services))
        }
        let lack = lack(of: section, since: mark, beside: defaults)
        if lack?.hidesRequest == true {
            // Made of what stands in for a value, it would complain of that.
            guard diagnostics.errorCount == errors else { return nil }
        } else {
            guard let stages = self.make(section.path, at: pair.place, ifNoErrorsSince: errors, make) else {
                return nil
            }
            sources.instances.append((pair.key, stages.source))
            checkRequest("\(described.stage.type) \(stages.source.canonicalRequest)", pair, &sources)
        }
        var planned = PlannedSource(
            name: pair.key, type: described.stage.type, title: title, place: pair.place, refresh: options.refresh,
            firstRun: options.firstRun, policy: options.policy, maxEntries: options.maxEntries,
            isEnabled: options.isEnabled, make: make)
        planned.identity = options.identity
        planned.hasFloodGuard = options.hasFloodGuard
        planned.secrets = options.secrets + secrets.list[known...]
        planned.addressPlace = section.node["url"]?.place
        planned.lack = lack
        planned.knowsRequest =
            lack?.hidesRequest != true
            && unasked(in: section, since: mark).allSatisfy(Self.commonNames.contains)
        return planned
    }

    /// What a source lacks, in its own section or in `defaults:`.
    private func lack(
        of section: ConfigSection, since mark: LackMark, beside defaults: CommonSourceOptions
    ) -> PlannedLack? {
        let own = lacks(in: section, since: mark)
        let inherited = defaults.lacks.filter { defaults.isInherited($0.option, $0.lack, by: section) }
        return PlannedLack(
            own.map(\.lack) + inherited.map(\.lack),
            hidesRequest: own.contains { !Self.commonNames.contains($0.option) })
    }

    /// delivery.md's identity: type and canonical request are one feed, which one source collects.
    private func checkRequest(_ request: String, _ pair: Node.Pair, _ sources: inout Sources) {
        if let other = sources.requests[request] {
            report(
                "sources.\(pair.key) asks for the same as sources.\(other)", at: pair.place,
                suggestion: "remove one; several pipelines may use the other")
        } else {
            sources.requests[request] = pair.key
        }
    }

    private static let commonNames = Set(CommonSourceOptions.manual.map(\.key))

    private func reportCommonNames(of section: ConfigSection, type: String) {
        for spec in section.specs
        where Self.commonNames.contains(spec.key) && spec.key != CommonSourceOptions.titleKey {
            section.report("the plugin `\(type)` declares `\(spec.key)`, which every source has")
        }
    }

    /// The word under `type:`, or nil after a report.
    func stageType(of section: ConfigSection) -> String? {
        guard section.node.map != nil else {
            section.reportMismatch(section.node, expected: "a map with `type:`")
            return nil
        }
        let errors = diagnostics.errorCount
        let type = section.require("type", as: String.self, help: "which plugin")
        return diagnostics.errorCount == errors ? type : nil
    }

    func reportUnknown(_ type: String, _ kind: String, among types: [String], _ section: ConfigSection) {
        let meant = diagnostics.nearest(to: type, among: types)
        section.report(
            "\(section.path).type: there is no \(kind) `\(type)`", at: section.node["type"]?.place,
            suggestion: meant.map { "did you mean `\($0)`?" } ?? "there are \(types.joined(separator: ", "))")
    }
}
