public import FeedConfiguration
import FeedMessages
import FeedPosting
public import FeedStages

extension Mastodon {
    /// The options `token`, `each`, `visibility`, `language`, `spoiler_text`, `sensitive` and `max_characters`.
    public struct Options: StageConfiguration {
        let token: Secret
        let unit: ChatUnit
        let settings: MastodonSettings

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            token = section.require("token", as: AccessToken.self, help: .message("option.mastodon.token")).secret
            unit = section.postedUnit(default: .entry)
            var settings = MastodonSettings()
            settings.visibility = section.option("visibility", help: .message("option.mastodon.visibility"))
            settings.language =
                section.option("language", as: MastodonLanguage.self, help: .message("option.mastodon.language"))?.code
            settings.warning = section.option("spoiler_text", help: .message("option.mastodon.spoiler_text"))
            settings.isSensitive = section.option(
                "sensitive", default: false, help: .message("option.mastodon.sensitive"))
            settings.maxCharacters = section.option(
                "max_characters", default: settings.maxCharacters, in: MastodonSettings.least...100_000,
                help: .message("option.mastodon.max_characters"))
            self.settings = settings
            if settings.room < MastodonSettings.least {
                section.report(
                    .message(
                        "mastodon.long_spoiler",
                        [
                            "path": .text(section.path),
                            "most": .number(settings.maxCharacters - MastodonSettings.least),
                        ]), at: section.node["spoiler_text"]?.place)
            }
        }
    }
}

/// What every status has in common.
struct MastodonSettings: Sendable {
    /// Who sees a status; nil as the account says.
    var visibility: Visibility?
    /// The language of the text; nil as the account says.
    var language: String?
    /// The text in front of a folded status, or nil.
    var warning: String?
    /// Whether the status is marked as sensitive.
    var isSensitive = false
    /// The most characters of a status with its warning: `configuration.statuses.max_characters` of the server's
    /// `/api/v2/instance`.
    var maxCharacters = 500

    /// The characters that the warning leaves.
    var room: Int { maxCharacters - (warning?.count ?? 0) }

    /// The fewest characters in which a digest's head and an entry have room.
    static let least = 400

    /// Who sees a status.
    enum Visibility: String, ConfigChoice {
        case `public`, unlisted, `private`, direct
    }
}

/// A language by its code of ISO 639, such as `ja`, with a region where Mastodon knows one (`zh-TW`).
struct MastodonLanguage: ConfigValue, Hashable {
    let code: String

    static var typeName: LocalizedText { .message("type.mastodon_language") }
    static var schema: ValueSchema { .pattern("^[a-z]{2,3}(-[A-Za-z]{2,4})?$") }
    static var placeholder: MastodonLanguage { MastodonLanguage(code: "") }
    var manualText: String { code }

    static func read(_ node: Node, in section: ConfigSection) -> MastodonLanguage? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isLanguage = parts.first.map { (2...3).contains($0.count) && $0.allSatisfy { (0x61...0x7A).contains($0) } }
        let isRegion = parts.dropFirst().allSatisfy { part in
            (2...4).contains(part.count) && part.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
        }
        guard isLanguage == true, isRegion, parts.count <= 2 else {
            section.reportMismatch(node, expected: typeName)
            return nil
        }
        return MastodonLanguage(code: text)
    }
}
