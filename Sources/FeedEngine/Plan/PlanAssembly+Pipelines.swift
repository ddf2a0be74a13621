import FeedConfiguration
import FeedMessages
import FeedStages

extension PlanAssembly {
    /// - Parameter notices: `settings.notices`, or nil.
    func readPipelines(
        _ pairs: [Node.Pair], _ sources: Sources, _ sinks: Sinks, _ chains: Chains, notices: Node?
    ) -> [PlannedPipeline] {
        var chains = chains
        var wiring = PipelineNames(sources: sources, sinks: sinks, self)
        let isHopeless = diagnostics.hasErrors
        var pipelines: [PlannedPipeline] = []
        for pair in pairs {
            let section = section(pair.value, path: "pipelines.\(pair.key)")
            let options = PipelineOptions(from: section)
            let wanted = names(options.sources, "sources", of: section)
            let targets = names(options.sinks, "sinks", of: section)
            let steps = options.filters.map { readSteps($0, path: "\(section.path).filters") } ?? []
            section.reportUnknownKeys()
            for case .use(let chain, let place) in steps where chains.steps[chain] == nil {
                reportUnknownChain(chain, at: place, in: "\(section.path).filters", chains)
            }
            // Expanding a cycle of chains would never end. After an error there is no plan anyway.
            let filters = isHopeless ? [] : flatten(steps, path: section.path, at: pair.place, &chains)
            if isHopeless { markUsed(steps, &chains) }
            reportShortAges(of: filters, options.schedule, path: section.path)
            reportMisplaced(filters, path: section.path)
            reportStoryOrder(of: filters, options.groupBy, section)
            var planned = PlannedPipeline(
                name: pair.key, title: options.title ?? pair.key, place: pair.place, schedule: options.schedule,
                sources: wiring.resolveSources(wanted, section), filters: filters, groupBy: options.groupBy,
                sinks: wiring.resolveSinks(targets, section))
            planned.unavailable = PlannedUnavailability(
                unavailableValues(in: withoutShortForms(pair.value), using: steps, of: chains))
            pipelines.append(planned)
        }
        if let notices = noticesPipeline(notices, &wiring, pairs: pairs) { pipelines.append(notices) }
        reportUnused(chains)
        wiring.reportUnused(self, pairs: pairs)
        reportPublishing(pipelines, sinks, sources)
        usedFiles = checkTargets(pipelines, sinks, sources)
        return pipelines
    }

    /// Returns the elements of a list of names. A wrong list is reported and gives an empty one.
    private func names(_ node: Node?, _ key: String, of section: ConfigSection) -> [Node] {
        guard let node else {
            if section.node.map != nil {
                section.report(
                    .message("config.missing_option", ["path": .text(section.path), "option": .text(key)]),
                    suggestion: .message("plan.add_list", ["option": .text(key)]))
            }
            return []
        }
        guard let nodes = node.list else {
            let cure: LocalizedText? =
                node.isNull ? nil : node.scalar.map { .message("plan.write_list", ["text": .text($0)]) }
            reportMismatch(
                "\(section.path).\(key)", expected: .message("type.list_of_names"), node, suggestion: cure)
            return []
        }
        if nodes.isEmpty {
            report(.message("plan.empty", ["path": .text("\(section.path).\(key)")]), at: node.place)
        }
        return nodes.filter { element in
            if element.scalar != nil, !element.isNull { return true }
            reportMismatch(
                "\(section.path).\(key)", expected: .message("type.name"), element, suggestion: adviceForMap(element))
            return false
        }
    }

    /// Marks the chains that these filters use, so that errors elsewhere do not make them look unused.
    private func markUsed(_ steps: [Step], _ chains: inout Chains) {
        var waiting = steps
        while let step = waiting.popLast() {
            guard case .use(let chain, _) = step, chains.used.insert(chain).inserted else { continue }
            waiting += chains.steps[chain] ?? []
        }
    }
}

