public import FeedConfiguration
import FeedMessages
import FeedPosting
public import FeedStages

extension Ntfy {
    /// The options `topic`, `auth`, `each`, `priority` and `tags`.
    public struct Options: StageConfiguration {
        let topic: Secret
        let authorization: HTTPAuthorization?
        let unit: ChatUnit
        let priority: NtfyPriority
        let tags: [String]

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            topic = section.require("topic", as: NtfyTopic.self, help: .message("option.ntfy.topic")).secret
            authorization = section.option("auth", help: .message("option.ntfy.auth"))
            unit = section.postedUnit(default: .digest)
            priority = section.option("priority", default: .default, help: .message("option.ntfy.priority"))
            let given: OneOrMany<String>? = section.option("tags", help: .message("option.ntfy.tags"))
            tags = given?.values ?? []
            let isUsable = tags.allSatisfy { tag in
                (1...64).contains(tag.utf8.count) && tag.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "," }
            }
            if !isUsable || tags.count > Self.mostTags {
                section.report(
                    .message("ntfy.bad_tags", ["path": .text(section.path), "most": .number(Self.mostTags)]),
                    at: section.node["tags"]?.place)
            }
        }

        /// With their commas, they stay below the 512 bytes of a server.
        private static let mostTags = 7
    }
}

/// How urgent a notification is. Phones ring and vibrate accordingly (ntfy, "Message priority").
enum NtfyPriority: String, ConfigChoice {
    case min, low, `default`, high, max

    static let synonyms: [String: NtfyPriority] = [
        "urgent": .max, "1": .min, "2": .low, "3": .default, "4": .high, "5": .max,
    ]

    /// The words, and ntfy's own numbers.
    static var schema: ValueSchema { .either([.choice(allCases.map(\.rawValue) + ["urgent"]), .integer(1...5)]) }

    /// The number in JSON, 1 to 5.
    var number: Int {
        switch self {
        case .min: 1
        case .low: 2
        case .default: 3
        case .high: 4
        case .max: 5
        }
    }
}

/// A topic: plain text, or the place of a secret, because whoever knows the topic of a public server can read it.
struct NtfyTopic: ConfigValue, Hashable {
    /// The topic. One that stands in the configuration as text is no secret.
    var secret: Secret

    static var typeName: LocalizedText { .message("type.ntfy_topic") }
    static var isSecret: Bool { true }
    static var schema: ValueSchema { .either([.pattern("^[-_A-Za-z0-9]{1,64}$"), Secret.schema]) }
    static var placeholder: NtfyTopic { NtfyTopic(secret: .placeholder) }
    var manualText: String { secret.manualText }

    static func read(_ node: Node, in section: ConfigSection) -> NtfyTopic? {
        let given: Secret?
        if node.scalar != nil {
            given = section.text(of: node, expected: typeName).map { Secret($0, mask: $0) }
        } else {
            given = Secret.read(node, in: section)
        }
        guard let given, !given.isMissing else { return given.map(NtfyTopic.init) }
        guard isTopic(given.reveal()) else {
            section.report(
                .message("ntfy.bad_topic", ["path": .text(section.path)]), at: node.place,
                suggestion: .message("ntfy.bad_topic.cure"))
            return nil
        }
        return NtfyTopic(secret: given)
    }

    /// Whether a server takes the topic (binwiederhier/ntfy, `topicRegex` and `DefaultDisallowedTopics`).
    private static func isTopic(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...64).contains(bytes.count) && !reserved.contains(text)
            && bytes.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }

    private static let reserved: Set<String> = [
        "docs", "static", "file", "app", "metrics", "account", "settings", "signup", "login", "v1",
    ]
}
