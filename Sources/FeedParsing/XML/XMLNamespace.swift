/// The vocabularies of feeds, identified by namespace address, or by their usual prefix if the address is unknown.
enum XMLNamespace: Sendable {
    /// RSS of every version, Atom and CDF. Feeds mix their elements, and their names rarely clash.
    case core
    case rdf, xml, xhtml
    case dublinCore, dublinCoreTerms, content, media, itunes, hatena, slash, threading, creativeCommons
    case note
    case feedBurner, podcast, admin, syndication, commentAPI, prism
    case other

    /// `uri` and `prefix` as in the document; nil if missing.
    init(uri: String?, prefix: String?) {
        if let uri, let known = Self.byAddress[Self.simplified(uri)] {
            self = known
        } else if let prefix, !prefix.isEmpty {
            self = Self.byPrefix[prefix.lowercased()] ?? .other
        } else {
            // In an unknown default namespace, the names of the elements decide.
            self = .core
        }
    }

    /// The address in lower case, without scheme, `www.` and the separators at its end.
    private static func simplified(_ uri: String) -> String {
        var rest = Substring(uri.lowercased())
        for start in ["http://", "https://", "www."] where rest.utf8.starts(with: start.utf8) {
            rest = rest.dropFirst(start.count)
        }
        while let last = rest.utf8.last, last == UInt8(ascii: "/") || last == UInt8(ascii: "#") || last <= 0x20 {
            rest = rest.dropLast()
        }
        return String(rest)
    }

    private static let byAddress: [String: XMLNamespace] = [
        "": .core,
        "w3.org/2005/atom": .core,
        "purl.org/atom/ns": .core,
        "purl.org/atom": .core,
        "example.com/newformat": .core,
        "example.com/necho": .core,
        "purl.org/echo": .core,
        "uri/of/echo/namespace": .core,
        "purl.org/pie": .core,
        "purl.org/rss/1.0": .core,
        "purl.org/rss/1.0/modules/rss091": .core,
        "purl.org/net/rss1.1": .core,
        "my.netscape.com/rdf/simple/0.9": .core,
        "channel.netscape.com/rdf/simple/0.9": .core,
        "purl.org/rss/2.0": .core,
        "backend.userland.com/rss": .core,
        "backend.userland.com/rss091": .core,
        "backend.userland.com/rss092": .core,
        "backend.userland.com/rss2": .core,
        "backend.userland.com/rss191": .core,
        "blogs.law.harvard.edu/tech/rss": .core,
        "cyber.law.harvard.edu/rss": .core,
        "my.netscape.com/publish/formats/rss-0.91.dtd": .core,
        "w3.org/1999/02/22-rdf-syntax-ns": .rdf,
        "w3.org/xml/1998/namespace": .xml,
        "w3.org/1999/xhtml": .xhtml,
        "purl.org/dc/elements/1.1": .dublinCore,
        "purl.org/dc/elements/1.0": .dublinCore,
        "purl.org/dc/terms": .dublinCoreTerms,
        "purl.org/rss/1.0/modules/content": .content,
        "news.yandex.ru": .content,
        "purl.oclc.org/net/rss_2.0/enc": .core,
        "search.yahoo.com/mrss": .media,
        "search.yahoo.com/rss": .media,
        "video.search.yahoo.com/mrss": .media,
        "tools.search.yahoo.com/mrss": .media,
        "rssboard.org/media-rss": .media,
        "itunes.com/dtds/podcast-1.0.dtd": .itunes,
        "example.com/dtds/podcast-1.0.dtd": .itunes,
        "hatena.ne.jp/info/xmlns": .hatena,
        "purl.org/rss/1.0/modules/slash": .slash,
        "purl.org/syndication/thread/1.0": .threading,
        "backend.userland.com/creativecommonsrssmodule": .creativeCommons,
        "cyber.law.harvard.edu/rss/creativecommonsrssmodule.html": .creativeCommons,
        "creativecommons.org/ns": .creativeCommons,
        "web.resource.org/cc": .creativeCommons,
        "note.com": .note,
        "rssnamespace.org/feedburner/ext/1.0": .feedBurner,
        "pheedo.com/namespace/pheedo": .feedBurner,
        "podcastindex.org/namespace/1.0": .podcast,
        "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": .podcast,
        "purl.org/rss/1.0/modules/syndication": .syndication,
        "wellformedweb.org/commentapi": .commentAPI,
        "prismstandard.org/namespaces/1.2/basic": .prism,
        "prismstandard.org/namespaces/2.0/basic": .prism,
        "prismstandard.org/namespaces/basic/2.0": .prism,
        "prismstandard.org/namespaces/basic/2.1": .prism,
        "webns.net/mvcb": .admin,
    ]

    private static let byPrefix: [String: XMLNamespace] = [
        "atom": .core, "atom03": .core, "atom10": .core, "a10": .core, "rss": .core, "rdf": .rdf, "xml": .xml,
        "xhtml": .xhtml, "dc": .dublinCore, "dcterms": .dublinCoreTerms, "content": .content, "media": .media,
        "itunes": .itunes, "hatena": .hatena, "note": .note, "pheedo": .feedBurner, "slash": .slash, "thr": .threading,
        "creativecommons": .creativeCommons,
        "cc": .creativeCommons, "feedburner": .feedBurner, "podcast": .podcast, "admin": .admin,
        "sy": .syndication, "wfw": .commentAPI, "prism": .prism, "yandex": .content,
    ]
}
