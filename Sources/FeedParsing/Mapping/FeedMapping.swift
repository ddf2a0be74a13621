import FeedModel

/// Maps the fields outside entries to a `Feed`.
struct FeedMapping {
    private let reader: WireReader
    private let isAtom: Bool
    private var feed: Feed
    private var title = Ranked<String>()
    private var home = Ranked<String>()
    private var description = Ranked<Int>()
    private var updated = Ranked<WrittenDate>()
    private var published = Ranked<WrittenDate>()
    private var icon = Ranked<String>()
    private var language = Ranked<String>()
    private var rights = Ranked<Int>()
    private var updatePeriod: Int?
    private var updateFrequency: Int?
    private var lesserAuthors: [Person] = []

    /// Maps the fields of `reader` to a feed without entries.
    static func read(_ reader: WireReader, format: FeedFormat) -> Feed {
        var mapping = FeedMapping(reader: reader, format: format)
        for index in reader.scope.fields.indices { mapping.take(index) }
        return mapping.completedFeed()
    }

    private init(reader: WireReader, format: FeedFormat) {
        self.reader = reader
        isAtom = format == .atom03 || format == .atom10
        feed = Feed(format: format)
    }

    private mutating func take(_ index: Int) {
        let field = reader.scope.fields[index]
        if field.name == .itunesCategory { return addCategory(reader.itunesCategory(index)) }
        guard isOfFeed(field) else { return }
        switch field.name {
        case .rss, .rdf, .feed, .channel: takeRoot(index)
        case .title: title.offer(reader.plainText(index) ?? reader.attribute(.value, index), rank: 0)
        case .dcTitle: title.offer(reader.plainText(index), rank: 1)
        case .mediaTitle, .itunesTitle: title.offer(reader.plainText(index), rank: 2)
        case .link: takeLink(index)
        case .anchor: home.offer(reader.address(.href, index), rank: 4)
        case .description, .subtitle: description.offer(filled(index), rank: 0)
        case .summary: description.offer(filled(index), rank: 1)
        case .dcDescription: description.offer(filled(index), rank: 2)
        case .itunesSummary: description.offer(filled(index), rank: 3)
        case .itunesSubtitle: description.offer(filled(index), rank: 4)
        case .language: language.offer(reader.text(index).flatMap(LanguageTag.normalised), rank: 0)
        case .dcLanguage: language.offer(reader.text(index).flatMap(LanguageTag.normalised), rank: 2)
        case .id: feed.id = feed.id ?? reader.text(index)
        default: takeMore(field.name, index)
        }
    }

    /// Whether a field belongs to the feed itself, not to its image or to a channel inside it.
    private func isOfFeed(_ field: WireField) -> Bool {
        guard field.parent >= 0 else { return true }
        // CDF nests channels. The entries of an inner channel count, its title does not.
        if reader.scope.fields[0].name == .channel { return field.parent == 0 && field.name != .channel }
        switch reader.scope.fields[Int(field.parent)].name {
        case .rss, .rdf, .feed, .channel: return true
        default: return false
        }
    }

