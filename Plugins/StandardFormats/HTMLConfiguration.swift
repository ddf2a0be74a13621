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
        options.page = PageOptions(from: section)
        options.bodies = section.option("bodies", default: options.bodies, help: .message("option.html.bodies"))
        options.pictures = section.option("pictures", default: options.pictures, help: .message("option.html.pictures"))
        options.density = section.option("density", default: options.density, help: .message("option.html.density"))
        options.style = section.option("css", as: StyleFile.self, help: .message("option.html.css"))?.style
        self.options = options
    }
}

extension HTMLOptions.Bodies: ConfigChoice {}
extension HTMLOptions.Pictures: ConfigChoice {}
extension HTMLOptions.Density: ConfigChoice {}
