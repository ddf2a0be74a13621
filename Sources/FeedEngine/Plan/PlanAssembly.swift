import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedSystem
import Logging

/// One reading of a configuration: what has been read so far, and what it is read with.
///
/// A class, because the parts of a configuration refer to each other and report to one place.
final class PlanAssembly {
    let reader: PlanReader
    let path: String
    let environment: ConfigEnvironment
    let diagnostics: Diagnostics
    let secrets = SecretCollection()
    private(set) var facts = ConfigFacts()
    private(set) var statePath = ""
    /// What nothing else may write.
    var usedFiles = UsedFiles()
    /// For stages that are made only to be asked what they stand for.
    private(set) var services: Services

    init(_ reader: PlanReader, path: String, environment: ConfigEnvironment, diagnostics: Diagnostics) {
        self.reader = reader
        self.path = path
        self.environment = environment
        self.diagnostics = diagnostics
        services = Services(
            transport: NoTransport(), clock: SystemClock(), zone: .utc, locale: .en,
            blocking: BlockingExecutor(width: 1), directory: environment.directory,
            logger: Logger(label: "kawaraban.plan") { _ in SwiftLogNoOpLogHandler() })
    }

    /// The plan; of no use if anything was reported.
    func plan(from root: Node) -> Plan {
        let section = section(root, path: "")
        readVersion(section)
        let settings = readSettings(section)
        statePath = settings.statePath
        checkState(at: root["settings"]?["state"]?.place ?? root.place)
        checkLinkedStates(root["settings"]?["state"], at: root.place)
        services.zone = settings.zone
        services.locale = settings.locale
        facts[ChosenLocale.self] = settings.locale
        facts[KnownZones.self] = { [zones = reader.zones] name in zones.zone(named: name) }
        let defaults = readDefaults(section)
        let sources = readSources(named("sources", in: section, help: "where entries come from"), defaults)
        facts[SourceNames.self] = sources.names
        let sinks = readSinks(named("sinks", in: section, help: "where digests go"))
        let chains = readChains(named("filters", in: section, isRequired: false, help: "chains for `use:`"))
        let pipelines = readPipelines(
            named("pipelines", in: section, help: "sources, filters and sinks, wired"), sources, sinks, chains,
            notices: root["settings"]?["notices"])
        readTests(section)
        section.finish()
        var plan = Plan(
            settings: settings, sources: sources.planned, sinks: sinks.planned, pipelines: pipelines,
            secrets: secrets.list)
        plan.usedFiles = usedFiles
        return plan
    }

    func section(_ node: Node, path: String) -> ConfigSection {
        ConfigSection(
            node, path: path, diagnostics: diagnostics, environment: environment, facts: facts, secrets: secrets)
    }

    func report(
        _ message: String, at place: Place, severity: Diagnostic.Severity = .error, suggestion: String? = nil
    ) {
        diagnostics.report(Diagnostic(severity, at: place, message, suggestion: suggestion))
    }

    /// Makes a stage only if what it read was right: made of placeholders it would complain of those.
    func make<Made>(
        _ path: String, at place: Place, ifNoErrorsSince errors: Int, _ body: (Services) throws(StageError) -> Made
    ) -> Made? {
        guard diagnostics.errorCount == errors else { return nil }
        do {
            return try body(services)
        } catch {
            let detail = error.explanation ?? error.facts[.found] ?? error.subject
            report("\(path): \(error.code.rawValue): \(detail)", at: place)
            return nil
        }
    }

    /// What a run would not work with.
    private func checkState(at place: Place) {
        guard let refusal = StateExamination.refusal(of: statePath), let found = refusal.facts[.found] else { return }
        report(
            "settings.state: \(statePath): \(found); no run works with it", at: place, severity: .warning,
            suggestion: "`kawaraban doctor` tells what to do")
    }

    private func readVersion(_ section: ConfigSection) {
        let version = section.require("version", as: Int.self, help: "1: the version of this format")
        guard let node = section.node["version"], node.scalar == "\(version)", version != 1 else { return }
        report("version: \(node.shown) is not known", at: node.place, suggestion: "write `version: 1`")
    }

    private func readTests(_ section: ConfigSection) {
        guard let tests = section.rawOption("tests", typeName: "an empty list", help: "for later") else { return }
        if tests.list?.isEmpty != true {
            report("tests: must be an empty list until tests can be run", at: tests.place)
        }
    }

    /// A map of names; pairs with unusable names are reported and left out, free keys are skipped.
    private func named(
        _ key: String, in section: ConfigSection, isRequired: Bool = true, help: String
    ) -> [Node.Pair] {
        guard let node = section.rawOption(key, typeName: "a map of names", help: help) else {
            if isRequired { section.report("`\(key)` is missing", suggestion: "add `\(key):` (\(help))") }
            return []
        }
        guard let pairs = node.map else {
            report("\(key): expected a map of names, found \(node.shown)", at: node.place)
            return []
        }
        if pairs.isEmpty, isRequired { report("\(key): is empty", at: node.place) }
        return pairs.filter { pair in
            if pair.key.hasPrefix("x-") { return false }
            if let fault = Name.fault(of: pair.key) { report("\(key): \(fault)", at: pair.place) }
            return true
        }
    }
}

/// Names of sources, sinks, filters and pipelines: they appear in paths, reports and on the command line.
enum Name {
    private static let maxLength = 100

    static func fault(of name: String) -> String? {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "_.-".utf8.contains(byte)
            }
        }
        if !isPlain { return "`\(name.prefix(maxLength))` is no name: only A-Z a-z 0-9 _ . - may stand in it" }
        if name.hasPrefix(".") || name.hasPrefix("-") { return "the name `\(name)` may not begin with . or -" }
        return name.utf8.count > maxLength ? "the name `\(name.prefix(20))…` is longer than \(maxLength)" : nil
    }

    /// Whether a pattern of `*` and `?` fits a name.
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

/// For stages that are made but never run.
private struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        throw StageError(.internalError, subject: "a plan that is being read")
    }
}
