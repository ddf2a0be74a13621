/// One map (or scalar) of the configuration as a stage sees it: every option is declared once, by reading it.
///
/// Reading cannot throw: what is wrong is reported, a placeholder is given, and the next option is read. The same
/// declarations write the manual (`ConfigSection.manual`). A class, because declarations accumulate in it.
public final class ConfigSection {
    /// What the section was made of.
    public let node: Node
    /// Where it stands, as a path of keys: `sources.qiita_swift`.
    public let path: String
    /// Where mistakes are reported.
    public let diagnostics: Diagnostics
    /// What has been declared so far, in order.
    public private(set) var specs: [OptionSpec] = []
    /// The world outside the file: variables, secret files.
    public let environment: ConfigEnvironment

    /// Makes a section over a node.
    public init(
        _ node: Node, path: String, diagnostics: Diagnostics, environment: ConfigEnvironment = ConfigEnvironment()
    ) {
        self.node = node
        self.path = path
        self.diagnostics = diagnostics
        self.environment = environment
    }

    /// Declares and reads an option that must be given.
    public func require<Value: ConfigValue>(_ key: String, as type: Value.Type = Value.self, help: String) -> Value {
        declare(key, type, defaultText: nil, isRequired: true, help: help)
        guard let value = node[key] else {
            report("\(path): `\(key)` is missing", suggestion: "add `\(key):` (\(help))")
            return Value.placeholder
        }
        return Value.read(value, in: self) ?? Value.placeholder
    }

    /// Declares and reads an option that has a default.
    public func option<Value: ConfigValue>(
        _ key: String, as type: Value.Type = Value.self, default fallback: Value, help: String
    ) -> Value {
        declare(key, type, defaultText: fallback.manualText, isRequired: false, help: help)
        guard let value = node[key] else { return fallback }
        return Value.read(value, in: self) ?? fallback
    }

    /// Declares and reads an option that may be left out; nil then.
    public func option<Value: ConfigValue>(_ key: String, as type: Value.Type = Value.self, help: String) -> Value? {
        declare(key, type, defaultText: nil, isRequired: false, help: help)
        return node[key].flatMap { Value.read($0, in: self) }
    }

    /// Declares and reads the section itself where it is written as one value: `newer_than: 7d`.
    public func value<Value: ConfigValue>(as type: Value.Type = Value.self, help: String) -> Value {
        declare("", type, defaultText: nil, isRequired: true, help: help)
        return Value.read(node, in: self) ?? Value.placeholder
    }

    /// Declares an option of free form and gives its node, or nil if it is left out.
    public func rawOption(_ key: String, typeName: String, help: String) -> Node? {
        specs.append(OptionSpec(key: key, typeName: typeName, isRequired: false, help: help))
        return node[key]
    }

    /// Reports a mistake; at the section itself unless a place is given.
    public func report(
        _ message: String, at place: Place? = nil, severity: Diagnostic.Severity = .error, suggestion: String? = nil
    ) {
        diagnostics.report(Diagnostic(severity, at: place ?? node.place, message, suggestion: suggestion))
    }

    private func declare<Value: ConfigValue>(
        _ key: String, _ type: Value.Type, defaultText: String?, isRequired: Bool, help: String
    ) {
        specs.append(
            OptionSpec(
                key: key, typeName: type.typeName, defaultText: defaultText, isRequired: isRequired, help: help))
    }
}
