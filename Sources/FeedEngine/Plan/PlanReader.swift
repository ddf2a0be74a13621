package import FeedConfiguration
import FeedMessages
package import FeedModel
package import FeedStages
import FeedSystem

/// Turns a configuration file into a plan, or into a list of everything that is wrong with it. If a source, sink or
/// pipeline lacks a value on this machine, the plan says so, and the others still work.
///
/// Blocks: it reads the file, `env_file`, secrets and zones. If there is no other mistake, it may run the commands that
/// print secrets. It fetches nothing and writes nothing.
package struct PlanReader: Sendable {
    /// What the plan is for. This decides how severe a missing secret or variable is. One that only a source, a sink or
    /// a pipeline needs is a warning, and that part fails alone.
    package enum Purpose: Sendable, Hashable {
        /// To be checked: missing variables of the whole run are warnings, too. Commands are not run.
        case check
        /// To be checked with one fetch of every source.
        case checkOnline
        /// To be run.
        case run
        /// To be run without effects: missing variables of the whole run are warnings, too.
        case dryRun
        /// To be run from a recording: missing values are ignored, and commands are not run.
        case replay

        fileprivate var runsCommands: Bool { self != .check && self != .replay }
    }

    /// The variable with the path of a state in a file, for services with a folder of their own. A state that is there
    /// is used; else `settings.state` comes first.
    package static let usualState = "KAWARABAN_STATE"

    let registry: PluginRegistry
    let purpose: Purpose
    let variables: [String: String]
    let statePath: String?
    let zones: ZoneReader
    let passesMessages: Bool

    /// Makes a reader. `variables` is the environment. `statePath` (`--state`) overrides `settings.state`. If
    /// `passesMessages`, the standard error of programs that print secrets goes to ours.
    package init(
        registry: PluginRegistry, purpose: Purpose, variables: [String: String], statePath: String? = nil,
        zones: ZoneReader = ZoneReader(), passesMessages: Bool = true
    ) {
        self.passesMessages = passesMessages
        self.registry = registry
        self.purpose = purpose
        self.variables = variables
        self.statePath = statePath
        self.zones = zones
    }

    /// Reads a file of at most 16 MiB; `path` is as the user gave it. Blocks. Every error is a diagnostic.
    package func read(path: String) -> PlanReading {
        let diagnostics = Diagnostics()
        let place = Place(file: path, line: 1, column: 1)
        switch SmallFile.read(path, limit: YAMLReader.maxLength, allowsPipe: true) {
        case .success(let file):
            if let diagnostic = Diagnostic(othersCanChange: path, Self.configuration, at: place) {
                diagnostics.report(diagnostic)
            }
            var reading = read(file.bytes, path: path, diagnostics)
            reading.excerpt = SourceExcerpt(file.bytes, file: path)
            return reading
        case .failure(let failure):
            let isMissing = failure == .missing
            diagnostics.report(
                Diagnostic(
                    at: place, failure.text(of: Self.configuration),
                    suggestion: isMissing ? .message("plan.name_another") : nil))
            return PlanReading(nil, diagnostics, for: purpose, file: path)
        }
    }

    /// The name of the file in a sentence.
    private static let configuration = MessageArgument.message("plan.configuration")

    /// Reads the bytes of a configuration; `path` is where they come from.
    package func read(_ bytes: [UInt8], path: String) -> PlanReading { read(bytes, path: path, Diagnostics()) }

    private func read(_ bytes: [UInt8], path: String, _ diagnostics: Diagnostics) -> PlanReading {
        guard let root = YAMLReader.read(bytes, file: path, into: diagnostics) else {
            return PlanReading(nil, diagnostics, for: purpose, file: path)
        }
        return read(root, path: path, diagnostics)
    }

    /// Reads a configuration that was made in memory, such as one of the command line.
    package func read(_ root: Node, path: String) -> PlanReading { read(root, path: path, Diagnostics()) }

    private func read(_ root: Node, path: String, _ diagnostics: Diagnostics) -> PlanReading {
        guard root.map != nil else {
            diagnostics.report(
                Diagnostic(at: root.place, .message("plan.not_a_map", ["found": .message(root.shown)])))
            return PlanReading(nil, diagnostics, for: purpose, file: path)
        }
        let directory = PathParts(path).folder
        let (all, variablesPath) = EnvironmentFile.variables(
            of: root, in: directory, over: variables, reporting: diagnostics)
        let expanded = Variables(all, reporting: diagnostics).expand(configuration: root)
        func assemble(runningCommands: Bool) -> (reading: PlanReading, namesCommands: Bool) {
            let diagnostics = Diagnostics(copying: diagnostics)
            var environment = ConfigEnvironment(variables: all, directory: directory, runsCommands: runningCommands)
            environment.passesMessages = passesMessages
            let assembly = PlanAssembly(self, path: path, environment: environment, diagnostics: diagnostics)
            if let variablesPath {
                let place = root["settings"]?["env_file"]?.place ?? root.place
                assembly.secrets.record(NamedFile(variablesPath, for: .variables, at: place))
            }
            var plan = assembly.plan(from: expanded)
            if plan.settings.state.path == nil { plan.sharedDigest = ConfigurationDigest.of(root) }
            let reading = PlanReading(plan, diagnostics, for: purpose, file: path)
            return (reading, assembly.secrets.namesCommands)
        }
        // Even the last line may show that others can change all of it, so commands run only after a full check.
        let checked = assemble(runningCommands: false)
        guard purpose.runsCommands, checked.namesCommands, checked.reading.plan != nil else { return checked.reading }
        return assemble(runningCommands: true).reading
    }
}

