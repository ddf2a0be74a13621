public import FeedConfiguration
import FeedModel
public import FeedStages

/// Articles of Zenn: the trend, a topic or a user. A whole plugin in one file.
public struct ZennSource: Source {
    /// `zenn`
    public static let type = "zenn"
    /// What it does.
    public static let summary = "articles of zenn.dev: the trend, a topic or a user"

    /// The options of `zenn`.
    public struct Configuration: StageConfiguration {
        let address: String
        /// What it was made of, or nil.
        let option: String?

        /// Reads a section.
        public init(from section: ConfigSection) {
            section.atMostOne(of: "topic", "user")
            let topic = section.option(
                "topic", as: String.self, help: "a topic's name in addresses, such as swift or 機械学習")
            let user = section.option("user", as: String.self, help: "a user's name in addresses")
            let all = section.option(
                "all", as: Bool.self, default: false, help: "all articles of the user, not only the newest")
            if all, user == nil {
                section.report("\(section.path).all: goes with `user` only", suggestion: "add `user:`")
            }
            func name(_ text: String, _ key: String) -> String {
                let name = text.trimmedLine.drop { $0 == "@" }
                if name.isEmpty { section.report("\(section.path).\(key): is empty", at: section.node[key]?.place) }
                return Address.encoded(component: String(name))
            }
            option = topic != nil ? "topic" : user != nil ? "user" : nil
            if let topic {
                address = "https://zenn.dev/topics/\(name(topic, "topic"))/feed"
            } else if let user {
                address = "https://zenn.dev/\(name(user, "user"))/feed" + (all ? "?all=1" : "")
            } else {
                address = "https://zenn.dev/feed"
            }
        }
    }

    private let address: String
    private let option: String?
    private let services: Services

    /// Makes the source.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        (address, option) = (configuration.address, configuration.option)
        self.services = services
    }

    /// The address.
    public var canonicalRequest: String { address }

    /// Fetches the feed if it has changed.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        var document = SingleDocument(url: address)
        document.option = option
        try await document.fetch(over: services.transport, since: previous, into: writer)
    }
}
