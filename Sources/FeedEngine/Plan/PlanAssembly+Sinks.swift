import FeedConfiguration
import FeedStages

extension PlanAssembly {
    /// The sinks of a configuration, those that are wrong among the names only.
    struct Sinks {
        var planned: [PlannedSink] = []
        /// Every name, in the file's order.
        var names: [String] = []
        /// One instance each, to be asked where it writes.
        var instances: [String: any Sink] = [:]
    }

    private typealias MakeFormat = @Sendable (Services) throws(StageError) -> any DigestFormat

    func readSinks(_ pairs: [Node.Pair]) -> Sinks {
        var sinks = Sinks()
        for pair in pairs {
            sinks.names.append(pair.key)
            // The format is looked up first: the sink wants to know which it was given.
            let written = pair.value["format"]?.scalar
            let sinkType = pair.value["type"]?.scalar.flatMap { reader.registry.sinks[$0] }
            let formatType = (written ?? sinkType?.defaultFormat).flatMap { reader.registry.formats[$0] }
            var surroundings = facts
            surroundings[ChosenFormat.self] = formatType
            let section = ConfigSection(
                pair.value, path: "sinks.\(pair.key)", diagnostics: diagnostics, environment: environment,
                facts: surroundings, secrets: secrets)
            let (errors, mark) = (diagnostics.errorCount, lackMark)
            if let lack = PlannedLack((pair.value["type"]?.lacks ?? []) + (pair.value["format"]?.lacks ?? [])) {
                sinks.planned.append(unknown(pair, lack))
                continue
            }
            guard let name = stageType(of: section) else { continue }
            guard let sinkType else {
                reportUnknown(name, "sink", among: reader.registry.sinks.keys.sorted(), section)
                continue
            }
            let makeFormat = readFormat(section, formatType, default: sinkType.defaultFormat)
            if let planned = plan(sinkType, pair, section, makeFormat, (errors, mark), &sinks) {
                sinks.planned.append(planned)
            }
        }
        return sinks
    }

    /// A sink of which not even type and format are known here.
    private func unknown(_ pair: Node.Pair, _ lack: PlannedLack) -> PlannedSink {
        let error = lack.error
        var planned = PlannedSink(
            name: pair.key, type: "", place: pair.place, policy: HTTPPolicy(),
            make: { _ throws(StageError) in throw error }, makeFormat: { _ throws(StageError) in throw error })
        planned.lack = lack
        return planned
    }

    private func readFormat(
        _ section: ConfigSection, _ type: (any DigestFormat.Type)?, default fallback: String?
    ) -> MakeFormat? {
        let help = "what a digest looks like"
        let known = reader.registry.formats.keys.sorted()
        let name =
            fallback.map { section.option("format", default: $0, help: help) }
            ?? section.option("format", as: String.self, help: help)
        if let type { return makeFormat(type, section) }
        guard let name else {
            if section.node["format"] == nil {
                section.report(
                    "\(section.path): `format` is missing", suggestion: "one of \(known.joined(separator: ", "))")
            }
            return nil
        }
        let meant = diagnostics.nearest(to: name, among: known)
        section.report(
            "\(section.path).format: there is no format `\(name)`", at: section.node["format"]?.place,
            suggestion: meant.map { "did you mean `\($0)`?" } ?? "there are \(known.joined(separator: ", "))")
        return nil
    }

    private func makeFormat<Described: DigestFormat>(_ type: Described.Type, _ section: ConfigSection) -> MakeFormat {
        let configuration = Described.Configuration(from: section)
        return { services throws(StageError) in try Described(configuration, services: services) }
    }

    private func plan<Described: Sink>(
        _ type: Described.Type, _ pair: Node.Pair, _ section: ConfigSection, _ makeFormat: MakeFormat?,
        _ before: (errors: Int, lacks: LackMark), _ sinks: inout Sinks
    ) -> PlannedSink? {
        let configuration = Described.Configuration(from: section)
        var policy = HTTPPolicy()
        // A sink that sends requests declares `timeout`; it is carried out by the transport, as is `ca_file`.
        if section.specs.contains(where: { $0.key == "timeout" }) {
            policy.timeout = section.option("timeout", default: policy.timeout, help: "longest time of one request")
            policy.caFile =
                section.option("ca_file", as: CertificateFile.self, help: "trusts these authorities alone")?.path
        }
        section.finish()
        guard let makeFormat else { return nil }
        let make: @Sendable (Services) throws(StageError) -> any Sink = { services throws(StageError) in
            try Described(configuration, services: services)
        }
        var planned = PlannedSink(
            name: pair.key, type: Described.type, place: pair.place, policy: policy, make: make, makeFormat: makeFormat)
        planned.lack = PlannedLack(lacks(in: section, since: before.lacks).map(\.lack))
        guard planned.lack == nil else {
            // Made of what stands in for a value, it would complain of that.
            return diagnostics.errorCount == before.errors ? planned : nil
        }
        guard let sink = self.make(section.path, at: pair.place, ifNoErrorsSince: before.errors, make),
            self.make(section.path, at: pair.place, ifNoErrorsSince: before.errors, makeFormat) != nil
        else { return nil }
        sinks.instances[pair.key] = sink
        return planned
    }
}
