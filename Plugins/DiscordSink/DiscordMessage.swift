import FeedJSON
import FeedPosting

/// The JSON body of one message for Discord's webhook.
extension DiscordForm {
    func payload(of message: ChatMessage) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("content", content(of: message))
        if self != .plain { write(embedsOf: message, &writer) }
        // No mention in the text notifies anybody.
        writer.name("allowed_mentions")
        writer.beginObject()
        writer.name("parse")
        writer.beginArray()
        writer.endArray()
        writer.endObject()
        // SUPPRESS_EMBEDS: no previews of the addresses in the text. It would also remove our own embeds.
        if self == .plain { writer.member("flags", 4) }
        writer.endObject()
        return writer.bytes
    }

    private func content(of message: ChatMessage) -> String {
        let head = ["**\(MarkdownText.escaped(message.title))**", MarkdownText.escaped(message.headline)]
        let foot = foot(message.foot).map(MarkdownText.escaped)
        return (head + (self == .plain ? message.texts : []) + foot).joined(separator: "\n")
    }

    private func write(embedsOf message: ChatMessage, _ writer: inout JSONWriter) {
        writer.name("embeds")
        writer.beginArray()
        for section in message.sections {
            for (index, description) in descriptions(of: section.texts).enumerated() {
                writer.beginObject()
                if index == 0, !section.heading.isEmpty {
                    writer.member("title", section.heading.cut(units: Self.longestTitle))
                }
                writer.member("description", description)
                writer.endObject()
            }
        }
        writer.endArray()
    }

    /// Joins the texts into as few descriptions as their length allows.
    private func descriptions(of texts: [String]) -> [String] {
        var descriptions: [String] = []
        var present = ""
        for text in texts {
            if present.isEmpty {
                present = text
            } else if present.units + separator.units + text.units <= Self.longestDescription {
                present += separator + text
            } else {
                descriptions.append(present)
                present = text
            }
        }
        return present.isEmpty ? descriptions : descriptions + [present]
    }
}
