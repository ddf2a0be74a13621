/// Parts that most entries do not have. They are stored apart, so that an entry is small and cheap to move.
extension Entry {
    /// Whether the entry has any of the rare parts.
    package var hasRareParts: Bool { rare != nil }

    /// Address of a page elsewhere that the entry is about (JSON Feed 1.1 §external_url), or nil.
    public var externalURL: String? {
        get { rare?.value.externalURL }
        set { change(unless: newValue == nil) { $0.externalURL = newValue } }
    }

    /// People who helped.
    public var contributors: [Person] {
        get { rare?.value.contributors ?? [] }
        set { change(unless: newValue.isEmpty) { $0.contributors = newValue } }
    }

    /// Address of the entry's comments, or nil.
    public var commentsURL: String? {
        get { rare?.value.commentsURL }
        set { change(unless: newValue == nil) { $0.commentsURL = newValue } }
    }

    /// The feed that the entry was taken from, if an aggregator names it (RSS 2.0 §source, RFC 4287 §4.2.11); or nil.
    public var origin: Origin? {
        get { rare?.value.origin }
        set { change(unless: newValue == nil) { $0.origin = newValue } }
    }

    /// The publisher of the entry, if the source names one (Google News); or nil.
    public var publisher: Publisher? {
        get { rare?.value.publisher }
        set { change(unless: newValue == nil) { $0.publisher = newValue } }
    }

    /// Articles elsewhere about the same story, as the source lists them (Google News): at most `mostRelated`, any further
    /// ones are left out. The list changes from fetch to fetch, so a change of it is no change of the entry.
    public var related: [RelatedArticle] {
        get { rare?.value.related ?? [] }
        set { change(unless: newValue.isEmpty) { $0.related = Array(newValue.prefix(Self.mostRelated)) } }
    }

    /// The most articles of `related`.
    public static let mostRelated = 20

    /// Notice of rights, or nil.
    public var rights: TextContent? {
        get { rare?.value.rights }
        set { change(unless: newValue == nil) { $0.rights = newValue } }
    }

    /// Address of a licence, or nil.
    public var license: String? {
        get { rare?.value.license }
        set { change(unless: newValue == nil) { $0.license = newValue } }
    }

    /// Values of the iTunes namespace, or nil if there are none.
    public var itunes: ITunesExtras? {
        get { rare?.value.itunes }
        set { change(unless: newValue == nil) { $0.itunes = newValue } }
    }

    /// Whether `published` was computed from the time of reading, as for "3 hours ago" and days without a year. The
    /// same words give another moment at each fetch, so the state keeps the date of the first fetch.
    public var isPublishedRelative: Bool {
        get { rare?.value.isPublishedRelative ?? false }
        set { change(unless: !newValue) { $0.isPublishedRelative = newValue } }
    }

    /// Values that a plugin adds to this model, by `lower_case_with_underscores` names. Whole numbers go to `numbers`.
    public var extras: [String: Extra] {
        get { rare?.value.extras ?? [:] }
        set { change(unless: newValue.isEmpty) { $0.extras = newValue } }
    }

    /// Writes a part. Writing nothing into an entry without rare parts allocates nothing.
    private mutating func change(unless isEmpty: Bool, _ write: (inout Rare) -> Void) {
        if isEmpty, rare == nil { return }
        var parts = rare?.value ?? Rare()
        write(&parts)
        // What has just been given a value is not empty.
        rare = isEmpty && parts == Rare() ? nil : .parts(parts)
    }
}

/// A value that a plugin adds to an entry.
public enum Extra: Sendable, Hashable {
    /// Plain text.
    case text(String)
    /// A number that need not be whole.
    case number(Double)
    /// Yes or no.
    case flag(Bool)
    /// An absolute address.
    case address(String)
}

/// The rare parts behind one pointer.
indirect enum RareParts: Sendable, Hashable {
    case parts(Rare)

    var value: Rare {
        switch self {
        case .parts(let parts): parts
        }
    }
}

/// The rare parts; see the members of `Entry` with the same names.
struct Rare: Sendable, Hashable {
    var externalURL: String?
    var contributors: [Person] = []
    var commentsURL: String?
    var origin: Origin?
    var publisher: Publisher?
    var related: [RelatedArticle] = []
    var rights: TextContent?
    var license: String?
    var itunes: ITunesExtras?
    var isPublishedRelative = false
    var extras: [String: Extra] = [:]
}
