public import FeedConfiguration
import FeedRendering
public import FeedStages

/// The options of `text`.
public struct TextConfiguration: StageConfiguration {
    /// The options as the page takes them.
    let options: PageOptions

    /// Reads the options; mistakes are reported to the section.
    public init(from section: ConfigSection) { options = PageOptions(from: section) }
}
