import FeedModel

/// A feed in which every string is there, and says the same.
enum FullFeed {
    /// One in which texts are plain, and one in which they are markup.
    static func both(_ text: String) -> [Feed] {
        [feed(text, content: .plain(text)), feed(text, content: .html(UntrustedHTML(markup: text, base: text)))]
    }

    /// The strings of the model by their path in it, and what they are; all others are words.
    static let kinds: [String: FeedString] = {
        var kinds: [String: FeedString] = [
            "id": .identifier, "entries.guid": .identifier, "entries.rare.parts.origin.id": .identifier,
            "entries.summary.plain": .body, "entries.content.plain": .body, "entries.summary.html.markup": .body,
            "entries.content.html.markup": .body,
        ]
        let addresses = [
            "homePageURL", "feedURL", "icon", "favicon", "license", "generator.url", "authors.url", "contributors.url",
            "links.href", "rights.html.base", "description.html.base", "entries.url", "entries.image",
            "entries.authors.url", "entries.enclosures.url", "entries.links.href", "entries.summary.html.base",
            "entries.content.html.base", "entries.rare.parts.externalURL", "entries.rare.parts.commentsURL",
            "entries.rare.parts.license", "entries.rare.parts.origin.url", "entries.rare.parts.publisher.url",
            "entries.rare.parts.related.url",
            "entries.rare.parts.contributors.url", "entries.rare.parts.rights.html.base",
            "entries.rare.parts.extras.value.address",
        ]
        for path in addresses { kinds[path] = .address }
        return kinds
    }()

    /// Every string of a value with its path, whatever the value consists of; `empty` where there is a place for
    /// something and nothing is there.
    static func strings(of value: Any, at path: String = "") -> [(path: String, text: String)] {
        if let text = value as? String { return [(path, text)] }
        let mirror = Mirror(reflecting: value)
        let isPlace = mirror.displayStyle == .optional || mirror.displayStyle == .collection
        if isPlace, mirror.children.isEmpty { return [(path, "empty")] }
        let isInner = isPlace || mirror.displayStyle == .dictionary
        return mirror.children.flatMap { child in
            // Names are a plugin's own.
            if child.label == "key" { return [(path: String, text: String)]() }
            let name = isInner ? "" : child.label ?? ""
            return strings(of: child.value, at: path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)")
        }
    }

    private static func feed(_ text: String, content: TextContent) -> Feed {
        let person = Person(name: text, url: text, email: text)
        let category = Category(term: text, scheme: text, label: text)
        let link = Link(href: text, rel: text, mediaType: text, hreflang: text, title: text, length: 1)
        let extras = ITunesExtras(duration: 1, explicit: true, block: true)
        let moment = Timestamp(seconds: 1)
        let offset = UTCOffset(seconds: 3600)
        var entry = Entry()
        entry.guid = text
        entry.url = text
        entry.title = text
        entry.summary = content
        entry.content = content
        entry.published = moment
        entry.updated = moment
        entry.publishedOffset = offset
        entry.updatedOffset = offset
        entry.authors = [person, person]
        entry.categories = [category, category]
        entry.language = text
        entry.image = text
        entry.enclosures = [Enclosure(url: text, mediaType: text, size: 1, duration: 1, title: text)]
        entry.links = [link, link]
        entry.numbers = ["likes": 1]
        entry.externalURL = text
        entry.contributors = [person]
        entry.commentsURL = text
        entry.origin = Origin(title: text, url: text, id: text, updated: moment)
        entry.publisher = Publisher(name: text, url: text)
        entry.related = [RelatedArticle(title: text, url: text, publisher: text)]
        entry.rights = content
        entry.license = text
        entry.itunes = extras
        entry.extras = ["text": .text(text), "address": .address(text), "number": .number(1), "flag": .flag(true)]
        var feed = Feed(format: .rss20)
        feed.title = text
        feed.homePageURL = text
        feed.feedURL = text
        feed.description = content
        feed.language = text
        feed.authors = [person]
        feed.contributors = [person]
        feed.icon = text
        feed.favicon = text
        feed.id = text
        feed.updated = moment
        feed.published = moment
        feed.updatedOffset = offset
        feed.publishedOffset = offset
        feed.rights = content
        feed.license = text
        feed.generator = Generator(name: text, url: text, version: text)
        feed.categories = [category]
        feed.links = [link]
        feed.itunes = extras
        feed.timeToLive = .seconds(1)
        feed.entries = [entry, entry]
        feed.repairs = [Repair(code: text)]
        return feed
    }
}
