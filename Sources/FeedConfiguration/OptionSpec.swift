public import FeedMessages

/// The manual's description of one option. The declaration that reads the option makes it.
public struct OptionSpec: Sendable, Hashable {
    /// The key of the option.
    public var key: String
    /// The name of the type, for people.
    public var typeName: LocalizedText
    /// The default as text, or nil if there is none.
    public var defaultText: String?
    /// Whether the option is required.
    public var isRequired: Bool
    /// The range or the choices as text, or nil.
    public var range: LocalizedText?
    /// A short description in lower case, half a sentence, with the unit.
    public var help: LocalizedText
    /// Whether the value may be a secret.
    public var isSecret = false
    /// The type that reads the value and the range of numbers, for the schema.
    var value: ValueType?
    /// The values that are accepted, for the schema of configurations.
    public var schema: ValueSchema { value?.schema ?? .any }

    /// Makes a spec.
    public init(
        key: String, typeName: LocalizedText, defaultText: String? = nil, isRequired: Bool, range: LocalizedText? = nil,
        help: LocalizedText
    ) {
        self.key = key
        self.typeName = typeName
        self.defaultText = defaultText
        self.isRequired = isRequired
        self.range = range
        self.help = help
    }
}

/// The type of an option's value. The schema is made on demand: reading a configuration does not need it.
struct ValueType: Sendable, Hashable {
    let type: any ConfigValue.Type
    var whole: ClosedRange<Int>?
    var decimal: ClosedRange<Double>?

    var schema: ValueSchema {
        switch type.schema {
        case .integer: .integer(whole)
        case .number: .number(decimal)
        case let other: other
        }
    }

    static func == (left: ValueType, right: ValueType) -> Bool {
        left.type == right.type && left.whole == right.whole && left.decimal == right.decimal
    }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

extension ConfigSection {
    /// Returns the options that `read` declares. `read` gets an empty section, and its reports are dropped.
    public static func manual(_ read: (ConfigSection) -> Void) -> [OptionSpec] { declarations(read).0 }

    /// Returns the options that `read` declares, and the rules about several of them. `read` gets a section of `node`,
    /// which is an empty map by default, and its reports are dropped.
    public static func declarations(
        of node: Node = Node(.map([]), at: Place(file: "", line: 1, column: 1)), _ read: (ConfigSection) -> Void
    ) -> ([OptionSpec], [OptionRule]) {
        let section = ConfigSection(
            node, path: "", diagnostics: Diagnostics(), environment: ConfigEnvironment(), facts: ConfigFacts(),
            secrets: SecretCollection(), isForManual: true)
        read(section)
        return (section.specs, section.rules)
    }
}
