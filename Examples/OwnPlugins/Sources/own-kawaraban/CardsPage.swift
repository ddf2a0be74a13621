import FeedHTML
import FeedModel
import FeedRendering

/// Writes a page in which nothing is markup but our own.
struct CardsPage {
    let words: DigestWords
    let dates: DigestDates
    /// Dates are relative to the moment of the edition, not to the moment of reading.
    let edition: Timestamp
    var writer = HTMLWriter()
    var bytes: [UInt8] { writer.bytes }

    init(of digest: Digest, titled title: String) {
        words = DigestWords(digest.locale)
        dates = DigestDates(zone: digest.zone)
        edition = digest.to
        put("<!DOCTYPE html>\n<html lang=\"", words.language, "\">\n<meta charset=\"utf-8\">\n")
        writer.markup("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        writer.markup(PagePolicy.contentSecurity)
        put("\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>", title, "</title>\n")
        writer.markup("<style>article { border: 1px solid #888; padding: 1rem; margin: 1rem 0 } img { width: 9rem }")
        put("</style>\n<body>\n<h1 dir=\"auto\">", title, "</h1>\n")
        put("<p>", dates.heading(edition, words: words), "</p>\n")
    }

    mutating func heading(_ title: String) {
        if !title.isEmpty { put("<h2 dir=\"auto\">", title, "</h2>\n") }
    }

    mutating func line(_ text: String, to address: String? = nil) {
        writer.markup("<p dir=\"auto\">")
        link(text, to: address)
        writer.markup("</p>\n")
    }

    mutating func link(_ text: String, to address: String?) {
        guard let address else { return writer.text(text) }
        put("<a rel=\"noreferrer\" href=\"", address, "\">")
        writer.text(text)
        writer.markup("</a>")
    }

    /// Writes text, which is escaped, between markup. Markup is a `StaticString`: no text of others can be one.
    mutating func put(_ start: StaticString, _ text: String, _ end: StaticString) {
        writer.markup(start)
        writer.text(text)
        writer.markup(end)
    }
}
