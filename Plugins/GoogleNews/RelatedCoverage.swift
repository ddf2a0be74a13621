import FeedModel
import FeedPages

/// Reads the list of headlines that Google News gives instead of a summary: the entry itself, what others write about
/// the same story, and a link to all of it.
///
///     <ol><li><a href="…">Headline</a>&nbsp;&nbsp;<font color="#6f6f6f">Publisher</font></li>…</ol>
enum RelatedCoverage {
    /// Returns the articles of the first list in a text, without the entry itself: each once, at most
    /// `Entry.mostRelated`. A text without such a list has none.
    static func articles(in text: TextContent?, of entry: Entry) -> [RelatedArticle] {
        guard case .html(let html)? = text, html.markup.utf8.count <= longestText, hasItems(html.markup),
            let tree = try? PageTree(Array(html.markup.utf8)[...], url: html.base ?? entry.url),
            let list = tree.root.firstDescendant(where: { $0.name == "ol" || $0.name == "ul" })
        else { return [] }
        var seen = Set([entry.url].compactMap { $0.map(Address.normalised) })
        var articles: [RelatedArticle] = []
        for item in list.children.prefix(mostItems) where item.name == "li" && articles.count < Entry.mostRelated {
            guard let article = article(in: item, base: tree.base), !isOverview(article.url),
                !isSameHeadline(article, as: entry), seen.insert(Address.normalised(article.url)).inserted
            else { continue }
            articles.append(article)
        }
        return articles
    }

    /// Limits of a text, a headline, an address and a name, in bytes; and of the items that are looked at.
    private static let longestText = 262_144
    private static let longestTitle = 1_000
    private static let longestAddress = 2_048
    private static let longestName = 200
    private static let mostItems = 100

    /// Returns the article of an item: its first link, and the text behind it. Nil without a link to a web page.
    private static func article(in item: PageNode, base: String?) -> RelatedArticle? {
        guard let link = item.firstDescendant(where: { $0.name == "a" && $0["href"] != nil }),
            let url = link["href"].flatMap({ Address.resolve($0.trimmedLine, against: base) }), Address.isHTTP(url),
            url.utf8.count <= longestAddress
        else { return nil }
        let title = link.text.trimmedLine
        guard !title.isEmpty, title.utf8.count <= longestTitle else { return nil }
        let publisher = publisher(in: item, title: title)
        let headline = publisher.map { GoogleNewsParser.title(in: title, by: $0) } ?? title
        return RelatedArticle(title: headline, url: url, publisher: publisher)
    }

    private static func publisher(in item: PageNode, title: String) -> String? {
        let text = item.text.trimmedLine
        let font = item.firstDescendant { $0.name == "font" }?.text.trimmedLine
        let behind = text.hasPrefix(title) ? text.dropFirst(title.count).drop { " -–—|\u{A0}".contains($0) } : ""
        let name = font ?? String(behind)
        return name.isEmpty || name.utf8.count > longestName ? nil : name
    }

    /// Whether an address is Google's page of the whole story, the last link of a list.
    private static func isOverview(_ url: String) -> Bool {
        guard let parts = Address.parts(url), parts.host == "news.google.com" else { return false }
        return parts.pathSegments.contains("stories")
    }

    /// Whether a headline is the entry's own.
    private static func isSameHeadline(_ article: RelatedArticle, as entry: Entry) -> Bool {
        guard article.publisher == nil || article.publisher == entry.publisher?.name else { return false }
        return article.title == entry.title
    }

    /// Whether there is an item of a list: most texts are a single link, and need no tree.
    private static func hasItems(_ markup: String) -> Bool {
        var markup = markup
        return markup.withUTF8 { utf8 in
            (0..<max(0, utf8.count - 2)).contains { place in
                utf8[place] == UInt8(ascii: "<") && utf8[place + 1] | 0x20 == UInt8(ascii: "l")
                    && utf8[place + 2] | 0x20 == UInt8(ascii: "i")
            }
        }
    }
}
