public import FeedModel

/// The texts and addresses of an entry for people, made once for all formats. Every text is on one line and safe to
/// show. Every address is `http` or `https`.
public struct EntryCard: Sendable {
    /// The title, or the beginning of the text, or the address; never empty.
    public let title: String
    /// The address of the title's link, or nil.
    public private(set) var link: String?
    /// The publisher, or the source's title.
    public let label: String
    /// When the entry was published, or nil.
    public let published: Timestamp?
    /// Names of the authors.
    public let authors: [String]
    /// Likes, stocks, bookmarks, comments, then other numbers of a plugin, with their names for people.
    public let numbers: [Count]
    /// How much the entry is talked about, or nil if the pipeline does not measure that. Formats show it instead of
    /// `mainNumbers`.
    public let buzz: BuzzLine?
    /// The numbers that a page shows: the first two that are not zero.
    public var mainNumbers: ArraySlice<Count> { numbers.filter { $0.value != 0 }.prefix(2) }
    /// Tags in the source's order, each once.
    public private(set) var tags: [String]
    /// The same entry in other sources.
    public private(set) var alsoIn: [Other]
    /// The first articles elsewhere about the same story.
    public private(set) var related: [Related]
    /// How many articles elsewhere there are in all.
    public let relatedCount: Int
    /// The excerpt, or nil if there is none or no text beyond the title.
    public private(set) var excerpt: String?
    /// Whether the title is the whole text of an entry without a title.
    let hasWholeText: Bool
    /// The address of a picture, or nil.
    public private(set) var image: String?
    /// Files to download, without pictures.
    public private(set) var attachments: [Attachment]

    /// A number with its name.
    public struct Count: Sendable {
        /// The plugin's name for it: `likes`.
        public let key: String
        /// The name for people.
        public let name: String
        /// The number.
        public let value: Int
    }

    /// The same entry in another source.
    public struct Other: Sendable {
        /// The source's title.
        public let source: String
        /// The title there, if it differs, or nil.
        public let title: String?
        /// The address of the entry there, if it differs, or nil.
        public let link: String?
        /// The numbers of that source.
        public let numbers: [Count]

        /// Returns everything except the address: `Hacker News “Another title” (comments 12)`.
        public func phrase(_ words: DigestWords) -> String {
            let counts = numbers.map { "\($0.name) \(words.grouped($0.value))" }.joined(separator: words.separator)
            return source + (title.map { words.quotes.open + $0 + words.quotes.close } ?? "")
                + (counts.isEmpty ? "" : words.parentheses.open + counts + words.parentheses.close)
        }
    }

    /// An article elsewhere about the same story.
    public struct Related: Sendable {
        /// The headline.
        public let title: String
        /// The address.
        public let link: String
        /// The publisher's name, or nil.
        public let publisher: String?
    }

    /// A file with its name and details.
    public struct Attachment: Sendable {
        /// The address of the file.
        public let url: String
        /// The title of the file, or the last part of its address.
        public let name: String
        /// Its media type, size and duration, as far as they are known.
        public let details: [String]
    }

    /// Makes the card of `entry`, with an excerpt of about `columns` columns; 0 for none.
    public init(_ entry: DigestEntry, columns: Int, words: DigestWords, sourceTitles: SourceTitles) {
        label = Self.name(entry.entry.publisher?.name) ?? sourceTitles.title(of: entry)
        let ownTitle = TitleSuffix.removed(from: VisibleText.line(entry.entry.title ?? ""), of: label)
        let written = Excerpt.cut(ownTitle, columns: Self.widestTitle)
        link = (entry.entry.url ?? entry.entry.externalURL).flatMap(WebAddress.shown)
        if !written.isEmpty {
            title = written
            hasWholeText = false
        } else if let text = Excerpt.of(entry.entry, columns: 4 * Self.widestBorrowedTitle) {
            title = Excerpt.cut(text, columns: Self.widestBorrowedTitle)
            hasWholeText = title == text
        } else {
            title = link.map { Excerpt.cut($0, columns: Self.widestBorrowedTitle) } ?? words.untitled
            hasWholeText = true
        }
        published = entry.entry.published
        authors = entry.entry.authors.prefix(Self.mostNames).compactMap { Self.name($0.name) }
        numbers = Self.counts(entry.entry.numbers, words: words)
        buzz = BuzzLine(entry.buzz, words: words)
        tags = Self.tags(entry.entry.categories)
        alsoIn = Self.others(than: entry, link: link, besides: buzz, words: words)
        let known = entry.entry.related.compactMap(Related.init)
        related = Array(known.prefix(Self.mostRelated))
        relatedCount = known.count
        let enclosures = entry.entry.enclosures.prefix(Self.mostNames)
        let picture = entry.entry.image ?? enclosures.first(where: Self.isPicture)?.url
        image = picture.flatMap(WebAddress.shown)
        attachments = enclosures.filter { !Self.isPicture($0) }.compactMap { Attachment($0, words: words) }
        excerpt = columns > 0 && !hasWholeText ? Excerpt.of(entry.entry, columns: columns) : nil
    }

