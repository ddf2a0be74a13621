import FeedJSON
import FeedPosting

/// The body of one message for a webhook of Discord.
struct DiscordMessage {
    let form: DiscordForm
    /// The digest's title, with the message's number if there are several.
    let title: String
    let headline: String
    /// Headings (perhaps empty) with the texts of their entries, in Markdown.
    let sections: [(heading: String, texts: [String])]
    /// Lines at the end of the last message.
    let foot: [String]

    var payload: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("content", form == .plain ? wholeText : head)
        if form != .plain { writeEmbeds(&writer) }
        // Nobody is called, whatever the text says.
        writer.name("allowed_mentions")
        writer.beginObject()
        writer.name("parse")
        writer.beginArray()
        writer.endArray()
        writer.endObject()
        // SUPPRESS_EMBEDS: no previews of the addresses in the text. They would take embeds of our own along.
        if form == .plain { writer.member("flags", 4) }
        writer.endObject()
        return writer.bytes
    }

    private var head: String {
        let lines = ["**\(DiscordText.escaped(title))**", DiscordText.escaped(headline)]
        return (lines + (form == .plain ? [] : foot.map(DiscordText.escaped))).joined(separator: "\n")
    }

    private var wholeText: String {
        let texts = sections.flatMap { ($0.heading.isEmpty ? [] : [$0.heading]) + $0.texts }
        return ([head] + texts + foot.map(DiscordText.escaped)).joined(separator: "\n")
    }

    private func writeEmbeds(_ writer: inout JSONWriter) {
        writer.name("embeds")
        writer.beginArray()
        for section in sections {
            for (index, description) in descriptions(of: section.texts).enumerated() {
                writer.beginObject()
                if index == 0, !section.heading.isEmpty {
                    writer.member("title", section.heading.cut(units: DiscordForm.longestTitle))
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
            } else if present.units + form.separator.units + text.units <= DiscordForm.longestDescription {
                present += form.separator + text
            } else {
                descriptions.append(present)
                present = text
            }
        }
        return present.isEmpty ? descriptions : descriptions + [present]
    }
}
