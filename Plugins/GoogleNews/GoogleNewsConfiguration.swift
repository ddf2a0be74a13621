public import FeedConfiguration
import FeedModel
public import FeedStages

/// The options of `google_news`.
public struct GoogleNewsConfiguration: StageConfiguration {
    let request: GoogleNewsRequest

    /// Reads the options; mistakes are reported to the section.
    public init(from section: ConfigSection) {
        section.atMostOne(of: "topic", "search", "geo", "url")
        let topic = section.option(
            "topic", as: GoogleNewsTopic.self, help: .message("option.google_news.topic"))
        let search = section.option(
            "search", as: String.self, help: .message("option.google_news.search"))
        let geo = section.option("geo", as: String.self, help: .message("option.google_news.geo"))
        let url = section.option(
            "url", as: String.self, help: .message("option.google_news.url"))
        let edition =
            section.option(
                "edition", as: GoogleNewsEdition.self,
                help: .message("option.google_news.edition", ["editions": .either(GoogleNewsEdition.defaults)]))
            ?? GoogleNewsEdition(for: section.locale)

        func filled(_ text: String, _ key: String) -> String {
            let trimmed = text.trimmedLine
            if trimmed.isEmpty {
                section.report(
                    .message("plugin.option_empty", ["path": .text("\(section.path).\(key)")]),
                    at: section.node[key]?.place)
            }
            return trimmed
        }
        if let topic {
            request = GoogleNewsRequest(section: topic == .top ? .top : .topic(topic), edition: edition)
        } else if let search {
            request = GoogleNewsRequest(section: .search(filled(search, "search")), edition: edition)
        } else if let geo {
            request = GoogleNewsRequest(section: .geo(filled(geo, "geo")), edition: edition)
        } else if let url {
            if let known = GoogleNewsRequest(address: url.trimmedLine, edition: edition) {
                request = known
            } else {
                request = GoogleNewsRequest(section: .top, edition: edition)
                section.report(
                    .message("google_news.other_site", ["path": .text(section.path)]),
                    at: section.node["url"]?.place,
                    suggestion: .message("google_news.other_site.cure"))
            }
        } else {
            request = GoogleNewsRequest(section: .top, edition: edition)
        }
    }
}
