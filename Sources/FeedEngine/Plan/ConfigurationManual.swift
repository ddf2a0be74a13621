package import FeedConfiguration

/// The manual's entries for the parts of a configuration that belong to no plugin.
package enum ConfigurationManual {
    /// The options of `settings:`.
    package static var settings: [OptionSpec] { ConfigSection.manual { _ = SettingsOptions(from: $0) } }
    /// The options of `defaults:`.
    package static var defaults: [OptionSpec] {
        ConfigSection.manual { section in
            var options = CommonSourceOptions()
            options.read(section)
        }
    }
    /// The options of every source: those of `defaults:`, `title` and `parser`.
    package static var sources: [OptionSpec] { CommonSourceOptions.manual }
    /// The options of every pipeline.
    package static var pipelines: [OptionSpec] { ConfigSection.manual { _ = PipelineOptions(from: $0) } }
    /// The expression of a name of a source, sink, filter or pipeline.
    package static var name: String { "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$" }
}
