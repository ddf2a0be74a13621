import FeedModel

/// Maps the fields of an item or entry to an `Entry`.
///
/// One mapping serves RSS, RDF, Atom and CDF with all modules, because feeds mix them. If two elements give the same
/// value, the one with the lower rank counts; of equal ranks, the first.
struct EntryMapping {
    let reader: WireReader
    /// Whether a text without a type is plain (RFC 4287 §3.1.1) rather than HTML (RSS 2.0).
    let isAtom: Bool
    var entry = Entry()
    var title = Ranked<String>()
    var titleField: Int?
    var url = Ranked<String>()
    var guid = Ranked<String>()
    var content = Ranked<Int>()
    var summary = Ranked<Int>()
    var lesserSummary: Int?
    /// The longest text that can be the body.
    var fullest: Int?
    var published = Ranked<WrittenDate>()
    var updated = Ranked<WrittenDate>()
    var image = Ranked<String>()
    var pictures = SizedPictures()
    var rights = Ranked<Int>()
    var comments = Ranked<String>()
    var language: String?
    var itunesAuthors: [Person] = []
    var creditedAuthors: [Person] = []
    var noteAuthors: [Person] = []
    var inheritedAuthors: [Person] = []
    var duration: Int?
    var numbers: [(String, Int)] = []
    var itunes = ITunesExtras()

    /// Maps the fields of `reader`, the first of which is the item itself. Returns nil if the entry is empty.
    static func read(_ reader: WireReader, isAtom: Bool) -> Entry? {
        var mapping = EntryMapping(reader: reader, isAtom: isAtom)
        mapping.takeAttributes()
        for index in reader.scope.fields.indices.dropFirst() where reader.scope.fields[index].parent == 0 {
            mapping.take(index)
        }
        return mapping.completedEntry()
    }

    private init(reader: WireReader, isAtom: Bool) {
        self.reader = reader
        self.isAtom = isAtom
    }

    private mutating func take(_ index: Int) {
        let name = reader.scope.fields[index].name
        switch name {
        case .title: takeTitle(index)
        case .dcTitle: title.offer(reader.plainText(index), rank: 1)
        case .link: takeLink(index)
        case .anchor: url.offer(reader.address(.href, index), rank: 5)
        case .originalLink: takeOriginalLink(index)
        case .guid, .id: takeIdentifier(index)
        case .contentEncoded: content.offer(filled(index), rank: 0)
        case .content: takeContent(index)
        case .body: content.offer(filled(index), rank: 2)
        case .description, .subtitle: takeShort(index, rank: 0)
        case .summary: takeSummary(index)
        case .dcDescription: takeShort(index, rank: 2)
        case .pubDate, .published: published.offerLast(reader.date(index), rank: 0)
        case .dcIssued: published.offerLast(reader.date(index), rank: 1)
        case .dcDate: published.offerLast(reader.date(index), rank: 2)
        case .prismDate: published.offer(reader.date(index), rank: 4)
        case .created, .dcCreated: published.offerLast(reader.date(index), rank: 3)
        case .updated, .lastBuildDate: updated.offerLast(reader.date(index), rank: 0)
        case .dcModified: updated.offerLast(reader.date(index), rank: 1)
        case .author, .dcCreator, .managingEditor: reader.limits.add(reader.person(index), to: &entry.authors)
        case .contributor, .dcContributor: reader.limits.add(reader.person(index), to: &entry.contributors)
        case .category, .dcSubject: addCategory(reader.category(index))
        case .enclosure: takeEnclosure(index)
        case .comments: comments.offer(reader.address(textOf: index), rank: 0)
        case .source: takeSource(index)
        case .rights: rights.offer(index, rank: 0)
        case .dcRights: rights.offer(index, rank: 1)
        case .license: entry.license = entry.license ?? reader.license(index)
        case .language, .dcLanguage: language = language ?? reader.text(index).flatMap(LanguageTag.normalised)
        case .image: image.offer(reader.picture(index), rank: 4)
        case .hatenaBookmarks: takeNumber("bookmarks", index)
        case .slashComments, .threadTotal: takeNumber("comments", index)
        case .season: takeNumber("season", index)
        case .episode: takeNumber("episode", index)
        case .transcript: takeRelated(index, rel: "transcript")
        case .chapters: takeRelated(index, rel: "chapters")
        case .inReplyTo: takeRelated(index, rel: "in-reply-to")
        case .commentsFeed: takeRelated(index, rel: "replies")
        case .episodeType: takeExtra("episode_type", index)
        case .department: takeExtra("department", index)
        case .mediaRating: takeExtra("rating", index)
        case .commentsPage: comments.offer(reader.address(textOf: index), rank: 3)
        case .person: reader.limits.add(reader.creditedPerson(index), to: &entry.contributors)
        case .hatenaImage: image.offer(reader.address(textOf: index), rank: 2)
        default: takeMedia(name, index)
        }
    }

    /// Takes Atom's summary, or one that an RSS feed has beside its description.
    private mutating func takeSummary(_ index: Int) {
        if !isAtom, lesserSummary == nil { lesserSummary = filled(index) }
        takeShort(index, rank: isAtom ? 0 : 1)
    }

