import FeedConfiguration
import FeedMessages
import FeedModel
import FeedStages
import FeedState
import FeedSystem
import Logging

/// One reading of a configuration: the parts read so far, and the tools to read it.
///
/// This is a class because the parts of a configuration refer to each other and share their diagnostics.
final class PlanAssembly {
    let reader: PlanReader
    let path: String
    let environment: ConfigEnvironment
    let diagnostics: Diagnostics
    let secrets = SecretCollection()
    private(set) var facts = ConfigFacts()
    /// The path of the state; nil if it is no file.
    private(set) var statePath: String?
    /// The files that the run and its sinks use. Nothing else may write them.
    var usedFiles = UsedFiles()
    /// The grammar of short forms, those that pipelines have, and the places of wrong ones, which are reported.
    let shortForm: ShortForm
    var short: (sources: ShortStages, sinks: ShortStages, mistakes: Set<Place>) = (ShortStages(), ShortStages(), [])
    /// Services for stages that are made only to be examined.
    private(set) var services: Services

    init(_ reader: PlanReader, path: String, environment: ConfigEnvironment, diagnostics: Diagnostics) {
        self.reader = reader
        self.path = path
        self.environment = environment
        self.diagnostics = diagnostics
        shortForm = ShortForm(reader.registry)
        services = Services(
            transport: NoTransport(), clock: SystemClock(), zone: .utc, locale: .en,
            blocking: BlockingExecutor(width: 1), directory: environment.directory,
            logger: Logger(label: "kawaraban.plan") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Returns the plan. It must not be used if an error was reported.
    func plan(from root: Node) -> Plan {
        let section = section(root, path: "")
        readVersion(section)
        let settings = readSettings(section)
        statePath = settings.state.path
        checkState(at: root["settings"]?["state"]?.place ?? root.place)
        checkLinkedStates(root["settings"]?["state"], at: root.place)
        services.zone = settings.zone
        services.locale = settings.locale
        facts[ChosenLocale.self] = settings.locale
        facts[KnownZones.self] = { [zones = reader.zones] name in zones.zone(named: name) }
        let defaults = readDefaults(section)
        let notices = root["settings"]?["notices"]
        let declared = named("sources", in: section, isRequired: false, help: .message("option.configuration.sources"))
        let targets = named("sinks", in: section, isRequired: false, help: .message("option.configuration.sinks"))
        let filters = named("filters", in: section, isRequired: false, help: .message("option.configuration.filters"))
        let wirings = named("pipelines", in: section, help: .message("option.configuration.pipelines"))
        readShortForms(wirings, notices: notices, sources: declared, sinks: targets)
        let sources = readSources(declared + short.sources.pairs, defaults)
        facts[SourceNames.self] = sources.names
        let sinks = readSinks(targets + short.sinks.pairs)
        let chains = readChains(filters)
        let pipelines = readPipelines(wirings, sources, sinks, chains, notices: notices)
        checkFileSinks(sinks, of: settings)
        readTests(section)
        section.reportUnknownKeys()
        var plan = Plan(
            settings: settings, sources: sources.planned, sinks: sinks.planned, pipelines: pipelines,
            secrets: secrets.list)
        plan.usedFiles = usedFiles
        plan.namedFiles = namedFiles(of: sources)
        return plan
    }

    func section(_ node: Node, path: String) -> ConfigSection {
        ConfigSection(
            node, path: path, diagnostics: diagnostics, environment: environment, facts: facts, secrets: secrets)
    }

    func report(
        _ message: LocalizedText, at place: Place, severity: Diagnostic.Severity = .error,
        suggestion: LocalizedText? = nil
    ) {
        diagnostics.report(Diagnostic(severity, at: place, message, suggestion: suggestion))
    }

    /// Reports that `node` is not what was expected.
    func reportMismatch(
        _ path: String, expected: LocalizedText, _ node: Node, suggestion: LocalizedText? = nil
    ) {
        report(
            .message(
                "config.mismatch",
                ["path": .text(path), "expected": .message(expected), "found": .message(node.shown)]),
            at: node.place, suggestion: suggestion)
    }

    /// Returns `did you mean …?`, or a list of all known names.
    func suggestion(meaning name: String, among known: [String]) -> LocalizedText {
        if let meant = diagnostics.nearest(to: name, among: known) {
            return .message("config.did_you_mean", ["name": .text(meant)])
        }
        return .message("plan.there_are", ["names": .row(known)])
    }

    /// Makes a stage if reading it gave no error: one made of placeholders would report errors about them.
    func make<Made>(
        _ path: String, at place: Place, ifNoErrorsSince errors: Int, _ body: (Services) throws(StageError) -> Made
    ) -> Made? {
        guard diagnostics.errorCount == errors else { return nil }
        do {
            return try body(services)
        } catch {
            let found = error.phrase(of: .found).map { MessageArgument.message($0) }
            let detail = error.explanation.map { .text($0) } ?? found ?? .text(error.subject)
            report(
                .message(
                    "plan.stage_refused", ["path": .text(path), "code": .text(error.code.rawValue), "detail": detail]),
                at: place)
            return nil
        }
    }

    /// Warns of a state that a run would refuse.
    private func checkState(at place: Place) {
        guard let statePath, let refusal = StateExamination.refusal(of: statePath),
            let found = refusal.phrase(of: .found)
        else {
            return
        }
        report(
            .message("plan.unusable_state", ["state": .text(statePath), "found": .message(found)]), at: place,
            severity: .warning, suggestion: .message("plan.ask_doctor"))
    }

    private func readVersion(_ section: ConfigSection) {
        let version = section.require("version", as: Int.self, help: .message("option.configuration.version"))
        guard let node = section.node["version"], node.scalar == "\(version)", version != 1 else { return }
        report(
            .message("plan.unknown_version", ["found": .message(node.shown)]), at: node.place,
            suggestion: .message("plan.write_version"))
    }

    private func readTests(_ section: ConfigSection) {
        guard
            let tests = section.rawOption(
                "tests", typeName: .message("type.empty_list"), help: .message("option.configuration.tests"))
        else { return }
        if tests.list?.isEmpty != true {
            report(.message("plan.tests"), at: tests.place)
        }
    }

    private static let sections = ["settings", "defaults", "sources", "sinks", "filters", "pipelines", "tests"]

    /// Returns what stands below a misspelt key. The key is reported as unknown. What is below it is read, so that
    /// nothing is told that only follows from the key.
    private func misspelt(_ key: String, in root: Node) -> Node? {
        root.map?.first { pair in
            !Self.sections.contains(pair.key) && !pair.key.hasPrefix("x-")
                && diagnostics.nearest(to: pair.key, among: Self.sections) == key
        }?.value
    }

    /// Reads a map of names. Bad names are reported; keys that begin with `x-` are skipped.
    private func named(
        _ key: String, in section: ConfigSection, isRequired: Bool = true, help: LocalizedText
    ) -> [Node.Pair] {
        let named = section.rawOption(key, typeName: .message("type.map_of_names"), help: help)
        guard let node = named ?? misspelt(key, in: section.node) else {
            if isRequired {
                section.reportMissing(key, help: help)
            }
            return []
        }
        guard let pairs = node.map else {
            reportMismatch(key, expected: .message("type.map_of_names"), node)
            return []
        }
        if pairs.isEmpty, isRequired { report(.message("plan.empty", ["path": .text(key)]), at: node.place) }
        for pair in pairs where !pair.key.hasPrefix("x-") {
            if let fault = Name.fault(of: pair.key, at: key) { report(fault, at: pair.place) }
        }
        // Without a need the list is not copied: it may have 100,000 sources.
        return pairs.contains { $0.key.hasPrefix("x-") } ? pairs.filter { !$0.key.hasPrefix("x-") } : pairs
    }
}

/// Rules for the names of sources, sinks, filters and pipelines. They appear in paths, reports and commands.
enum Name {
    private static let maxLength = 100

    /// Returns what is wrong with a name in the map `path`, or nil.
    static func fault(of name: String, at path: String) -> LocalizedText? {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "_.-".utf8.contains(byte)
            }
        }
        func facts(length: Int) -> [String: MessageArgument] {
            ["path": .text(path), "name": MessageArgument(name.prefix(length))]
        }
        if !isPlain { return .message("plan.bad_name", facts(length: maxLength)) }
        if name.hasPrefix(".") || name.hasPrefix("-") {
            return .message("plan.bad_beginning", facts(length: maxLength))
        }
        guard name.utf8.count > maxLength else { return nil }
        return .message("plan.long_name", facts(length: 20).merging(["limit": .number(maxLength)]) { $1 })
    }

    /// Returns whether a name matches a pattern with `*` and `?`.
    static func matches(_ name: [UInt8], pattern: [UInt8]) -> Bool {
        var (at, next) = (0, 0)
        var star: (pattern: Int, name: Int)?
        while at < name.count {
            if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
                star = (next, at)
                next += 1
            } else if next < pattern.count, pattern[next] == UInt8(ascii: "?") || pattern[next] == name[at] {
                (at, next) = (at + 1, next + 1)
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                (at, next) = (last.name + 1, last.pattern + 1)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

/// A transport for stages that are made but never run. It refuses every request.
private struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        throw StageError(.internalError, subject: "PlanReader")
    }
}
