import FeedHTML

extension HTMLWriter {
    /// Writes everything up to the start of the body, and the link that leads past the head of the page.
    mutating func head(titled title: String, words: DigestWords, options: HTMLOptions) {
        markup("<!DOCTYPE html>\n<html lang=\"")
        text(words.language)
        markup("\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
        let hasPictures = options.pictures != .none
        markup(hasPictures ? PagePolicy.contentSecurity : PagePolicy.contentSecurityWithoutPictures)
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
        markup("</style>\n")
        if let style = options.style {
            markup("<style>\n")
            rules(style)
            markup("\n</style>\n")
        }
        markup("</head>\n")
        switch options.density {
        case .normal: markup("<body>\n")
        case .compact: markup("<body class=\"compact\">\n")
        }
        markup("<a class=\"skip\" href=\"#main\">")
        text(words.skip)
        markup("</a>\n")
    }
}
