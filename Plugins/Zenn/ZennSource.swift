public import FeedConfiguration
import FeedModel
public import FeedStages

/// Articles of Zenn: the trend, a topic or a user. The whole plugin is in one file.
public struct ZennSource: Source {
    /// The value of `type` in the configuration: `zenn`.
    public static let type = "zenn"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.source.zenn")
    /// The option that the value of a short form fills: `topic`.
    public static let mainOption: MainOption? = MainOption("topic", marks: [.init("@", "user")])

    /// The options of `zenn`.
    public struct Configuration: StageConfiguration {
        let address: String
        /// The option that determined the address, or nil.
        let option: String?

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            section.atMostOne(of: "topic", "user")
            let topic = section.option(
                "topic", as: String.self, help: .message("option.zenn.topic"))
            let user = section.option("user", as: String.self, help: .message("option.zenn.user"))
            let all = section.option(
                "all", as: Bool.self, default: false, help: .message("option.zenn.all"))
            if all, user == nil {
                section.report(
                    .message("zenn.all_without_user", ["path": .text(section.path)]),
                    suggestion: .message("zenn.all_without_user.cure"))
            }
            func name(_ text: String, _ key: String) -> String {
                let name = text.trimmedLine.drop { $0 == "@" }
                if name.isEmpty {
                    section.report(
                        .message("plugin.option_empty", ["path": .text("\(section.path).\(key)")]),
                        at: section.node[key]?.place)
                }
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

    /// The feed's address.
    public var canonicalRequest: String { address }

    /// True for the trend; a topic and a user have all of their articles.
    public var isSelection: Bool { option == nil }

    /// Fetches the feed if it has changed. Throws the errors of transport and parser.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        var document = SingleDocument(url: address)
        document.option = option
        try await document.fetch(over: services.transport, since: previous, into: writer)
    }
}
