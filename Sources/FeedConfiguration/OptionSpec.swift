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

extension ConfigSection {
    /// Returns the options that `read` declares. `read` gets an empty section, and its reports are dropped.
    public static func manual(_ read: (ConfigSection) -> Void) -> [OptionSpec] {
        let nowhere = Place(file: "", line: 1, column: 1)
        let section = ConfigSection(Node(.map([]), at: nowhere), path: "", diagnostics: Diagnostics())
        read(section)
        return section.specs
    }
}
