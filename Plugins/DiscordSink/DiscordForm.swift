import FeedPosting

/// The forms of a message, richest first. If the receiver refuses one, the next one is sent.
enum DiscordForm: Int, CaseIterable, ChatForm {
    /// One embed for each section, and a paragraph with an excerpt for each entry.
    case embeds
    /// One embed for each section, and a line for each entry.
    case links
    /// One text without embeds.
    case plain

    /// Limits somewhat below those of Discord. Documented limits are 10 embeds, 6,000 characters in all embeds together
    /// (by its staff: discord/discord-api-docs#2575), 4,096 for each description, 256 for each title, and 2,000 in
    /// `content`.
    var limit: Weight {
        switch self {
        case .embeds, .links: Weight(blocks: 8, units: 5200, bytes: .max)
        case .plain: Weight(blocks: .max, units: 1800, bytes: .max)
        }
    }

    /// The most UTF-16 units of an embed's description.
    static let longestDescription = 3600
    /// The most UTF-16 units of an embed's title.
    static let longestTitle = 240

    /// The most UTF-16 units of a line at the end of a plain message.
    private static let longestPlainFoot = 100

    func text(of entry: ChatEntry) -> String {
        let title = MarkdownText.link(entry.title, to: entry.link)
        switch self {
        case .embeds:
            let facts = "\n" + MarkdownText.escaped(entry.facts)
            let excerpt = entry.excerpt.map { "\n" + MarkdownText.escaped($0) } ?? ""
            return "**\(title)**\(facts)\(excerpt)"
        case .links: return "• \(title)"
        case .plain:
            let link = entry.link.map { "\n<\($0)>" } ?? ""
            return "• " + MarkdownText.escaped(entry.title) + link
        }
    }

    func heading(_ title: String) -> String {
        // Discord reads Markdown in titles of embeds, too.
        self == .plain ? "**\(MarkdownText.escaped(title))**" : MarkdownText.escaped(title)
    }

    /// The text between two entries.
    var separator: String { self == .embeds ? "\n\n" : "\n" }

    /// Counts two blocks, because a section may need a second embed.
    func weight(ofHeading heading: String) -> Weight { Weight(of: heading, blocks: 2, frame: 2) }

    func weight(ofText text: String) -> Weight { Weight(of: text, frame: separator.units) }

    func frame(of chat: ChatDigest) -> Weight {
        // `content` does not count for the limit of embeds. In a plain message everything is in `content`.
        guard self == .plain else { return .nothing }
        let head = MarkdownText.escaped(([chat.title, chat.headline] + foot(chat.foot)).joined(separator: "\n"))
        return Weight(of: head, frame: 32)
    }

    /// The lines at the end of a message.
    func foot(_ lines: [String]) -> [String] {
        self == .plain ? lines.map { $0.cut(units: Self.longestPlainFoot) } : lines
    }
}
