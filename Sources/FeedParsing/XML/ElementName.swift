/// The elements that a feed reader uses; all others are `other`.
enum ElementName: UInt8, Sendable {
    case other
    // Elements that contain the others.
    case rss, rdf, feed, channel, item, entry
    // RSS, Atom and CDF.
    case title, link, anchor, description, language, rights, managingEditor, webMaster, pubDate, lastBuildDate, category
    case generator, ttl, image, textInput, url, name, email, uri, author, contributor, enclosure, guid, source, comments
    case id, updated, published, created, subtitle, summary, content, body, logo, icon
    // Modules.
    case dcTitle, dcCreator, dcContributor, dcPublisher, dcDate, dcSubject, dcDescription, dcLanguage, dcRights
    case dcIdentifier, dcIssued, dcModified, dcCreated
    case contentEncoded
    case mediaGroup, mediaContent, mediaTitle, mediaDescription, mediaThumbnail, mediaKeywords, mediaCategory
    case mediaCredit, mediaCopyright, mediaLicense, mediaRating
    case itunesAuthor, itunesOwner, itunesTitle, itunesImage, itunesDuration, itunesExplicit, itunesBlock
    case itunesCategory, itunesKeywords, itunesSummary, itunesSubtitle
    case person, transcript, chapters, podcastGUID, season, episode, updatePeriod, updateFrequency, commentsFeed
    case inReplyTo, prismDate, episodeType, department, commentsPage
    case noteCreator
    case hatenaBookmarks, hatenaImage, slashComments, threadTotal, license, originalLink, generatorAgent
}

extension ElementName {
    /// Whether known elements inside this one are fields of their own. Inside any other element they are markup.
    var holdsFields: Bool {
        switch self {
        case .rss, .rdf, .feed, .channel, .item, .entry, .image, .textInput, .author, .contributor, .source,
            .mediaGroup, .mediaContent, .itunesOwner, .itunesCategory, .dcCreator, .dcContributor, .enclosure:
            true
        default: false
        }
    }

    /// The element with the name `local` (any case) in a namespace.
    init(_ namespace: XMLNamespace, _ local: String) {
        let table: [String: ElementName] =
            switch namespace {
            case .core: Self.core
            case .rdf: ["rdf": .rdf]
            case .xhtml: ["body": .body, "div": .body]
            case .dublinCore: Self.dublinCore
            case .dublinCoreTerms: Self.dublinCoreTerms
            case .content: ["encoded": .contentEncoded, "full-text": .contentEncoded]
            case .media: Self.media
            case .itunes: Self.itunes
            case .hatena:
                [
                    "bookmarkcount": .hatenaBookmarks, "imageurl": .hatenaImage,
                    "bookmarkcommentlistpageurl": .commentsPage,
                ]
            case .note: ["creatorname": .noteCreator]
            case .slash: ["comments": .slashComments, "department": .department]
            case .threading: ["total": .threadTotal, "in-reply-to": .inReplyTo]
            case .creativeCommons: ["license": .license]
            case .feedBurner: ["origlink": .originalLink]
            case .admin: ["generatoragent": .generatorAgent]
            case .podcast: Self.podcast
            case .syndication: ["updateperiod": .updatePeriod, "updatefrequency": .updateFrequency]
            case .commentAPI: ["commentrss": .commentsFeed]
            case .prism: ["publicationdate": .prismDate]
            case .xml, .other: [:]
            }
        self = table[local.lowercased()] ?? .other
    }

    private static let core: [String: ElementName] = [
        "rss": .rss, "rdf": .rdf, "feed": .feed, "channel": .channel, "item": .item, "entry": .entry,
        "title": .title, "link": .link, "a": .anchor, "description": .description, "language": .language,
        "copyright": .rights,
        "rights": .rights, "managingeditor": .managingEditor, "webmaster": .webMaster, "pubdate": .pubDate,
        "lastbuilddate": .lastBuildDate, "category": .category, "generator": .generator, "ttl": .ttl, "image": .image,
        "textinput": .textInput, "textarea": .textInput, "url": .url, "name": .name, "email": .email, "uri": .uri,
        "homepage": .uri, "author": .author, "contributor": .contributor, "enclosure": .enclosure, "guid": .guid,
        "source": .source, "comments": .comments, "id": .id, "updated": .updated, "modified": .updated,
        "published": .published, "issued": .published, "created": .created, "subtitle": .subtitle,
        "tagline": .subtitle, "summary": .summary, "abstract": .summary, "content": .content, "body": .content,
        "logo": .logo, "icon": .icon, "date": .dcDate, "fullitem": .contentEncoded,
    ]

    private static let dublinCore: [String: ElementName] = [
        "title": .dcTitle, "creator": .dcCreator, "author": .dcCreator, "contributor": .dcContributor,
        "publisher": .dcPublisher, "date": .dcDate, "subject": .dcSubject, "description": .dcDescription,
        "language": .dcLanguage, "rights": .dcRights, "identifier": .dcIdentifier,
    ]

    private static let dublinCoreTerms: [String: ElementName] = [
        "issued": .dcIssued, "modified": .dcModified, "created": .dcCreated, "date": .dcDate, "title": .dcTitle,
        "creator": .dcCreator, "description": .dcDescription, "abstract": .dcDescription, "subject": .dcSubject,
        "rights": .dcRights, "language": .dcLanguage,
    ]

    private static let media: [String: ElementName] = [
        "group": .mediaGroup, "content": .mediaContent, "title": .mediaTitle, "description": .mediaDescription,
        "thumbnail": .mediaThumbnail, "keywords": .mediaKeywords, "category": .mediaCategory, "credit": .mediaCredit,
        "copyright": .mediaCopyright, "license": .mediaLicense, "rating": .mediaRating,
    ]

    private static let itunes: [String: ElementName] = [
        "author": .itunesAuthor, "owner": .itunesOwner, "title": .itunesTitle, "image": .itunesImage,
        "duration": .itunesDuration, "explicit": .itunesExplicit, "block": .itunesBlock, "category": .itunesCategory,
        "keywords": .itunesKeywords, "link": .link, "summary": .itunesSummary, "subtitle": .itunesSubtitle,
        "email": .email,
        "name": .name, "season": .season, "episode": .episode,
        "episodetype": .episodeType,
    ]

    private static let podcast: [String: ElementName] = [
        "person": .person, "transcript": .transcript, "chapters": .chapters, "guid": .podcastGUID, "season": .season,
        "episode": .episode,
    ]
}
