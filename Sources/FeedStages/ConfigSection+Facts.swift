public import FeedConfiguration
public import FeedModel

/// The format of a sink, as a fact for the sink's configuration.
public enum ChosenFormat: ConfigFact {
    /// The format.
    public typealias Value = FormatDescription
}

/// The names of all configured sources, as a fact for the configurations of filters.
public enum SourceNames: ConfigFact {
    /// The names.
    public typealias Value = [String]
}

/// The language of the whole configuration, as a fact for the configurations of stages.
public enum ChosenLocale: ConfigFact {
    /// The language.
    public typealias Value = DigestLocale
}

extension ConfigSection {
    /// The format of this sink, or nil if the section is not a sink's or the format is unknown.
    public var chosenFormat: FormatDescription? { facts[ChosenFormat.self] }
    /// The language of `settings.locale`, or `en` if the section is not part of a configuration.
    public var locale: DigestLocale { facts[ChosenLocale.self] ?? .en }
    /// The names of all configured sources, or nil if the section is not a filter's.
    public var sourceNames: [String]? { facts[SourceNames.self] }
}

extension Stage {
    /// The options that the stage reads, for `kawaraban plugins` and the generated reference.
    public static var manual: [OptionSpec] { ConfigSection.manual { _ = Configuration(from: $0) } }
}