    /// What a line says of numbers: how much the entry is talked about, or else the main numbers with their names.
    public func countsForLine(_ words: DigestWords) -> [String] {
        buzz?.parts.map(\.text) ?? mainNumbers.map { "\($0.name) \(words.grouped($0.value))" }
    }

    /// Returns the card of `entry` with an excerpt of about `columns` columns, if there is text beyond the title.
    func withExcerpt(of entry: Entry, columns: Int) -> EntryCard {
        var card = self
        card.excerpt = hasWholeText ? nil : Excerpt.of(entry, columns: columns)
        return card
    }

    /// Returns the card with its title, its link and its publisher alone, for a page that has no space for more. A link
    /// that is longer than `longestLink` bytes is of no use to readers, and is left out.
    func shortened(longestLink: Int) -> EntryCard {
        var card = self
        if let link, link.utf8.count > longestLink { card.link = nil }
        (card.excerpt, card.image) = (nil, nil)
        (card.tags, card.alsoIn, card.related, card.attachments) = ([], [], [], [])
        return card
    }

    /// Width limits, in columns.
    private static let widestTitle = 240
    private static let widestBorrowedTitle = 80
    fileprivate static let widestName = 60
    private static let mostNames = 10
    private static let mostRelated = 3

    private static func isPicture(_ enclosure: Enclosure) -> Bool {
        (enclosure.mediaType ?? MediaType.guess(fromAddress: enclosure.url)).utf8.starts(with: "image/".utf8)
    }

    fileprivate static func name(_ text: String?) -> String? {
        let name = Excerpt.cut(VisibleText.line(text ?? ""), columns: widestName)
        return name.isEmpty ? nil : name
    }

    private static func tags(_ categories: [Category]) -> [String] {
        var tags: [String] = []
        for category in categories {
            guard tags.count < mostNames else { break }
            let term = (category.label ?? category.term).trimmingPrefix { $0 == "#" || $0.isWhitespace }
            if let tag = name(String(term)), !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    /// Returns the same entry in other sources, with the numbers that the line of buzz does not tell.
    private static func others(
        than entry: DigestEntry, link: String?, besides buzz: BuzzLine?, words: DigestWords
    ) -> [Other] {
        let own = VisibleText.line(entry.entry.title ?? "")
        return entry.duplicates.lazy.filter { $0.source != entry.source }.prefix(mostNames).map { duplicate in
            let title = VisibleText.line(duplicate.title ?? "")
            let address = duplicate.url.flatMap(WebAddress.shown)
            let numbers = duplicate.numbers.filter { buzz?.tells($0.key, $0.value) != true }
            return Other(
                source: SourceTitles.shown(duplicate.sourceTitle, of: duplicate.source),
                title: title.isEmpty || title == own ? nil : Excerpt.cut(title, columns: widestBorrowedTitle),
                link: address == link ? nil : address, numbers: counts(numbers, words: words))
        }
    }

    private static func counts(_ numbers: [String: Int], words: DigestWords) -> [Count] {
        let usual = NumberName.ofReaders
        let others = numbers.keys.filter { !usual.contains($0) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return (usual + others).compactMap { key in
            numbers[key].map { Count(key: key, name: VisibleText.line(words.name(ofNumber: key)), value: $0) }
        }
    }
}

extension EntryCard.Related {
    fileprivate init?(_ article: RelatedArticle) {
        title = Excerpt.cut(VisibleText.line(article.title), columns: EntryCard.widestName)
        guard let link = WebAddress.shown(article.url), !title.isEmpty else { return nil }
        self.link = link
        publisher = EntryCard.name(article.publisher)
    }
}

extension EntryCard.Attachment {
    fileprivate init?(_ enclosure: Enclosure, words: DigestWords) {
        guard let url = WebAddress.shown(enclosure.url) else { return nil }
        self.url = url
        let title = Excerpt.cut(VisibleText.line(enclosure.title ?? ""), columns: 80)
        name = title.isEmpty ? Excerpt.cut(WebAddress.fileName(url), columns: 80) : title
        var details = [VisibleText.line(enclosure.mediaType ?? MediaType.guess(fromAddress: url))]
        if let size = enclosure.size, size > 0 { details.append(Self.text(ofSize: size)) }
        if let duration = enclosure.duration, duration > 0 { details.append(Self.text(ofSeconds: duration)) }
        self.details = details
    }

    /// Returns a size such as `32.1 MB`, in powers of ten, as people compare it with their disk.
    private static func text(ofSize bytes: Int64) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        let units = ["kB", "MB", "GB", "TB"]
        var tenths = bytes / 100
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths /= 1000
            unit += 1
        }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    /// Returns a duration such as `1:02:03` or `12:34`.
    private static func text(ofSeconds seconds: Int) -> String {
        let inHour = "\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
        return seconds >= 3600 ? "\(seconds / 3600):\(inHour)" : inHour
    }
}
