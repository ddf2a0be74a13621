public import FeedConfiguration
import FeedMessages
package import FeedModel
import FeedStages
package import FeedState
import FeedSystem

/// A range of private addresses that may be reached: `10.0.0.0/8`, `127.0.0.1/32:8080`, `[fd00::/8]:443`.
struct NetworkRange: ConfigValue {
    let text: String

    static var typeName: LocalizedText { .message("type.network_range") }
    static var schema: ValueSchema { .text }
    static var placeholder: NetworkRange { NetworkRange(text: "127.0.0.1/32") }
    var manualText: String { text }

    static func read(_ node: Node, in section: ConfigSection) -> NetworkRange? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        if AddressRange(text) != nil { return NetworkRange(text: text) }
        section.reportMismatch(node, expected: typeName)
        return nil
    }
}

extension DigestLocale: ConfigChoice {
    /// The names of locales, and of languages in themselves.
    package static var synonyms: [String: DigestLocale] {
        [
            "ja_jp": .ja, "ja_jp.utf_8": .ja, "ja_jp.utf8": .ja, "japanese": .ja, "日本語": .ja,
            "en_us": .en, "en_us.utf_8": .en, "en_us.utf8": .en, "en_gb": .en, "en_gb.utf_8": .en, "english": .en,
        ]
    }
}
extension GroupBy: ConfigChoice {}
extension IdentityChoice: ConfigChoice {}
