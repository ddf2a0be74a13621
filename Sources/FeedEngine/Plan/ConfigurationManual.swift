package import FeedConfiguration

/// The manual's entries for the parts of a configuration that belong to no plugin.
package enum ConfigurationManual {
    /// The options of `settings:`.
    package static var settings: [OptionSpec] { ConfigSection.manual { _ = SettingsOptions(from: $0) } }
    /// The options of `defaults:` and of every source; `title` and `parser` belong to sources only.
    package static var sources: [OptionSpec] { CommonSourceOptions.manual }
    /// The options of every pipeline.
    package static var pipelines: [OptionSpec] { ConfigSection.manual { _ = PipelineOptions(from: $0) } }
}
