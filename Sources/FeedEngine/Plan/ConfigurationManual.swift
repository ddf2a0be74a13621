package import FeedConfiguration

/// What the manual says of the parts of a configuration that belong to no plugin.
package enum ConfigurationManual {
    /// `settings:`.
    package static var settings: [OptionSpec] { ConfigSection.manual { _ = SettingsOptions(from: $0) } }
    /// `defaults:` and, with `title` and `parser`, every source.
    package static var sources: [OptionSpec] { CommonSourceOptions.manual }
    /// Every pipeline.
    package static var pipelines: [OptionSpec] { ConfigSection.manual { _ = PipelineOptions(from: $0) } }
}
