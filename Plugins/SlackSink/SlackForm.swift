import FeedPosting

/// The forms of a message, richest first. If the receiver refuses one, the next one is sent.
enum SlackForm: Int, CaseIterable, ChatForm {
    /// Blocks: a header, and a section with an excerpt for each entry.
    case blocks
    /// One text with a link for each entry.
    case links
    /// One text without any formatting.
    case plain

    /// Limits somewhat below those of Slack.
    ///
    /// Documented limits are 50 blocks, 3,000 characters for each section, and 40,000 for a text. But Slack refuses
    /// blocks (`msg_blocks_too_long`) from about 13,200 characters on, including their JSON (slackapi/bolt-js#2509),
    /// and once even at 11,341 (#2867). It splits a text over 4,000. The unit may be characters or bytes, so both are
    /// limited.
    var limit: Weight {
        switch self {
        case .blocks: Weight(blocks: 40, units: 8000, bytes: 16_000)
        case .links, .plain: Weight(blocks: .max, units: 3500, bytes: 10_000)
        }
    }

    /// The most UTF-16 units of a section's text; Slack's limit is 3,000.
    static let longestSection = 2800
    /// The most UTF-16 units of a header; Slack's limit is 150.
    static let longestHeader = 140

    func text(of entry: ChatEntry) -> String {
        let title = SlackText.link(entry.title, to: entry.link)
        switch self {
        case .blocks:
            let head = "*\(title)*"
            let facts = "\n" + SlackText.escaped(entry.facts)
            let excerpt = entry.excerpt.map { "\n" + SlackText.escaped($0) } ?? ""
            // An escaped `&` is five times as long. A shorter text is better than a section that Slack refuses.
            for text in [head + facts + excerpt, head + facts, head] where text.units <= Self.longestSection {
                return text
            }
            return SlackText.escaped(entry.title)
        case .links: return "• \(title)"
        case .plain:
            return "- " + SlackText.escaped(entry.title) + (entry.link.map { "\n  " + SlackText.escaped($0) } ?? "")
        }
    }

    func heading(_ title: String) -> String {
        self == .plain ? SlackText.escaped(title) + ":" : "*\(SlackText.escaped(title))*"
    }

    func weight(ofHeading heading: String) -> Weight {
        heading.isEmpty ? .nothing : Weight(of: heading, blocks: 1, frame: blockFrame)
    }

    func weight(ofText text: String) -> Weight { Weight(of: text, blocks: 1, frame: blockFrame) }

    func frame(of chat: ChatDigest) -> Weight {
        let texts = [chat.title, chat.headline].joined() + chat.foot.joined()
        return Weight(of: SlackText.escaped(texts), blocks: 3, frame: 4 * blockFrame + Self.longestHeader)
    }

    /// The bytes of a block's JSON around its text; in other forms a line break.
    private var blockFrame: Int { self == .blocks ? 60 : 1 }
}
