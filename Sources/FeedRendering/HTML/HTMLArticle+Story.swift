import FeedModel

/// What a page shows of an entry's story.
extension HTMLArticle {
    /// Writes which story was delivered before, and when.
    func writeRemark(on entry: PageEntry, into writer: inout HTMLWriter) {
        guard let remark = entry.remark else { return }
        writer.markup("<p class=\"told\" dir=\"auto\">")
        writer.text(remark)
        writer.markup("</p>\n")
    }

    /// Writes one line of the other entries, each with its link. The rest of a long one is folded, so that each stands
    /// on the page.
    func writeStory(of entry: PageEntry, into writer: inout HTMLWriter) {
        guard let story = entry.story else { return }
        writer.markup("<p class=\"story\">")
        writer.text(story.phrase + ": ")
        write(story.entries.prefix(Self.mostInLine), into: &writer)
        writer.markup("</p>\n")
        let rest = story.entries.dropFirst(Self.mostInLine)
        guard !rest.isEmpty else { return }
        writer.markup("<details class=\"story\">\n<summary>")
        writer.text(words.otherArticlesFolded(rest.count))
        writer.markup("</summary>\n<p>")
        write(rest, into: &writer)
        writer.markup("</p>\n</details>\n")
    }

    private func write(_ entries: ArraySlice<StoryLine.Member>, into writer: inout HTMLWriter) {
        for (index, entry) in entries.enumerated() {
            if index > 0 { writer.dot() }
            writer.markup("<bdi id=\"e-")
            writer.text(entry.key)
            writer.markup("\">")
            if let link = entry.link {
                writer.markup("<a href=\"")
                writer.text(link)
                writer.markup("\" title=\"")
                writer.text(entry.title)
                writer.markup("\" rel=\"noopener noreferrer\">")
                writer.text(entry.label)
                writer.markup("</a>")
            } else {
                writer.text(entry.label)
            }
            writer.markup("</bdi>")
        }
    }

    /// The most entries that are not folded.
    private static let mostInLine = 8
}
