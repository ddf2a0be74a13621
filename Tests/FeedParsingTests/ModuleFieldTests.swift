import FeedModel
import FeedParsing
import Testing

/// What an element of RSS or one of its modules is to say.
enum ModuleField: String, Sendable {
    case title, link, body, author, contributor, rights, tag, date, language, identifier, image, license, comments

    func value(of feed: Feed) -> String? {
        switch self {
        case .title: feed.title.isEmpty ? nil : feed.title
        case .link: feed.homePageURL
        case .body: feed.description.map(text)
        case .author: feed.authors.first?.name
        case .contributor: feed.contributors.first?.name
        case .rights: feed.rights.map(text)
        case .tag: feed.categories.first?.term
        case .date: (feed.updated ?? feed.published)?.rfc3339()
        case .language: feed.language
        case .identifier: feed.id
        case .image: feed.icon
        case .license: feed.license
        case .comments: nil
        }
    }

    func value(of entry: Entry) -> String? {
        switch self {
        case .title: entry.title
        case .link: entry.url
        case .body: entry.content.map(text)
        case .author: entry.authors.first?.name
        case .contributor: entry.contributors.first?.name
        case .rights: entry.rights.map(text)
        case .tag: entry.categories.first?.term
        case .date: (entry.published ?? entry.updated)?.rfc3339()
        case .language: entry.language
        case .identifier: entry.guid
        case .image: entry.image
        case .license: entry.license
        case .comments: entry.commentsURL
        }
    }

    private func text(_ content: TextContent) -> String {
        switch content {
        case .plain(let text): text
        case .html(let html): html.markup
        }
    }
}

@Suite("Elements of RSS and its modules")
struct ModuleFieldTests {
    private static let namespaces = """
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"
        xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/"
        xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom"
        xmlns:cc="http://web.resource.org/cc/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:old="http://backend.userland.com/creativeCommonsRssModule" xmlns:xhtml="http://www.w3.org/1999/xhtml"
        xmlns:prism="http://prismstandard.org/namespaces/2.0/basic/"
        """

    private func read(_ channel: String) throws -> Feed {
        try FeedReader.read(
            Array("<rss version=\"2.0\" \(Self.namespaces)><channel>\(channel)</channel></rss>".utf8),
            contentType: nil, url: nil)
    }

    @Test(
        "say the same of a channel and of an item",
        arguments: [
            ("title", .title), ("dc:title", .title), ("media:title", .title), ("itunes:title", .title),
            ("description", .body), ("dc:description", .body), ("itunes:summary", .body), ("itunes:subtitle", .body),
            ("managingEditor", .author), ("author", .author), ("dc:creator", .author), ("dc:author", .author),
            ("itunes:author", .author), ("dc:contributor", .contributor), ("dc:rights", .rights),
            ("media:copyright", .rights), ("category", .tag), ("dc:subject", .tag), ("media:category", .tag),
            ("itunes:keywords", .tag), ("media:keywords", .tag),
        ] as [(String, ModuleField)])
    func words(name: String, field: ModuleField) throws {
        for name in [name, Self.inCapitals(name)] {
            let element = "<\(name)>Kawara</\(name)>"
            #expect(field.value(of: try read(element)) == "Kawara", "\(name) of a channel")
            let entries = try read("<title>The feed</title><item>\(element)</item>").entries
            #expect(entries.first.flatMap(field.value) == "Kawara", "\(name) of an item")
        }
    }

    @Test(
        "give an item its body",
        arguments: [
            "content:encoded", "xhtml:body", "body", "fullitem", "summary", "media:description", "atom:summary",
        ])
    func bodies(name: String) throws {
        let entries = try read("<item><\(name)>Kawara</\(name)></item>").entries
        #expect(entries.first.flatMap(ModuleField.body.value) == "Kawara")
    }

    @Test(
        "give a date",
        arguments: [
            "pubDate", "dc:date", "dcterms:issued", "dcterms:created", "dcterms:modified", "atom:updated",
            "atom:published", "prism:publicationDate",
        ])
    func dates(name: String) throws {
        let entries = try read("<item><\(name)>2026-11-20T07:00:00Z</\(name)></item>").entries
        #expect(entries.first.flatMap(ModuleField.date.value) == "2026-11-20T07:00:00Z")
    }

    @Test(
        "give an address",
        arguments: [
            ("<atom:link rel=\"alternate\" href=\"https://a.example/\"/>", .link),
            ("<itunes:image href=\"https://a.example/\"/>", .image),
            ("<media:thumbnail url=\"https://a.example/\"/>", .image),
            ("<itunes:link rel=\"image\" href=\"https://a.example/\"/>", .image),
            ("<image><url>https://a.example/</url><link>https://b.example/</link></image>", .image),
            ("<cc:license rdf:resource=\"https://a.example/\"/>", .license),
            ("<old:license>https://a.example/</old:license>", .license),
            ("<atom:link rel=\"license\" href=\"https://a.example/\"/>", .license),
        ] as [(String, ModuleField)])
    func addresses(element: String, field: ModuleField) throws {
        #expect(field.value(of: try read(element)) == "https://a.example/")
        #expect(try read("<item>\(element)</item>").entries.first.flatMap(field.value) == "https://a.example/")
    }

    @Test(
        "of one person, in each of its forms, give name and address",
        arguments: [
            "Ada (ada@a.example)", "ada@a.example (Ada)", "Ada &lt;ada@a.example&gt;", "Ada ada@a.example",
            "ada@a.example（Ada）",
        ])
    func persons(text: String) throws {
        for name in ["author", "dc:creator", "itunes:author", "managingEditor"] {
            let feed = try read("<\(name)>\(text)</\(name)>")
            #expect(feed.authors == [Person(name: "Ada", email: "ada@a.example")], "\(name)")
        }
    }

    @Test("in vocabularies that nobody knows say nothing, whatever their names")
    func unknown() throws {
        let feed = try read(
            """
            <x:title xmlns:x="urn:x">no</x:title><title>yes</title><x:link xmlns:x="urn:x">https://no.example/</x:link>
            <item><x:item xmlns:x="urn:x"><title>no</title></x:item><x:guid xmlns:x="urn:x">no</x:guid><guid>yes</guid>
            <svg xmlns="http://www.w3.org/2000/svg"><title>no</title></svg></item>
            """)
        #expect(feed.title == "yes")
        #expect(feed.homePageURL == nil)
        #expect(feed.entries.count == 1)
        #expect(feed.entries.first?.guid == "yes")
        #expect(feed.entries.first?.title == nil)
    }

    private static func inCapitals(_ name: String) -> String {
        let parts = name.split(separator: ":")
        return parts.count == 1 ? name.uppercased() : "\(parts[0]):\(parts[1].uppercased())"
    }
}
