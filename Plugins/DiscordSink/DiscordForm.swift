import FeedPosting

/// How rich a message is; a receiver that refuses one is sent the next.
enum DiscordForm: Int, CaseIterable, ChatForm {
    /// Embeds: one a section, a paragraph an entry with an excerpt.
    case embeds
    /// The same, a line an entry.
    case links
    /// One text.
    case plain

    /// What Discord takes, with room to spare. Documented: 10 embeds, 6,000 characters in all of them together (its
    /// staff: discord/discord-api-docs#2575), 4,096 a description, 256 a title, 2,000 in `content`.
    var limit: Weight {
        switch self {
        case .embeds, .links: Weight(blocks: 8, units: 5200, bytes: .max)
        case .plain: Weight(blocks: .max, units: 1800, bytes: .max)
        }
    }

    /// UTF-16 units of an embed's description.
    static let longestDescription = 3600
    /// UTF-16 units of an embed's title.
    static let longestTitle = 240

    /// UTF-16 units of a line at the end of a plain message.
    private static let longestPlainFoot = 100

    func text(of entry: ChatEntry) -> String {
        let title = DiscordText.link(entry.title, to: entry.link)
        switch self {
        case .embeds:
            let facts = "\n" + DiscordText.escaped(entry.facts)
            let excerpt = entry.excerpt.map { "\n" + DiscordText.escaped($0) } ?? ""
            return "**\(title)**\(facts)\(excerpt)"
        case .links: return "• \(title)"
        case .plain:
            let link = entry.link.map { "\n<\($0)>" } ?? ""
            return "• " + DiscordText.escaped(entry.title) + link
        }
    }

    func heading(_ title: String) -> String {
        // Titles of embeds know Markdown, too.
        self == .plain ? "**\(DiscordText.escaped(title))**" : DiscordText.escaped(title)
    }

    /// What stands between two entries.
    var separator: String { self == .embeds ? "\n\n" : "\n" }

    /// A section may go on in a second embed.
    func weight(ofHeading heading: String) -> Weight { Weight(of: heading, blocks: 2, frame: 2) }

    func weight(ofText text: String) -> Weight { Weight(of: text, frame: separator.units) }

    func frame(of chat: ChatDigest) -> Weight {
        // `content` is no part of the embeds; in a plain message everything is.
        guard self == .plain else { return .nothing }
        let head = DiscordText.escaped(([chat.title, chat.headline] + foot(chat.foot)).joined(separator: "\n"))
        return Weight(of: head, frame: 32)
    }

    /// The lines at the end of a message.
    func foot(_ lines: [String]) -> [String] {
        self == .plain ? lines.map { $0.cut(units: Self.longestPlainFoot) } : lines
    }
}