    private mutating func takeMore(_ name: ElementName, _ index: Int) {
        switch name {
        case .lastBuildDate, .updated: updated.offerLast(reader.date(index), rank: 0)
        case .dcModified: updated.offer(reader.date(index), rank: 1)
        case .dcDate: updated.offer(reader.date(index), rank: 2)
        case .pubDate, .published: published.offerLast(reader.date(index), rank: 0)
        case .dcIssued: published.offer(reader.date(index), rank: 1)
        case .created, .dcCreated: published.offer(reader.date(index), rank: 2)
        case .author, .managingEditor, .dcCreator: reader.limits.append(reader.person(index), to: &feed.authors)
        case .itunesAuthor: reader.limits.append(reader.person(index), to: &lesserAuthors)
        case .contributor, .dcContributor: reader.limits.append(reader.person(index), to: &feed.contributors)
        case .category, .dcSubject: addCategory(reader.category(index))
        case .mediaCategory: addCategory(reader.mediaCategory(index))
        case .itunesKeywords, .mediaKeywords:
            reader.addKeywords(index, to: &feed.categories)
        // In RSS 1.0 the image in the channel only refers to the image beside the channel, which has the address.
        case .image: icon.offer(reader.picture(index), rank: reader.child(.url, of: index) == nil ? 1 : 0)
        case .logo: icon.offer(reader.picture(index), rank: 2)
        case .itunesImage: icon.offer(reader.picture(index), rank: 3)
        case .mediaThumbnail: icon.offer(reader.picture(index), rank: 4)
        case .license: feed.license = feed.license ?? reader.license(index)
        case .icon: feed.favicon = feed.favicon ?? reader.picture(index)
        case .rights: rights.offer(filled(index), rank: 0)
        case .dcRights: rights.offer(filled(index), rank: 1)
        case .mediaCopyright: rights.offer(filled(index), rank: 2)
        case .generator: takeGenerator(index)
        case .generatorAgent:
            let url = reader.address(.resource, index)
            if let url, feed.generator == nil { feed.generator = Generator(name: url, url: url) }
        case .ttl: takeTimeToLive(index)
        case .updatePeriod: updatePeriod = updatePeriod ?? UpdatePeriod.seconds(reader.text(index) ?? "")
        case .updateFrequency: updateFrequency = updateFrequency ?? reader.number(index)
        case .podcastGUID: feed.id = feed.id ?? reader.text(index)
        case .person: reader.limits.append(reader.creditedPerson(index), to: &feed.contributors)
        case .itunesExplicit: takeITunes(\.explicit, reader.explicit(index))
        case .itunesBlock: takeITunes(\.block, reader.flag(index))
        default: break
        }
    }

    private mutating func takeRoot(_ index: Int) {
        language.offer(reader.language(index), rank: 1)
        // CDF's channel holds values in attributes.
        home.offer(reader.address(.href, index), rank: 3)
        if let text = reader.attribute(.lastModified, index) { updated.offer(FeedDate.read(text), rank: 3) }
    }

    private mutating func takeLink(_ index: Int) {
        guard let href = reader.reference(index) else {
            let address = reader.address(textOf: index)
            return isAtom ? home.offer(address, rank: 4) : home.offerLast(address, rank: 0)
        }
        guard let link = reader.link(href, index, isAtom: isAtom) else { return }
        reader.limits.append(link, to: &feed.links)
        switch link.rel ?? "alternate" {
        case "alternate":
            let isPage = link.mediaType.map(MediaType.isPage) ?? true
            home.offer(link.href, rank: isPage ? 1 : 2)
        case "self": feed.feedURL = feed.feedURL ?? link.href
        case "license": feed.license = feed.license ?? link.href
        case "image": icon.offer(link.href, rank: 5)
        default: break
        }
    }

    private mutating func takeGenerator(_ index: Int) {
        let reference = reader.attribute(.uri, index) ?? reader.attribute(.url, index)
        let url = reader.address(reference, index)
        guard let name = reader.plainText(index) ?? url else { return }
        feed.generator = Generator(name: name, url: url, version: reader.attribute(.version, index))
    }

    /// Reads minutes (RSS 2.0 §ttl), at most one day.
    private mutating func takeTimeToLive(_ index: Int) {
        guard let minutes = reader.number(index), minutes > 0 else { return }
        feed.timeToLive = .seconds(min(minutes, 24 * 60) * 60)
    }

    private mutating func takeITunes<Value>(_ part: WritableKeyPath<ITunesExtras, Value?>, _ value: Value?) {
        guard let value else { return }
        var extras = feed.itunes ?? ITunesExtras()
        extras[keyPath: part] = value
        feed.itunes = extras
    }

    private mutating func addCategory(_ category: Category?) { reader.limits.add(category, to: &feed.categories) }

    private func filled(_ index: Int) -> Int? { reader.textBytes(index).isEmpty ? nil : index }

    private func completedFeed() -> Feed {
        var feed = feed
        feed.title = title.value ?? ""
        feed.homePageURL = home.value
        feed.description = description.value.flatMap { reader.content($0, isAtom: isAtom) }
        feed.language = language.value
        feed.setUpdated(updated.value)
        feed.setPublished(published.value)
        feed.icon = icon.value
        feed.rights = rights.value.flatMap { reader.content($0, isAtom: true) }
        if feed.authors.isEmpty { feed.authors = lesserAuthors }
        if feed.timeToLive == nil, let period = updatePeriod {
            feed.timeToLive = .seconds(min(period / max(updateFrequency ?? 1, 1), 24 * 3600))
        }
        return feed
    }
}
