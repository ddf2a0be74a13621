import FeedHTML

extension HTMLWriter {
    /// Writes everything up to the start of the body, and the link that leads past the head of the page.
    mutating func head(titled title: String, words: DigestWords) {
        markup("<!DOCTYPE html>\n<html lang=\"")
        text(words.language)
        markup("\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
        markup(PagePolicy.contentSecurity)
        markup(
            """
            ">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <meta name="generator" content="Kawaraban">
            <title>
            """)
        text(title)
        markup("</title>\n<style>\n")
        markup(styleSheet)
        markup("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">")
        text(words.skip)
        markup("</a>\n")
    }
}
