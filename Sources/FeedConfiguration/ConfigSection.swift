public import FeedMessages

/// A map or scalar of the configuration that a stage reads. Each option is declared once, by reading it.
///
/// Reading throws nothing. A mistake is reported, a placeholder is returned, and the next option is read. The same
/// declarations make the manual (`ConfigSection.manual`). The section is a class, because it collects declarations.
public final class ConfigSection {
    /// The node that is read.
    public let node: Node
    /// The place of the section as a path of keys, such as `sources.qiita_swift`.
    public let path: String
    /// The list that receives mistakes.
    public let diagnostics: Diagnostics
    /// The options declared so far, in order. Only a section that was made for the manual has them: others are read for
    /// their values.
    public var specs: [OptionSpec] { specMakers.map { $0() } }
    private var specMakers: [() -> OptionSpec] = []
    private let isForManual: Bool
    /// The keys of the options declared so far, in order.
    package private(set) var declaredKeys: [String] = []
    /// The rules about several options that were declared so far.
    public private(set) var rules: [OptionRule] = []
    /// The variables, folder and programs that the section may use.
    public let environment: ConfigEnvironment
    /// The facts that the reader of the configuration gives.
    public let facts: ConfigFacts
    let secrets: SecretCollection
    private var isFinished = false
    /// Whether the option that is read here must be given.
    private(set) var isRequired = false
    /// The reports of missing options, by key.
    private var missing: [String: Diagnostic] = [:]

    /// Makes a section of a node.
    public convenience init(
        _ node: Node, path: String, diagnostics: Diagnostics, environment: ConfigEnvironment = ConfigEnvironment(),
        facts: ConfigFacts = ConfigFacts()
    ) {
        self.init(
            node, path: path, diagnostics: diagnostics, environment: environment, facts: facts,
            secrets: SecretCollection())
    }

    package init(
        _ node: Node, path: String, diagnostics: Diagnostics, environment: ConfigEnvironment, facts: ConfigFacts,
        secrets: SecretCollection, isForManual: Bool = false
    ) {
        self.node = node
        self.path = path
        self.diagnostics = diagnostics
        self.environment = environment
        self.facts = facts
        self.secrets = secrets
        self.isForManual = isForManual
    }

    /// Declares and reads a required option. Reports a missing or invalid one and returns a placeholder.
    public func require<Value: ConfigValue>(_ key: String, as type: Value.Type = Value.self, help: LocalizedText)
        -> Value
    {
        if declare(key) { describe(key, type, isRequired: true, help: help) }
        guard let value = given(key, help) else { return Value.placeholder }
        return read(value, in: child(value, key, isRequired: true), as: type) ?? Value.placeholder
    }

    /// Declares and reads a required option within `range`. Reports any other and returns the lower bound.
    public func require<Value: ConfigValue & Comparable>(
        _ key: String, as type: Value.Type = Value.self, in range: ClosedRange<Value>, help: LocalizedText
    ) -> Value {
        if declare(key) { describe(key, type, isRequired: true, in: range, help: help) }
        guard let value = given(key, help) else { return range.lowerBound }
        return read(value, key, type, in: range) ?? range.lowerBound
    }

    /// Declares and reads an option with a default, which also replaces an invalid value.
    public func option<Value: ConfigValue>(
        _ key: String, as type: Value.Type = Value.self, default fallback: Value, help: LocalizedText
    ) -> Value {
        if declare(key) { describe(key, type, default: fallback, help: help) }
        guard let value = node[key] else { return fallback }
        return read(value, key, as: type) ?? fallback
    }

    /// Declares and reads an option within `range`, with a default, which also replaces an invalid value.
    public func option<Value: ConfigValue & Comparable>(
        _ key: String, as type: Value.Type = Value.self, default fallback: Value, in range: ClosedRange<Value>,
        help: LocalizedText
    ) -> Value {
        if declare(key) { describe(key, type, default: fallback, in: range, help: help) }
        guard let value = node[key] else { return fallback }
        return read(value, key, type, in: range) ?? fallback
    }

    /// Declares and reads an optional option; nil if it is left out or invalid.
    public func option<Value: ConfigValue>(_ key: String, as type: Value.Type = Value.self, help: LocalizedText)
        -> Value?
    {
        if declare(key) { describe(key, type, help: help) }
        guard let value = node[key] else { return nil }
        return read(value, key, as: type)
    }

