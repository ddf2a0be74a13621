import FeedJSON

/// Elements of an Adaptive Card, and the message with the card (Microsoft, "Send messages to Teams": `type: message`
/// with one attachment). Version 1.2 has all that is used, and every program of Teams shows it.
enum TeamsCard {
    /// How a text looks.
    enum Style {
        case title, heading, strong, subtle, close
    }

    /// Returns a text that is shown as it is.
    static func run(_ text: String, style: Style) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "RichTextBlock")
        if style != .title { writer.member("spacing", style == .subtle || style == .close ? "None" : "Medium") }
        writer.name("inlines")
        writer.beginArray()
        writer.beginObject()
        writer.member("type", "TextRun")
        writer.member("text", text)
        switch style {
        case .title, .heading:
            writer.member("size", style == .title ? "Large" : "Medium")
            writer.member("weight", "Bolder")
        case .strong: writer.member("weight", "Bolder")
        case .subtle:
            writer.member("size", "Small")
            writer.member("isSubtle", true)
        case .close: break
        }
        writer.endObject()
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns a text in Markdown, in as many lines as it needs.
    static func block(_ markdown: String) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "TextBlock")
        writer.member("text", markdown)
        writer.member("wrap", true)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the message with a card of these elements, which are JSON already.
    static func message(_ elements: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "message")
        writer.name("attachments")
        writer.beginArray()
        writer.beginObject()
        writer.member("contentType", "application/vnd.microsoft.card.adaptive")
        writer.name("content")
        writer.beginObject()
        writer.member("$schema", "http://adaptivecards.io/schemas/adaptive-card.json")
        writer.member("type", "AdaptiveCard")
        writer.member("version", "1.2")
        writer.name("body")
        writer.beginArray()
        for element in elements { writer.value(encoded: Array(element.utf8)) }
        writer.endArray()
        writer.name("msteams")
        writer.beginObject()
        writer.member("width", "Full")
        writer.endObject()
        writer.endObject()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// The message with an empty card.
    static var envelope: String { String(decoding: message([]), as: UTF8.self) }
}
