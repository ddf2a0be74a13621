import FeedConfiguration
import FeedMessages
import FeedStages

extension PlanAssembly {
    /// One element of a list of filters.
    enum Step {
        case filter(
            type: String, place: Place, example: (any Filter)?, make: StageDescription<any Filter>.Make)
        case use(chain: String, place: Place)
    }

    /// Named chains of filters.
    struct Chains {
        var steps: [String: [Step]] = [:]
        /// The missing values of each chain itself, without the chains that it uses.
        var unavailableValues: [String: [UnavailableValue]] = [:]
        var places: [(name: String, place: Place)] = []
        /// Chains that a pipeline uses directly or through another chain.
        var used: Set<String> = []
    }

    /// The most filters of a pipeline after its chains are expanded. More of them are a mistake.
    private static let maxFilters = 1000

    func readChains(_ pairs: [Node.Pair]) -> Chains {
        var chains = Chains()
        for pair in pairs {
            chains.places.append((pair.key, pair.place))
            chains.unavailableValues[pair.key] = pair.value.unavailableValues
            chains.steps[pair.key] = readSteps(pair.value, path: "filters.\(pair.key)")
        }
        for (name, _) in chains.places {
            for case .use(let chain, let place) in chains.steps[name] ?? [] where chains.steps[chain] == nil {
                reportUnknownChain(chain, at: place, in: "filters.\(name)", chains)
            }
        }
        reportCycles(chains)
        return chains
    }

    /// Reads a list of filters. Wrong elements are reported and left out.
    func readSteps(_ node: Node, path: String) -> [Step] {
        guard let nodes = node.list else {
            // The order of filters matters, and a map has none.
            let first = node.map?.first { !$0.key.hasPrefix("x-") }
            reportMismatch(
                path, expected: .message("type.list_of_filters"), node,
                suggestion: first.map { .message("plan.dash_before_filters", ["name": .text($0.key)]) })
            return []
        }
        return nodes.enumerated().compactMap { readStep($0.element, path: "\(path)[\($0.offset)]") }
    }

    private func readStep(_ node: Node, path: String) -> Step? {
        guard let pairs = node.map, let pair = pairs.first(where: { !$0.key.hasPrefix("x-") }) else {
            let cure: LocalizedText? = node.scalar.map { .message("plan.write_filter", ["name": .text($0)]) }
            reportMismatch(path, expected: .message("type.filter"), node, suggestion: cure)
            return nil
        }
        for other in pairs where other.key != pair.key && !other.key.hasPrefix("x-") {
            report(
                .message("plan.second_key", ["path": .text(path), "key": .text(other.key)]), at: other.place,
                suggestion: .message("plan.indent", ["key": .text(pair.key)]))
        }
        let section = section(pair.value, path: "\(path).\(pair.key)")
        if pair.key == "use" {
            let errors = diagnostics.errorCount
            let chain = section.value(as: String.self, help: .message("option.use"))
            return diagnostics.errorCount == errors ? .use(chain: chain, place: pair.value.place) : nil
        }
        guard let described = reader.registry.filters[pair.key] else {
            let known = reader.registry.filters.keys.sorted() + ["use"]
            report(
                .message(
                    "plan.unknown_type",
                    ["path": .text(path), "kind": .message("kind.filter"), "name": .text(pair.key)]),
                at: pair.place, suggestion: suggestion(meaning: pair.key, among: known))
            return nil
        }
        return readFilter(described, pair, section)
    }

    private func readFilter(
        _ described: StageDescription<any Filter>, _ pair: Node.Pair, _ section: ConfigSection
    ) -> Step {
        let errors = diagnostics.errorCount
        let make = described.configure(section)
        section.reportUnknownKeys()
        // A filter made of placeholders would report errors about them.
        let made =
            pair.value.unavailableValues.isEmpty
            ? self.make(section.path, at: pair.place, ifNoErrorsSince: errors, make) : nil
        return .filter(type: described.type, place: pair.place, example: made, make: make)
    }

