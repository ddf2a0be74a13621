import FeedJSON
import FeedPosting

/// The body of one message for an incoming webhook.
struct SlackMessage {
    let form: SlackForm
    /// The digest's title, with the message's number if there are several.
    let title: String
    let headline: String
    /// Texts in mrkdwn, headings and entries in order.
    let texts: [String]
    /// Lines at the end of the last message.
    let foot: [String]

    var payload: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("text", form == .blocks ? notice : wholeText)
        if form == .plain { writer.member("mrkdwn", false) }
        if form == .blocks { writeBlocks(&writer) }
        writer.member("unfurl_links", false)
        writer.member("unfurl_media", false)
        writer.endObject()
        return writer.bytes
    }

    /// The title, as much of it as a header takes when it is escaped.
    private var header: String {
        var text = SlackText.escaped(title)
        var most = SlackForm.longestHeader
        while text.units > SlackForm.longestHeader {
            most -= 10
            text = SlackText.escaped(title.cut(units: most))
        }
        return text
    }

    /// What a notification shows of blocks.
    private var notice: String { SlackText.escaped("\(title) · \(headline)") }

    private var wholeText: String {
        let head = form == .plain ? SlackText.escaped(title) : "*\(SlackText.escaped(title))*"
        let lines = [head + "\n" + SlackText.escaped(headline)] + texts + foot.map(SlackText.escaped)
        return lines.joined(separator: "\n")
    }

    private func writeBlocks(_ writer: inout JSONWriter) {
        writer.name("blocks")
        writer.beginArray()
        block("header", &writer) { writer in
            writer.name("text")
            // Plain text in blocks is shown as it is, but for these three characters.
            Self.write("plain_text", header, &writer)
        }
        context([SlackText.escaped(headline)], &writer)
        for text in texts {
            block("section", &writer) { writer in
                writer.name("text")
                Self.write("mrkdwn", text, &writer)
            }
        }
        if !foot.isEmpty { context(foot.map(SlackText.escaped), &writer) }
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
