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
        options.page = PageOptions(from: section, excerpt: options.page.excerpt)
        self.options = options
    }

    /// The words of `bodies`, those of `HTMLOptions.Bodies`.
    private enum Bodies: String, ConfigChoice {
        case auto, full, none
    }
}