    /// Returns the filters of a pipeline with every chain expanded, numbered by type.
    func flatten(_ steps: [Step], path: String, at place: Place, _ chains: inout Chains) -> [PlannedFilter] {
        var filters: [PlannedFilter] = []
        var counts: [String: Int] = [:]
        var waiting: [ArraySlice<Step>] = [steps[...]]
        while var rest = waiting.popLast() {
            guard let step = rest.popFirst() else { continue }
            waiting.append(rest)
            switch step {
            case .filter(let type, let place, let example, let make):
                counts[type, default: 0] += 1
                var filter = PlannedFilter(name: "\(type)#\(counts[type] ?? 1)", place: place, make: make)
                filter.greatestAge = example?.greatestAge
                filter.precedes = example?.precedes ?? []
                filters.append(filter)
            case .use(let chain, _):
                chains.used.insert(chain)
                waiting.append((chains.steps[chain] ?? [])[...])
            }
            guard filters.count <= Self.maxFilters, waiting.count <= Self.maxFilters else {
                report(
                    .message("plan.too_many_filters", ["path": .text(path), "limit": .number(Self.maxFilters)]),
                    at: place)
                return []
            }
        }
        return filters
    }

    /// Warns of age limits that are shorter than the schedule's longest pause. An entry's age counts until it is first
    /// seen. If Kawaraban runs only when a delivery is due, it sees entries that late.
    func reportShortAges(of filters: [PlannedFilter], _ schedule: Schedule?, path: String) {
        guard let period = schedule?.longestPause else { return }
        for filter in filters {
            guard let age = filter.greatestAge, age < period else { continue }
            report(
                .message(
                    "plan.short_age",
                    ["path": .text(path), "age": .text(age.manualText), "period": .duration(period)]),
                at: filter.place, severity: .warning,
                suggestion: .message("plan.run_more_often", ["period": .text(period.manualText)]))
        }
    }

    /// Warns of filters that stand behind one that uses what they add to entries.
    func reportMisplaced(_ filters: [PlannedFilter], path: String) {
        for (index, filter) in filters.enumerated() {
            guard let early = filters[..<index].first(where: { filter.precedes.contains($0.type) }) else { continue }
            report(
                .message(
                    "plan.misplaced_filter",
                    ["path": .text(path), "name": .text(filter.type), "other": .text(early.type)]),
                at: filter.place, severity: .warning,
                suggestion: .message(
                    "plan.misplaced_filter.cure", ["name": .text(filter.type), "other": .text(early.type)]))
        }
    }

    func reportUnknownChain(_ chain: String, at place: Place, in path: String, _ chains: Chains) {
        let meant = diagnostics.nearest(to: chain, among: chains.places.map(\.name))
        report(
            .message("plan.unknown_chain", ["path": .text(path), "chain": .text(chain)]), at: place,
            suggestion: meant.map { .message("config.did_you_mean", ["name": .text($0)]) })
    }

    func reportUnused(_ chains: Chains) {
        for (name, place) in chains.places where !chains.used.contains(name) {
            report(
                .message("plan.unused_chain", ["chain": .text(name)]), at: place, severity: .warning,
                suggestion: .message("plan.use_or_remove"))
        }
    }

    /// Reports cycles by a depth-first search without recursion: a chain that uses an open chain closes a cycle.
    private func reportCycles(_ chains: Chains) {
        var finished: Set<String> = []
        for (start, _) in chains.places where !finished.contains(start) {
            var open: [(name: String, rest: ArraySlice<Step>)] = [(start, (chains.steps[start] ?? [])[...])]
            var names: Set<String> = [start]
            while let last = open.indices.last {
                guard let step = open[last].rest.popFirst() else {
                    finished.insert(open[last].name)
                    names.remove(open[last].name)
                    open.removeLast()
                    continue
                }
                guard case .use(let chain, let place) = step, let steps = chains.steps[chain] else { continue }
                if names.contains(chain) {
                    let circle = open.map(\.name).drop { $0 != chain } + [chain]
                    report(
                        .message(
                            "plan.circle",
                            ["chain": .text(open[last].name), "circle": .text(circle.joined(separator: " → "))]),
                        at: place)
                } else if !finished.contains(chain) {
                    names.insert(chain)
                    open.append((chain, steps[...]))
                }
            }
        }
    }
}
