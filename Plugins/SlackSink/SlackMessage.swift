import FeedJSON
import FeedPosting

/// The body of one message for an incoming webhook.
extension SlackForm {
    func payload(of message: ChatMessage) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("text", self == .blocks ? notice(of: message) : wholeText(of: message))
        if self == .plain { writer.member("mrkdwn", false) }
        if self == .blocks { write(blocksOf: message, &writer) }
        writer.member("unfurl_links", false)
        writer.member("unfurl_media", false)
        writer.endObject()
        return writer.bytes
    }

    /// The title, escaped and cut to the length of a header.
    private func header(_ title: String) -> String {
        var text = SlackText.escaped(title)
        var most = Self.longestHeader
        while text.units > Self.longestHeader {
            most -= 10
            text = SlackText.escaped(title.cut(units: most))
        }
        return text
    }

    /// The text that a notification shows in place of blocks.
    private func notice(of message: ChatMessage) -> String {
        SlackText.escaped("\(message.title) · \(message.headline)")
    }

    private func wholeText(of message: ChatMessage) -> String {
        let title = SlackText.escaped(message.title)
        let head = (self == .plain ? title : "*\(title)*") + "\n" + SlackText.escaped(message.headline)
        let lines = [head] + message.texts + message.foot.map(SlackText.escaped)
        return lines.joined(separator: "\n")
    }

    private func write(blocksOf message: ChatMessage, _ writer: inout JSONWriter) {
        writer.name("blocks")
        writer.beginArray()
        block("header", &writer) { writer in
            writer.name("text")
            // Slack shows plain text unchanged, except for the three characters that `escaped` replaces.
            Self.write("plain_text", header(message.title), &writer)
        }
        context([SlackText.escaped(message.headline)], &writer)
        for text in message.texts {
            block("section", &writer) { writer in
                writer.name("text")
                Self.write("mrkdwn", text, &writer)
            }
        }
        if !message.foot.isEmpty { context(message.foot.map(SlackText.escaped), &writer) }
        writer.endArray()
    }

    private func context(_ texts: [String], _ writer: inout JSONWriter) {
        block("context", &writer) { writer in
            writer.name("elements")
            writer.beginArray()
            for text in texts { Self.write("mrkdwn", text, &writer) }
            writer.endArray()
        }
    }

    private func block(_ type: String, _ writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void) {
        writer.beginObject()
        writer.member("type", type)
        body(&writer)
        writer.endObject()
    }

    private static func write(_ type: String, _ text: String, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("type", type)
        writer.member("text", text)
        writer.endObject()
    }
}