    /// Declares and reads an optional option within `range`; nil if it is left out or invalid.
    public func option<Value: ConfigValue & Comparable>(
        _ key: String, as type: Value.Type = Value.self, in range: ClosedRange<Value>, help: LocalizedText
    ) -> Value? {
        if declare(key) { describe(key, type, in: range, help: help) }
        guard let value = node[key] else { return nil }
        return read(value, key, type, in: range)
    }

    /// Declares and reads the section itself as one value, such as `newer_than: 7d`.
    public func value<Value: ConfigValue>(as type: Value.Type = Value.self, help: LocalizedText) -> Value {
        if declare("") { describe("", type, isRequired: true, help: help) }
        guard !isEmpty(node, of: type) else { return Value.placeholder }
        return Value.read(node, in: self) ?? Value.placeholder
    }

    /// Declares an option of any form and returns its node, or nil if it is left out.
    public func rawOption(_ key: String, typeName: LocalizedText, help: LocalizedText) -> Node? {
        if declare(key) {
            specMakers.append { OptionSpec(key: key, typeName: typeName, isRequired: false, help: help) }
        }
        return node[key]
    }

    /// Whether the file has the option `key`.
    public func isGiven(_ key: String) -> Bool { node[key] != nil }

    /// Reports a mistake at `place`, or at the section itself.
    public func report(
        _ message: LocalizedText, at place: Place? = nil, severity: Diagnostic.Severity = .error,
        suggestion: LocalizedText? = nil
    ) {
        diagnostics.report(Diagnostic(severity, at: place ?? node.place, message, suggestion: suggestion))
    }

    /// Reports that a required option is missing, unless it turns out to be misspelt.
    package func reportMissing(_ key: String, help: LocalizedText) {
        let report = Diagnostic(
            at: node.place, .message("config.missing_option", withPath(["option": .text(key)])),
            suggestion: .message("config.add_option", ["option": .text(key), "help": .message(help)]))
        missing[key] = report
        diagnostics.report(report)
    }

    /// Reports every key that is not declared. The reader of the configuration calls it after all readers of the
    /// section. A second call does nothing.
    public func reportUnknownKeys() {
        guard !isFinished else { return }
        isFinished = true
        let declared = declaredKeys
        guard !declared.contains("") else { return }
        guard let pairs = node.map else {
            return report(
                .message("config.not_a_map", withPath(["found": .message(node.shown)])),
                suggestion: FullWidthColon(in: node.scalar ?? "")?.cure)
        }
        for pair in pairs where !declared.contains(pair.key) && !pair.key.hasPrefix("x-") {
            reportUnknown(pair, declared)
        }
    }

    /// Adds the section's path to the facts of a message about the section. The top of the file has no path.
    func withPath(_ facts: [String: MessageArgument]) -> [String: MessageArgument] {
        path.isEmpty ? facts : facts.merging(["path": .text(path)]) { $1 }
    }

    private func reportUnknown(_ pair: Node.Pair, _ declared: [String]) {
        var suggestion: LocalizedText?
        if let meant = diagnostics.nearest(to: pair.key, among: declared) {
            suggestion = .message("config.did_you_mean", ["name": .text(meant)])
            // The option is not missing but misspelt.
            if let report = missing[meant] { diagnostics.withdraw(report) }
        } else if !declared.isEmpty, declared.count <= 8 {
            suggestion = .message("config.known_here", ["names": .row(declared.map { "`\($0)`" })])
        }
        report(
            .message("config.unknown_option", withPath(["option": .text(pair.key)])), at: pair.place,
            suggestion: suggestion)
    }
}

extension ConfigSection {
    private func given(_ key: String, _ help: LocalizedText) -> Node? {
        if let value = node[key] { return value }
        if node.map != nil {  // what is no map is reported once, by `reportUnknownKeys()`
            reportMissing(key, help: help)
        }
        return nil
    }

    private func read<Value: ConfigValue & Comparable>(
        _ value: Node, _ key: String, _ type: Value.Type, in range: ClosedRange<Value>
    ) -> Value? {
        guard let result = read(value, key, as: type) else { return nil }
        if range.contains(result) { return result }
        report(
            .message(
                "config.outside_range",
                ["path": .text("\(path).\(key)"), "value": .message(value.shown), "range": .message(Self.text(range))]),
            at: value.place)
        return nil
    }

    /// Returns a section for a part of this one.
    package func child(_ node: Node, _ key: String) -> ConfigSection { child(node, key, isRequired: false) }