/// The options of a pipeline.
struct PipelineOptions {
    fileprivate let schedule: Schedule?
    fileprivate let title: String?
    fileprivate let sources: Node?
    fileprivate let filters: Node?
    fileprivate let groupBy: GroupBy
    fileprivate let sinks: Node?

    init(from section: ConfigSection) {
        schedule = section.option("schedule", help: .message("option.pipeline.schedule"))
        title = section.option("title", help: .message("option.pipeline.title"))
        sources = section.rawOption(
            "sources", typeName: .message("type.list_of_names"), help: .message("option.pipeline.sources"))
        filters = section.rawOption(
            "filters", typeName: .message("type.list_of_filters"), help: .message("option.pipeline.filters"))
        groupBy = section.option("group_by", default: .none, help: .message("option.pipeline.group_by"))
        sinks = section.rawOption(
            "sinks", typeName: .message("type.list_of_names"), help: .message("option.pipeline.sinks"))
    }
}

/// Finds the sources and sinks that pipelines name, and notes which are used.
struct PipelineNames {
    private let sources: PlanAssembly.Sources
    private let sinks: PlanAssembly.Sinks
    private let known: (sources: Set<String>, sinks: Set<String>)
    private let disabled: Set<String>
    private var used: (sources: Set<String>, sinks: Set<String>) = ([], [])
    /// Names as bytes, and the matches of each glob: a large file may use the same glob often.
    private let patternNames: [(name: String, bytes: [UInt8])]
    /// Short forms, and the places of wrong ones.
    private let short: (sources: ShortStages, sinks: ShortStages, mistakes: Set<Place>)
    /// The types that a misspelt name may mean.
    private let types: (sources: [String], sinks: [String])
    private var matches: [String: [String]] = [:]
    /// The most different globs in one file: each is compared with every name.
    private static let maxGlobs = 1000

    init(sources: PlanAssembly.Sources, sinks: PlanAssembly.Sinks, _ assembly: PlanAssembly) {
        self.sources = sources
        self.sinks = sinks
        known = (Set(sources.names), Set(sinks.names))
        short = assembly.short
        types = (assembly.reader.registry.sources.keys.sorted(), assembly.reader.registry.sinks.keys.sorted())
        // A short form belongs to the pipeline that has it: no pattern of another one means it.
        patternNames = sources.names.filter { assembly.short.sources.paths[$0] == nil }.map { ($0, Array($0.utf8)) }
        disabled = Set(sources.planned.filter { !$0.isEnabled }.map(\.name))
    }

