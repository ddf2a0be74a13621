import FeedJSON
import FeedPosting

/// The body of one message for a webhook of Discord.
extension DiscordForm {
    func payload(of message: ChatMessage) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("content", content(of: message))
        if self != .plain { write(embedsOf: message, &writer) }
        // Nobody is called, whatever the text says.
        writer.name("allowed_mentions")
        writer.beginObject()
        writer.name("parse")
        writer.beginArray()
        writer.endArray()
        writer.endObject()
        // SUPPRESS_EMBEDS: no previews of the addresses in the text. They would take embeds of our own along.
        if self == .plain { writer.member("flags", 4) }
        writer.endObject()
        return writer.bytes
    }

    private func content(of message: ChatMessage) -> String {
        let head = ["**\(DiscordText.escaped(message.title))**", DiscordText.escaped(message.headline)]
        let foot = foot(message.foot).map(DiscordText.escaped)
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

    /// The texts in as few descriptions as hold them.
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
