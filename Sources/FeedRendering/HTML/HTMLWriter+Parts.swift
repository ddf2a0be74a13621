import FeedModel

/// Parts that stand in several places of a page.
extension HTMLWriter {
    /// Writes a moment as `text`, exact for programs.
    mutating func time(_ moment: Timestamp, as text: String, _ dates: DigestDates) {
        markup("<time datetime=\"")
        self.text(dates.rfc3339(moment))
        markup("\">")
        self.text(text)
        markup("</time>")
    }

    /// Writes a blank and a number of entries.
    mutating func count(_ count: Int, _ words: DigestWords) {
        markup(" <span class=\"count\">")
        text(words.grouped(count))
        markup("</span>")
    }

    /// Writes the dot between two parts of a line. No line begins with it.
    mutating func dot() { text("\u{A0}· ") }

    /// Writes a link to another site, or only its text if there is no address.
    mutating func link(_ text: String, to address: String?) {
        guard let address else { return self.text(text) }
        markup("<a href=\"")
        self.text(address)
        markup("\" rel=\"noopener noreferrer\">")
        self.text(text)
        markup("</a>")
    }
}
