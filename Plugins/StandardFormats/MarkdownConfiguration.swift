public import FeedConfiguration
import FeedModel
import FeedRendering
public import FeedStages

/// The options of `markdown`.
public struct MarkdownConfiguration: StageConfiguration {
    /// The options as the page takes them.
    let options: MarkdownOptions

    /// Reads the options; mistakes are reported to the section.
    public init(from section: ConfigSection) {
        var options = MarkdownOptions()
        options.page = PageOptions(from: section)
        options.hasFrontMatter = section.option(
            "front_matter", default: false, help: .message("option.markdown.front_matter"))
        options.hasCheckboxes = section.option(
            "checkboxes", default: false, help: .message("option.markdown.checkboxes"))
        self.options = options
        // A sink that appends says so in the same section.
        if options.hasFrontMatter, section.node["mode"]?.scalar == "append" {
            section.report(
                .message("markdown.no_appending", ["path": .text(section.path)]),
                at: section.node["front_matter"]?.place, suggestion: .message("markdown.no_appending.cure"))
        }
    }
}
