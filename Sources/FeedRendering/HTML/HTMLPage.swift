import FeedHTML
import FeedModel

/// Writes the parts of a page: head, masthead, contents, sections, foot.
struct HTMLPage {
    private let digest: Digest
    private let words: DigestWords
    private let dates: DigestDates
    private var writer = HTMLWriter()
    private var article: HTMLArticle

    /// Whether entries are in sections with headings.
    private var isGrouped: Bool { digest.sections.contains { !$0.title.isEmpty } }
    private var count: Int { digest.sections.reduce(0) { $0 + $1.entries.count } }

    init(_ digest: Digest) {
        self.digest = digest
        words = DigestWords(digest.locale)
        dates = DigestDates(zone: digest.zone)
        article = HTMLArticle(
            words: words, dates: dates, sourceTitles: SourceTitles(digest))
    }

    var bytes: [UInt8] { writer.bytes }

    mutating func writeHead() {
        writer.markup("<!DOCTYPE html>\n<html lang=\"")
        writer.text(words.language)
        writer.markup("\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
        writer.markup(PagePolicy.contentSecurity)
        writer.markup(
            """
            ">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <meta name="generator" content="Kawaraban">
            <title>
            """)
        writer.text(VisibleText.line(digest.title))
        writer.markup("</title>\n<style>\n")
        writer.markup(styleSheet)
        writer.markup("</style>\n</head>\n<body>\n")
    }

    mutating func writeMasthead() {
        writer.markup("<header class=\"masthead\">\n<h1 dir=\"auto\">")
        writer.text(VisibleText.line(digest.title))
        writer.markup("</h1>\n<p class=\"period\">")
        writeTime(digest.to, as: dates.heading(digest.to, words: words))
        if let from = digest.from {
            writer.markup(" ")
            writeTime(from, as: words.since(dates.minute(from)))
        }
        writer.markup(" <span class=\"count\">")
        writer.text(words.entries(count))
        writer.markup("</span>")
        if !digest.failedSources.isEmpty {
            writer.markup(" <a class=\"warning\" href=\"#failed\">")
            writer.text(words.failures(digest.failedSources.count))
            writer.markup("</a>")
        }
        writer.markup("</p>\n</header>\n")
    }

    /// Writes a list of the sections, if there are several.
    mutating func writeContents() {
        guard isGrouped, digest.sections.count > 1 else { return }
        writer.markup("<nav class=\"contents\" aria-label=\"")
        writer.text(words.contents)
        writer.markup("\">\n<ul>\n")
        for (index, section) in digest.sections.enumerated() {
            writer.markup("<li><a href=\"#s")
            writer.text(String(index + 1))
            writer.markup("\"><span class=\"name\" dir=\"auto\">")
            writer.text(VisibleText.line(section.title))
            writer.markup("</span> <span class=\"count\">")
            writer.text(words.grouped(section.entries.count))
            writer.markup("</span></a></li>\n")
        }
        writer.markup("</ul>\n</nav>\n")
    }

    mutating func writeSections() {
        writer.markup("<main>\n")
        if count == 0 {
            writer.markup("<p class=\"empty\">")
            writer.text(words.nothingNew)
            writer.markup("</p>\n")
        }
        for (index, section) in digest.sections.enumerated() {
            writer.markup("<section id=\"s")
            writer.text(String(index + 1))
            writer.markup("\">\n")
            let heading = VisibleText.line(section.title)
            if !heading.isEmpty {
                writer.markup("<h2 dir=\"auto\">")
                writer.text(heading)
                writer.markup("</h2>\n")
            }
            for entry in section.entries { article.write(entry, under: heading, into: &writer) }
            writer.markup("</section>\n")
        }
        writer.markup("</main>\n")
    }

    mutating func writeFoot() {
        writer.markup("<footer>\n")
        if let tally = words.tally(of: digest) {
            writer.markup("<p class=\"tally\">")
            writer.text(tally)
            writer.markup("</p>\n")
        }
        if !digest.failedSources.isEmpty {
            writer.markup("<section id=\"failed\">\n<h2>")
            writer.text(words.failedSources)
            writer.markup("</h2>\n<ul>\n")
            for failed in digest.failedSources { write(failed) }
            writer.markup("</ul>\n</section>\n")
        }
        writer.markup("<p class=\"colophon\">Kawaraban ")
        writeTime(digest.generatedAt, as: dates.minute(digest.generatedAt))
        writer.markup("</p>\n</footer>\n</body>\n</html>\n")
    }

    private mutating func write(_ failed: FailedSource) {
        writer.markup("<li><b>")
        writer.text(failed.shownTitle)
        writer.markup("</b> <code>")
        writer.text(VisibleText.line(failed.code))
        writer.markup("</code> <span lang=\"")
        writer.text(words.languageOfReason(for: failed))
        let reason = words.reason(for: failed)
        let message = VisibleText.line(failed.message)
        if reason != message {
            writer.markup("\" title=\"")
            writer.text(message)
        }
        writer.markup("\" dir=\"auto\">")
        writer.text(reason)
        writer.markup("</span></li>\n")
    }

    private mutating func writeTime(_ moment: Timestamp, as text: String) {
        writer.markup("<time datetime=\"")
        writer.text(dates.rfc3339(moment))
        writer.markup("\">")
        writer.text(text)
        writer.markup("</time>")
    }
}
