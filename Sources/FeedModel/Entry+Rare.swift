/// What most entries do not have, apart from the rest: an entry is small and cheap to move.
extension Entry {
    /// Whether the entry has any of the rare parts.
    package var hasRareParts: Bool { rare != nil }

    /// Address of a page elsewhere that the entry is about (JSON Feed 1.1 §external_url), or nil.
    public var externalURL: String? {
        get { rare?.value.externalURL }
        set { change(unless: newValue == nil) { $0.externalURL = newValue } }
    }

    /// Who helped.
    public var contributors: [Person] {
        get { rare?.value.contributors ?? [] }
        set { change(unless: newValue.isEmpty) { $0.contributors = newValue } }
    }

    /// Address of its comments, or nil.
    public var commentsURL: String? {
        get { rare?.value.commentsURL }
        set { change(unless: newValue == nil) { $0.commentsURL = newValue } }
    }

    /// The feed it was taken from, where an aggregator names one (RSS 2.0 §source, RFC 4287 §4.2.11), or nil.
    public var origin: Origin? {
        get { rare?.value.origin }
        set { change(unless: newValue == nil) { $0.origin = newValue } }
    }

    /// Who published it, where a source names one (Google News), or nil.
    public var publisher: Publisher? {
        get { rare?.value.publisher }
        set { change(unless: newValue == nil) { $0.publisher = newValue } }
    }

    /// Rights, or nil.
    public var rights: TextContent? {
        get { rare?.value.rights }
        set { change(unless: newValue == nil) { $0.rights = newValue } }
    }

    /// Address of a licence, or nil.
    public var license: String? {
        get { rare?.value.license }
        set { change(unless: newValue == nil) { $0.license = newValue } }
    }

    /// iTunes' extras, or nil if there are none.
    public var itunes: ITunesExtras? {
        get { rare?.value.itunes }
        set { change(unless: newValue == nil) { $0.itunes = newValue } }
    }

    /// Whether `published` was counted from the moment of reading, as "3 hours ago" and days without a year are. The same
    /// words say another moment at each fetch: the state keeps the date that the entry was first seen with.
    public var isPublishedRelative: Bool {
        get { rare?.value.isPublishedRelative ?? false }
        set { change(unless: !newValue) { $0.isPublishedRelative = newValue } }
    }

    /// What a plugin knows of an entry beyond this model, by name in `lower_case_with_underscores`; whole numbers belong
    /// in `numbers`.
    public var extras: [String: Extra] {
        get { rare?.value.extras ?? [:] }
        set { change(unless: newValue.isEmpty) { $0.extras = newValue } }
    }

    /// Writes a part; writing nothing into nothing costs nothing.
    private mutating func change(unless isEmpty: Bool, _ write: (inout Rare) -> Void) {
        if isEmpty, rare == nil { return }
        var parts = rare?.value ?? Rare()
        write(&parts)
        rare = parts == Rare() ? nil : .parts(parts)
    }
}

/// A value of a plugin's own.
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

/// The parts behind one pointer.
indirect enum RareParts: Sendable, Hashable {
    case parts(Rare)

    var value: Rare {
        switch self {
        case .parts(let parts): parts
        }
    }
}

/// See `Entry`'s members of the same names.
struct Rare: Sendable, Hashable {
    var externalURL: String?
    var contributors: [Person] = []
    var commentsURL: String?
    var origin: Origin?
    var publisher: Publisher?
    var rights: TextContent?
    var license: String?
    var itunes: ITunesExtras?
    var isPublishedRelative = false
    var extras: [String: Extra] = [:]
}
