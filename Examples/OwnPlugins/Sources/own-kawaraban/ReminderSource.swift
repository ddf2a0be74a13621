import FeedConfiguration
import FeedModel
import FeedStages

/// An entry for each day on which something is due: what you would otherwise forget, among the news.
struct ReminderSource: Source {
    static let type = "reminder"
    static let summary: LocalizedText = "an entry whenever something is due"

    struct Configuration: StageConfiguration {
        let text: String
        let every: Duration

        init(from section: ConfigSection) {
            text = section.require("text", help: "what to be reminded of")
            every = section.option(
                "every", default: .seconds(7 * 86_400), in: .seconds(86_400)...(.seconds(366 * 86_400)),
                help: "how often")
        }
    }

    private let configuration: Configuration
    private let services: Services

    init(_ configuration: Configuration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
    }

    var canonicalRequest: String { configuration.text }

    func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        let period = configuration.every.components.seconds
        let number = services.clock.now.seconds / period
        var entry = Entry()
        entry.guid = "\(configuration.text)#\(number)"
        entry.title = configuration.text
        entry.published = Timestamp(seconds: number * period)
        var feed = Feed(format: .api)
        feed.title = "Reminders"
        feed.entries = [entry]
        try await writer.write(feed, key: .only, cursor: nil)
    }
}
