import FeedConfiguration
import FeedMessages
import FeedStages

extension PlanAssembly {
    /// The sinks of a configuration. Only the names include wrong ones.
    struct Sinks {
        var planned: [PlannedSink] = []
        /// Every name, in the file's order.
        var names: [String] = []
        /// One instance of each, which can say where it writes.
        var instances: [String: any Sink] = [:]
        /// The sinks whose format is made for others to fetch.
        var published: Set<String> = []
    }

    func readSinks(_ pairs: [Node.Pair]) -> Sinks {
        var sinks = Sinks()
        for pair in pairs {
            sinks.names.append(pair.key)
            // The format is looked up first, because the sink's options may depend on it.
            let written = pair.value["format"]?.scalar
            let described = pair.value["type"]?.scalar.flatMap { reader.registry.sinks[$0] }
            let format = (written ?? described?.defaultFormat).flatMap { reader.registry.formats[$0] }
            var surroundings = facts
            surroundings[ChosenFormat.self] = format
            let section = ConfigSection(
                pair.value, path: short.sinks.paths[pair.key] ?? "sinks.\(pair.key)", diagnostics: diagnostics,
                environment: environment, facts: surroundings, secrets: secrets)
            let (errors, mark) = (diagnostics.errorCount, unavailabilityMark)
            if let unavailable = PlannedUnavailability(
                (pair.value["type"]?.unavailableValues ?? []) + (pair.value["format"]?.unavailableValues ?? []))
            {
                sinks.planned.append(unknown(pair, unavailable))
                continue
            }
            guard let name = stageType(of: section) else { continue }
            guard let described else {
                reportUnknown(name, .message("kind.sink"), among: reader.registry.sinks.keys.sorted(), section)
                continue
            }
            if let format, format.isForOthers { sinks.published.insert(pair.key) }
            let makeFormat = readFormat(section, format, default: described.defaultFormat)
            if let planned = plan(described.stage, pair, section, makeFormat, (errors, mark), &sinks) {
                sinks.planned.append(planned)
            }
        }
        return sinks
    }

    /// Makes a sink whose type or format is not known on this machine.
    private func unknown(_ pair: Node.Pair, _ unavailable: PlannedUnavailability) -> PlannedSink {
        let error = unavailable.error
        var planned = PlannedSink(
            name: pair.key, type: "", place: pair.place, policy: HTTPPolicy(),
            make: { _ throws(StageError) in throw error }, makeFormat: { _ throws(StageError) in throw error })
        planned.unavailable = unavailable
        return planned
    }

    private func readFormat(
        _ section: ConfigSection, _ format: FormatDescription?, default fallback: String?
    ) -> StageDescription<any DigestFormat>.Make? {
        let help: LocalizedText = .message("option.sink.format")
        let known = reader.registry.formats.keys.sorted()
        let name =
            fallback.map { section.option("format", default: $0, help: help) }
            ?? section.option("format", as: String.self, help: help)
        if let format { return format.stage.configure(section) }
        guard let name else {
            if section.node["format"] == nil {
                section.report(
                    .message("config.missing_option", ["path": .text(section.path), "option": "format"]),
                    suggestion: .message("plan.one_of", ["names": .row(known)]))
            }
            return nil
        }
        section.report(
            .message(
                "plan.unknown_type",
                ["path": .text("\(section.path).format"), "kind": .message("kind.format"), "name": .text(name)]),
            at: section.node["format"]?.place, suggestion: suggestion(meaning: name, among: known))
        return nil
    }

    private func plan(
        _ described: StageDescription<any Sink>, _ pair: Node.Pair, _ section: ConfigSection,
        _ makeFormat: StageDescription<any DigestFormat>.Make?,
        _ before: (errors: Int, unavailableValues: UnavailabilityMark),
        _ sinks: inout Sinks
    ) -> PlannedSink? {
        let make = described.configure(section)
        section.reportUnknownKeys()
        guard let makeFormat else { return nil }
        var planned = PlannedSink(
            name: pair.key, type: described.type, place: pair.place, policy: HTTPPolicy(), make: make,
            makeFormat: makeFormat)
        planned.identities = SinkIdentity.identities(of: pair.value, described)
        planned.unavailable = PlannedUnavailability(
            unavailableValues(in: section, since: before.unavailableValues).map(\.unavailable))
        guard planned.unavailable == nil else {
            // A sink made of placeholders would report errors about them.
            return diagnostics.errorCount == before.errors ? planned : nil
        }
        guard let sink = self.make(section.path, at: pair.place, ifNoErrorsSince: before.errors, make),
            self.make(section.path, at: pair.place, ifNoErrorsSince: before.errors, makeFormat) != nil
        else { return nil }
        planned.policy.timeout = sink.sending.timeout
        planned.policy.caFile = sink.sending.caFile
        sinks.instances[pair.key] = sink
        return planned
    }
}
