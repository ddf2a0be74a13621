public import FeedMessages

/// What the manual says of one option; made by the same declaration that decodes it.
public struct OptionSpec: Sendable, Hashable {
    /// The key.
    public var key: String
    /// What people call the type.
    public var typeName: LocalizedText
    /// The default as text, or nil if there is none.
    public var defaultText: String?
    /// Whether it must be given.
    public var isRequired: Bool
    /// Bounds or choices as text, or nil.
    public var range: String?
    /// Half a sentence, lower case, with the unit.
    public var help: LocalizedText

    /// Makes a spec.
    public init(
        key: String, typeName: LocalizedText, defaultText: String? = nil, isRequired: Bool, range: String? = nil,
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
    /// What `read` declares: it gets an empty section, and what it reports is thrown away.
    public static func manual(_ read: (ConfigSection) -> Void) -> [OptionSpec] {
        let nowhere = Place(file: "", line: 1, column: 1)
        let section = ConfigSection(Node(.map([]), at: nowhere), path: "", diagnostics: Diagnostics())
        read(section)
        return section.specs
    }
}
