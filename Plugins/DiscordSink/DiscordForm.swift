import FeedPosting

/// How rich a message is; a receiver that refuses one is sent the next.
enum DiscordForm: Int, CaseIterable {
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
    static let longestPlainFoot = 100

    /// The text of an entry.
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

    /// The heading of a section; empty if it has none.
    func heading(_ title: String) -> String {
        guard !title.isEmpty else { return "" }
        // Titles of embeds know Markdown, too.
        return self == .plain ? "**\(DiscordText.escaped(title))**" : DiscordText.escaped(title)
    }

    /// What stands between two entries.
    var separator: String { self == .embeds ? "\n\n" : "\n" }
}
