import FeedJSON
import FeedPosting

/// The forms of a message, richest first. If the receiver refuses one, the next one is sent.
///
/// The text of an entry is one or more elements of an Adaptive Card in JSON, with commas between them. Only a link is a
/// `TextBlock`, whose Markdown has links; all other text is in a `TextRun`, which Teams never reads as Markdown. (A
/// `TextRun` with a `selectAction` would be a link without Markdown, but Teams does not show it as one:
/// microsoft/AdaptiveCards#9100.)
enum TeamsForm: Int, CaseIterable, ChatForm {
    /// A bold link, a line of facts and an excerpt for each entry.
    case cards
    /// A link for each entry.
    case links
    /// A title and an address as text for each entry.
    case plain

    /// Limits well below that of Teams, which counts 28 KB (28,672 bytes) for a message *as it stores it*.
    ///
    /// A request of 24,453 bytes has been refused as 28,897 (MicrosoftDocs/msteams-docs#11274). The workflow has answered
    /// 202 by then, so a card that is too large would be lost without a word. So a character beyond ASCII counts as six
    /// bytes, as in JSON that escapes it.
    var limit: Weight { Weight(blocks: .max, units: .max, bytes: 20_000) }

    func text(of entry: ChatEntry) -> String {
        switch self {
        case .cards:
            var elements = [
                entry.link == nil
                    ? TeamsCard.run(entry.title, style: .strong)
                    : TeamsCard.block("**\(MarkdownText.link(entry.title, to: entry.link))**"),
                TeamsCard.run(entry.facts, style: .subtle),
            ]
            if let excerpt = entry.excerpt { elements.append(TeamsCard.run(excerpt, style: .close)) }
            return elements.joined(separator: ",")
        case .links:
            return entry.link == nil
                ? TeamsCard.run("• \(entry.title)", style: .close)
                : TeamsCard.block("• \(MarkdownText.link(entry.title, to: entry.link))")
        case .plain:
            return ["• \(entry.title)", entry.link].compactMap { $0 }.map { TeamsCard.run($0, style: .close) }
                .joined(separator: ",")
        }
    }

    func heading(_ title: String) -> String { TeamsCard.run(title, style: .heading) }

    func weight(ofHeading heading: String) -> Weight { heading.isEmpty ? .nothing : weight(ofText: heading) }

    func weight(ofText text: String) -> Weight {
        // U+FFFF and above have two units, each of which is escaped by itself.
        let bytes = text.utf16.reduce(1) { $0 + ($1 < 0x80 ? 1 : 6) }
        return Weight(blocks: 0, units: 0, bytes: bytes)
    }

    func frame(of chat: ChatDigest) -> Weight {
        let texts = [chat.title + " (999/999)", chat.headline] + chat.foot
        return weight(ofText: texts.map { TeamsCard.run($0, style: .subtle) }.joined() + TeamsCard.envelope)
    }

    func payload(of message: ChatMessage) -> [UInt8] {
        var elements: [String] = []
        if message.unit == .digest {
            elements.append(TeamsCard.run(message.title, style: .title))
            elements.append(TeamsCard.run(message.headline, style: .subtle))
        }
        elements += message.texts + message.foot.map { TeamsCard.run($0, style: .subtle) }
        return TeamsCard.message(elements)
    }
}