    /// Takes a text that becomes the body if no other text is longer.
    mutating func takeShort(_ index: Int, rank: Int) {
        guard let index = filled(index) else { return }
        summary.offer(index, rank: rank)
        if size(index) > fullest.map(size) ?? 0 { fullest = index }
    }

    private func size(_ index: Int) -> Int { reader.textBytes(index).count }

    private mutating func takeTitle(_ index: Int) {
        // Early CDF has the title in an attribute.
        title.offer(reader.plainText(index) ?? reader.attribute(.value, index), rank: 0)
        titleField = titleField ?? index
    }

    private mutating func takeExtra(_ name: String, _ index: Int) {
        guard let text = reader.plainText(index), entry.extras[name] == nil else { return }
        entry.extras[name] = .text(text)
    }

    private mutating func takeNumber(_ name: String, _ index: Int) {
        guard let number = reader.number(index), !numbers.contains(where: { $0.0 == name }) else { return }
        numbers.append((name, number))
    }

    /// CDF's item and RDF's `rdf:about` hold values in attributes.
    private mutating func takeAttributes() {
        guid.offer(reader.attribute(.about, 0), rank: 2)
        url.offer(reader.address(.about, 0).flatMap { Address.isHTTP($0) ? $0 : nil }, rank: 5)
        url.offer(reader.address(.href, 0), rank: 3)
        if let text = reader.attribute(.lastModified, 0) { updated.offer(FeedDate.read(text), rank: 2) }
    }

    /// Adds a category that is not yet in the list.
    mutating func addCategory(_ category: Category?) { reader.limits.add(category, to: &entry.categories) }

    func filled(_ index: Int) -> Int? { reader.textBytes(index).isEmpty ? nil : index }

    private mutating func completedEntry() -> Entry? {
        entry.title = title.value
        entry.guid = guid.value
        entry.url = url.value
        entry.setPublished(published.value)
        entry.setUpdated(updated.value)
        entry.image =
            image.value.map(pictures.better(than:))
            ?? entry.enclosures.first { $0.mediaType?.hasPrefix("image/") == true }?.url
        entry.commentsURL = comments.value
        entry.rights = rights.value.flatMap { reader.content($0, isAtom: true) }
        if itunes != ITunesExtras() { entry.itunes = itunes }
        takeBodies()
        if entry.authors.isEmpty { takeLesserAuthors() }
        if !numbers.isEmpty { entry.numbers.reserveCapacity(numbers.count) }
        for (name, number) in numbers { entry.numbers[name] = number }
        if let duration, !entry.enclosures.isEmpty, entry.enclosures[0].duration == nil {
            entry.enclosures[0].duration = duration
        }
        if isEmpty { return nil }
        // Moved, not copied.
        var completed = Entry()
        swap(&completed, &entry)
        return completed
    }

    private mutating func takeLesserAuthors() {
        if !itunesAuthors.isEmpty {
            entry.authors = itunesAuthors
        } else if !creditedAuthors.isEmpty {
            entry.authors = creditedAuthors
        } else {
            entry.authors = noteAuthors.isEmpty ? inheritedAuthors : noteAuthors
        }
    }

    /// Whether the entry has nothing but perhaps a language, which can be the feed's.
    private var isEmpty: Bool {
        guard entry.guid == nil, entry.url == nil, entry.title == nil, entry.content == nil else { return false }
        var bare = entry
        bare.language = nil
        return bare == Entry()
    }

    /// Whether a text without its markup is more than twice as long as another, plus one paragraph.
    private func saysFarMore(_ index: Int, than usual: Int) -> Bool {
        guard index != usual, size(index) > 2 * size(usual) + Self.paragraph else { return false }
        let (full, short) = (reader.plainText(index) ?? "", reader.plainText(usual) ?? "")
        return full.utf8.count > 2 * short.utf8.count + Self.paragraph
    }

    /// Bytes of a paragraph.
    private static let paragraph = 200

    private mutating func takeBodies() {
        if content.value == nil, let usual = summary.value, let fullest, saysFarMore(fullest, than: usual) {
            entry.language = language ?? reader.language(fullest)
            // A module's text should be plain, but some feeds write markup. The text itself decides.
            entry.content = reader.content(fullest, isAtom: true)
            entry.summary = reader.content(usual, isAtom: isAtom)
            return
        }
        let body = content.value ?? summary.value
        entry.language = language ?? reader.language(body ?? titleField ?? 0)
        entry.content = body.flatMap { reader.content($0, isAtom: isAtom) }
        guard let body, let short = content.value == nil ? lesserSummary : summary.value, short != body else { return }
        let text = reader.content(short, isAtom: isAtom)
        entry.summary = text == entry.content ? nil : text
    }
}

/// The value with the lowest rank. Of equal ranks, `offer` keeps the first value, `offerLast` the last.
struct Ranked<Value> {
    private(set) var value: Value?
    private var rank = Int.max

    mutating func offer(_ offered: consuming Value?, rank: Int) {
        guard let offered, rank < self.rank else { return }
        value = offered
        self.rank = rank
    }

    /// Like `offer`, but of equal ranks the last counts: a template's own date comes before the author's.
    mutating func offerLast(_ offered: consuming Value?, rank: Int) {
        guard let offered, rank <= self.rank else { return }
        value = offered
        self.rank = rank
    }
}
