import FeedPosting

/// How rich a message is; a receiver that refuses one is sent the next.
enum SlackForm: Int, CaseIterable, ChatForm {
    /// Blocks: a header, a section an entry with an excerpt.
    case blocks
    /// One text: a link an entry.
    case links
    /// One text without any formatting.
    case plain

    /// What Slack takes, with room to spare.
    ///
    /// Documented: 50 blocks, 3,000 characters a section, 40,000 a text. But blocks are refused (`msg_blocks_too_long`)
    /// from about 13,200 characters on, their frames counted (slackapi/bolt-js#2509), once even at 11,341 (#2867), and
    /// a text over 4,000 is cut in two. Nobody says whether these are bytes, so those are bounded, too.
    var limit: Weight {
        switch self {
        case .blocks: Weight(blocks: 40, units: 8000, bytes: 16_000)
        case .links, .plain: Weight(blocks: .max, units: 3500, bytes: 10_000)
        }
    }

    /// UTF-16 units of a section's text; Slack takes 3,000.
    static let longestSection = 2800
    /// UTF-16 units of a header; Slack takes 150.
    static let longestHeader = 140

    func text(of entry: ChatEntry) -> String {
        let title = SlackText.link(entry.title, to: entry.link)
        switch self {
        case .blocks:
            let head = "*\(title)*"
            let facts = "\n" + SlackText.escaped(entry.facts)
            let excerpt = entry.excerpt.map { "\n" + SlackText.escaped($0) } ?? ""
            // Ampersands grow fivefold; rather less of the entry than a section that is refused.
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

    /// The frame of a block in JSON: `{"type":"section","text":{"type":"mrkdwn","text":""}},`.
    private var blockFrame: Int { self == .blocks ? 60 : 1 }
}
