import FeedConfiguration
import FeedModel
import FeedRendering

extension PageOptions {
    /// Reads the options that all formats for people have; mistakes are reported to the section.
    init(from section: ConfigSection) {
        self.init()
        excerpt = section.option("excerpt", default: excerpt, in: 0...1000, help: .message("option.page.excerpt"))
        lead = section.option("lead", in: 0...4, help: .message("option.page.lead"))
        briefAfter = section.option("brief_after", in: 0...1000, help: .message("option.page.brief_after"))
    }
}