    mutating func resolveSources(_ nodes: [Node], _ section: ConfigSection) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        for node in nodes {
            if let name = node.shortName, short.sources.contains(node) {
                if seen.insert(name).inserted { names.append(name) }
                continue
            }
            guard let text = node.scalar, !node.lacksVariable, !short.mistakes.contains(node.place) else { continue }
            if text.contains(where: { $0 == "*" || $0 == "?" }) {
                let matches = match(text, at: node, section)
                names += matches.filter { seen.insert($0).inserted }
            } else if known.sources.contains(text) {
                if seen.insert(text).inserted { names.append(text) }
            } else {
                reportUnknown(
                    .message("kind.source"), text, node, known: sources.names + types.sources, section,
                    at: "\(section.path).sources")
            }
        }
        used.sources.formUnion(names)
        return names.filter { !disabled.contains($0) }
    }

    /// Returns the names that match a glob, in the file's order. An empty result is reported.
    private mutating func match(_ glob: String, at node: Node, _ section: ConfigSection) -> [String] {
        if let known = matches[glob], !known.isEmpty { return known }
        guard matches.count < Self.maxGlobs else {
            section.report(
                .message("plan.too_many_globs", ["path": .text(section.path), "limit": .number(Self.maxGlobs)]),
                at: node.place)
            return []
        }
        let pattern = Array(glob.utf8)
        let found = patternNames.filter { Name.matches($0.bytes, pattern: pattern) }.map(\.name)
        matches[glob] = found
        if found.isEmpty {
            let stem = glob.filter { $0 != "*" && $0 != "?" }
            let meant = section.diagnostics.nearest(to: stem, among: sources.names)
            section.report(
                .message("plan.no_match", ["path": .text(section.path), "glob": .text(glob)]), at: node.place,
                suggestion: meant.map { .message("config.did_you_mean", ["name": .text($0)]) })
        }
        return found
    }

    /// - Parameter key: the path of the list; `sinks` of the section by default.
    mutating func resolveSinks(_ nodes: [Node], _ section: ConfigSection, as key: String? = nil) -> [String] {
        let path = key ?? "\(section.path).sinks"
        var names: [String] = []
        var seen: Set<String> = []
        for node in nodes {
            let isShort = short.sinks.contains(node)
            guard let text = isShort ? node.shortName : node.scalar, isShort || !node.lacksVariable,
                !short.mistakes.contains(node.place)
            else { continue }
            if !known.sinks.contains(text) {
                reportUnknown(.message("kind.sink"), text, node, known: sinks.names + types.sinks, section, at: path)
            } else if seen.insert(text).inserted {
                names.append(text)
            } else {
                section.report(
                    .message("plan.twice", ["path": .text(path), "name": .text(text)]), at: node.place)
            }
        }
        used.sinks.formUnion(names)
        return names
    }

    private func reportUnknown(
        _ kind: MessageArgument, _ name: String, _ node: Node, known: [String], _ section: ConfigSection,
        at path: String
    ) {
        let meant = section.diagnostics.nearest(to: name, among: known)
        section.report(
            .message("plan.unknown_name", ["path": .text(path), "kind": kind, "name": .message(node.shown)]),
            at: node.place, suggestion: meant.map { .message("config.did_you_mean", ["name": .text($0)]) })
    }

    func reportUnused(_ assembly: PlanAssembly, pairs: [Node.Pair]) {
        guard !pairs.isEmpty else { return }
        for source in sources.planned where !used.sources.contains(source.name) && source.isEnabled {
            assembly.report(
                .message("plan.unused_source", ["source": Name.label(source.name, in: "sources")]), at: source.place,
                severity: .warning)
        }
        for sink in sinks.planned where !used.sinks.contains(sink.name) {
            assembly.report(
                .message("plan.unused_sink", ["sink": Name.label(sink.name, in: "sinks")]), at: sink.place,
                severity: .warning)
        }
    }
}

extension PlanAssembly {
    /// Returns the pipeline that delivers notices to the sinks of `settings.notices`, or nil if there are none.
    ///
    /// - Parameter pairs: the pipelines of the file. None of them may have the reserved name.
    func noticesPipeline(_ wanted: Node?, _ wiring: inout PipelineNames, pairs: [Node.Pair]) -> PlannedPipeline? {
        guard let wanted else { return nil }
        let path = "settings.notices"
        let nodes = wanted.list ?? (wanted.scalar != nil && !wanted.isNull ? [wanted] : [])
        if nodes.isEmpty {
            reportMismatch(path, expected: .message("type.sinks"), wanted)
        }
        if let other = pairs.first(where: { $0.key == Notices.pipelineName }) {
            report(
                .message("plan.reserved_name", ["pipeline": .text(other.key), "path": .text(path)]),
                at: other.place, suggestion: .message("plan.another_name"))
        }
        let names = nodes.filter { node in
            if node.scalar != nil, !node.isNull { return true }
            reportMismatch(path, expected: .message("type.name"), node)
            return false
        }
        let sinks = wiring.resolveSinks(
            names, self.section(Node(.map([]), at: wanted.place), path: "settings"), as: path)
        guard !sinks.isEmpty else { return nil }
        return PlannedPipeline(
            name: Notices.pipelineName, title: Notices.title, place: wanted.place, schedule: nil, sources: [],
            filters: [], groupBy: .none, sinks: sinks)
    }
}