extension EnvironmentFile {
    /// Returns the environment merged with `settings.env_file`, and that file's path. The environment wins.
    fileprivate static func variables(
        of root: Node, in directory: String, over environment: [String: String], reporting diagnostics: Diagnostics
    ) -> (variables: [String: String], path: String?) {
        guard let node = root["settings"]?["env_file"], node.scalar != nil, !node.isNull else {
            return (environment, nil)
        }
        // Missing variables in the path itself are reported when the whole file is expanded.
        guard let name = Variables(environment, reporting: Diagnostics()).expand(node).scalar else {
            return (environment, nil)
        }
        let path = ConfigEnvironment(directory: directory).resolve(path: name)
        let option: MessageArgument = "settings.env_file"
        switch SmallFile.read(path, limit: maxLength) {
        case .success(let file):
            if let fault = file.faultAsPrivateFile(called: .text(path)) {
                diagnostics.report(
                    Diagnostic(
                        at: node.place, .message("config.of_option", ["path": option, "what": .message(fault)]),
                        suggestion: .message("plan.close_to_others", ["file": .text(path)])))
            } else if let diagnostic = Diagnostic(othersCanChange: path, option, at: node.place) {
                diagnostics.report(diagnostic)
            }
            let given = read(file.bytes, file: path, into: diagnostics)
            return (given.merging(environment) { _, given in given }, path)
        case .failure(.missing): return (environment, path)
        case .failure(let failure):
            let what = MessageArgument.message(failure.text(of: .text(path)))
            diagnostics.report(
                Diagnostic(at: node.place, .message("config.of_option", ["path": option, "what": what])))
            return (environment, path)
        }
    }
}

/// The result of reading a configuration.
package struct PlanReading: Sendable {
    /// The plan; nil if any diagnostic is an error.
    package let plan: Plan?
    /// `settings.locale`, even if the file has other errors; nil if the file could not be read that far.
    package let locale: DigestLocale?
    /// The findings in the order of the file, without duplicates. Severities are `.error` and `.warning` only.
    package let diagnostics: [Diagnostic]
    /// How many more diagnostics were left out.
    package let omitted: Int
    /// The lines of the file, or nil if it could not be read.
    package var excerpt: SourceExcerpt?

    /// Whether any diagnostic is an error.
    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    init(_ plan: Plan?, _ found: Diagnostics, for purpose: PlanReader.Purpose, file: String) {
        var seen: Set<Diagnostic> = []
        diagnostics = found.list.compactMap { Self.adjusted($0, for: purpose) }
            .filter { seen.insert($0).inserted }
            .enumerated().sorted {
                let (left, right) = ($0.element.place, $1.element.place)
                return (left.file == file ? 0 : 1, left.file, left.line, left.column, $0.offset)
                    < (right.file == file ? 0 : 1, right.file, right.line, right.column, $1.offset)
            }.map(\.element)
        omitted = found.omitted
        locale = plan?.settings.locale
        let hasErrors = found.hasErrors || diagnostics.contains { $0.severity == .error }
        self.plan = hasErrors ? nil : plan
    }

    private static func adjusted(_ diagnostic: Diagnostic, for purpose: PlanReader.Purpose) -> Diagnostic? {
        guard diagnostic.severity == .missing || diagnostic.severity == .missingForAll else { return diagnostic }
        var adjusted = diagnostic
        switch purpose {
        case .run, .checkOnline: adjusted.severity = diagnostic.severity == .missingForAll ? .error : .warning
        case .check, .dryRun: adjusted.severity = .warning
        case .replay: return nil
        }
        return adjusted
    }
}