    private func child(_ node: Node, _ key: String, isRequired: Bool) -> ConfigSection {
        let child = ConfigSection(
            node, path: path.isEmpty || key.hasPrefix("[") ? path + key : "\(path).\(key)", diagnostics: diagnostics,
            environment: environment,
            facts: facts, secrets: secrets)
        child.isRequired = isRequired
        return child
    }

    private func isEmpty<Value: ConfigValue>(_ value: Node, of type: Value.Type) -> Bool {
        guard value.isNull else { return false }
        reportMismatch(value, expected: type.typeName)
        return true
    }

    private static func text<Value: ConfigValue & Comparable>(_ range: ClosedRange<Value>) -> LocalizedText {
        .message(
            "config.range",
            ["least": .text(range.lowerBound.manualText), "most": .text(range.upperBound.manualText)])
    }

    private func describe<Value: ConfigValue>(
        _ key: String, _ type: Value.Type, default fallback: Value? = nil, isRequired: Bool = false,
        help: LocalizedText
    ) {
        specMakers.append { Self.spec(key, type, fallback, isRequired: isRequired, help: help) }
    }

    private func describe<Value: ConfigValue & Comparable>(
        _ key: String, _ type: Value.Type, default fallback: Value? = nil, isRequired: Bool = false,
        in range: ClosedRange<Value>, help: LocalizedText
    ) {
        specMakers.append {
            var spec = Self.spec(key, type, fallback, isRequired: isRequired, help: help)
            spec.range = Self.text(range)
            spec.value?.whole = range as? ClosedRange<Int>
            spec.value?.decimal = range as? ClosedRange<Double>
            return spec
        }
    }

    private static func spec<Value: ConfigValue>(
        _ key: String, _ type: Value.Type, _ fallback: Value?, isRequired: Bool, help: LocalizedText
    ) -> OptionSpec {
        var spec = OptionSpec(
            key: key, typeName: type.typeName, defaultText: fallback?.manualText, isRequired: isRequired, help: help)
        spec.isSecret = type.isSecret
        spec.value = ValueType(type: type)
        return spec
    }

    /// Notes a key. Returns whether its option is to be described, too: in a manual, and only once, since a source and
    /// its parser may read the same option.
    private func declare(_ key: String) -> Bool {
        guard !declaredKeys.contains(key) else { return false }
        // A value that is no map declares nothing and needs no room.
        if declaredKeys.isEmpty { declaredKeys.reserveCapacity(32) }
        declaredKeys.append(key)
        return isForManual
    }

    private func add(_ rule: OptionRule) {
        if !rules.contains(rule) { rules.append(rule) }
    }
}

extension ConfigSection {
    /// Returns the text of a scalar, or nil after a report that `expected` was expected.
    ///
    /// It returns nil without a report if a variable is missing, because that is reported already.
    public func text(of node: Node, expected: LocalizedText) -> String? {
        guard let text = node.scalar, !node.isNull else {
            reportMismatch(node, expected: expected)
            return nil
        }
        return node.lacksVariable ? nil : text
    }

    /// Reports that `expected` was expected at `node`.
    public func reportMismatch(_ node: Node, expected: LocalizedText, suggestion: LocalizedText? = nil) {
        report(.mismatch(expected, found: node.shown, in: self), at: node.place, suggestion: suggestion)
    }
}

extension ConfigSection {
    /// Reports a mistake if more than one of these options is given.
    public func atMostOne(of keys: String...) {
        add(.atMostOne(keys))
        reportSurplus(pairs(of: keys))
    }

    /// Reports a mistake unless exactly one of these options is given.
    public func exactlyOne(of keys: String...) {
        add(.exactlyOne(keys))
        let given = pairs(of: keys)
        if given.isEmpty, node.map != nil {
            report(.message("config.one_is_needed", withPath(["names": .row(keys.map { "`\($0)`" })])))
        }
        reportSurplus(given)
    }

    private func reportSurplus(_ given: [Node.Pair]) {
        guard given.count > 1 else { return }
        let names = MessageArgument.names(given.map { "`\($0.key)`" })
        report(
            .message("config.only_one", withPath(["names": names])), at: given[1].place,
            suggestion: .message("config.keep_one"))
    }

    private func pairs(of keys: [String]) -> [Node.Pair] {
        (node.map ?? []).filter { keys.contains($0.key) }
    }
}

extension LocalizedText {
    /// The message that a section contains something other than `expected`.
    static func mismatch(
        _ expected: LocalizedText, found: LocalizedText, in section: ConfigSection
    ) -> LocalizedText {
        .message("config.mismatch", section.withPath(["expected": .message(expected), "found": .message(found)]))
    }
}
