public import FeedConfiguration

/// What the manual says of the parts of a configuration that belong to no plugin.
public enum ConfigurationManual {
    /// `settings:`.
    public static var settings: [OptionSpec] { ConfigSection.manual { _ = SettingsOptions(from: $0) } }
    /// `defaults:` and, with `title` and `parser`, every source.
    public static var sources: [OptionSpec] { CommonSourceOptions.manual }
    /// Every pipeline.
    public static var pipelines: [OptionSpec] { ConfigSection.manual { _ = PipelineOptions(from: $0) } }
}
