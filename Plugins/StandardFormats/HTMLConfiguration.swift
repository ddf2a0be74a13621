public import FeedConfiguration
import FeedModel
import FeedRendering
public import FeedStages

/// The options of `html`.
public struct HTMLConfiguration: StageConfiguration {
    /// The options as the page takes them.
    let options: HTMLOptions

    /// Reads the options; mistakes are reported to the section.
    public init(from section: ConfigSection) {
        var options = HTMLOptions()
        let bodies = section.option("bodies", default: Bodies.auto, help: .message("option.html.bodies"))
        options.bodies = HTMLOptions.Bodies(rawValue: bodies.rawValue) ?? options.bodies
        options.excerpt = section.option(
            "excerpt", default: options.excerpt, in: 0...1000, help: .message("option.html.excerpt"))
        options.lead = section.option("lead", in: 0...4, help: .message("option.html.lead"))
        options.briefAfter = section.option("brief_after", in: 0...1000, help: .message("option.html.brief_after"))
        self.options = options
    }

    /// The words of `bodies`, those of `HTMLOptions.Bodies`.
    private enum Bodies: String, ConfigChoice {
        case auto, full, none
    }
}
