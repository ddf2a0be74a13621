public import FeedConfiguration
public import FeedModel

/// The format that a sink was given, told to the sink's configuration.
public enum ChosenFormat: ConfigFact {
    /// The format.
    public typealias Value = FormatDescription
}

/// The names of all configured sources, told to the configurations of filters.
public enum SourceNames: ConfigFact {
    /// The names.
    public typealias Value = [String]
}

/// The language of the whole configuration, told to the configurations of stages.
public enum ChosenLocale: ConfigFact {
    /// The language.
    public typealias Value = DigestLocale
}

extension ConfigSection {
    /// The format that this sink was given, or nil where the section is no sink's or the format is unknown.
    public var chosenFormat: FormatDescription? { facts[ChosenFormat.self] }
    /// `settings.locale`; its default where the section is no part of a configuration.
    public var locale: DigestLocale { facts[ChosenLocale.self] ?? .en }
    /// The names of all configured sources, or nil where the section is no filter's.
    public var sourceNames: [String]? { facts[SourceNames.self] }
}

extension Stage {
    /// The options that the stage reads, for `kawaraban plugins` and the generated reference.
    public static var manual: [OptionSpec] { ConfigSection.manual { _ = Configuration(from: $0) } }
}
