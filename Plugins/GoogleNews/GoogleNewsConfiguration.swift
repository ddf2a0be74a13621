public import FeedConfiguration
import FeedModel
public import FeedStages

/// The options of `google_news`.
public struct GoogleNewsConfiguration: StageConfiguration {
    let request: GoogleNewsRequest

    /// Reads a section.
    public init(from section: ConfigSection) {
        section.atMostOne(of: "topic", "search", "geo", "url")
        let topic = section.option(
            "topic", as: GoogleNewsTopic.self, help: "a section of the front page; without any option the top stories")
        let search = section.option(
            "search", as: String.self, help: "search words; `when:7d`, `site:`, `intitle:`, `OR` and `-word` work")
        let geo = section.option("geo", as: String.self, help: "news of a place, such as Tokyo or 札幌")
        let url = section.option(
            "url", as: String.self, help: "any address of news.google.com; old forms are translated into today's")
        let edition =
            section.option(
                "edition", as: GoogleNewsEdition.self,
                help: "country and language; \(GoogleNewsEdition.defaults) if left out, by settings.locale")
            ?? GoogleNewsEdition(for: section.locale)

        func filled(_ text: String, _ key: String) -> String {
            let trimmed = text.trimmedLine
            if trimmed.isEmpty { section.report("\(section.path).\(key): is empty", at: section.node[key]?.place) }
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
                    "\(section.path).url: this is no feed of news.google.com", at: section.node["url"]?.place,
                    suggestion: "use `type: feed` for feeds of other sites")
            }
        } else {
            request = GoogleNewsRequest(section: .top, edition: edition)
        }
    }
}
