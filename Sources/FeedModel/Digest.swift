/// What a pipeline hands to its sinks: entries in order, in sections, and what is missing.
///
/// Deterministic: the same entries at the same time give the same digest.
public struct Digest: Sendable {
    /// The pipeline's name.
    public var pipeline: String
    /// Title for people.
    public var title: String
    /// When it was made.
    public var generatedAt: Timestamp
    /// The moment from which entries are covered: the last delivery of the pipeline, or nil at the first.
    public var from: Timestamp?
    /// The moment up to which entries are covered.
    public var to: Timestamp
    /// The zone in which dates are shown.
    public var zone: Zone
    /// The language of fixed words.
    public var locale: DigestLocale
    /// Sections in order; one with an empty title if the pipeline does not group.
    public var sections: [DigestSection]
    /// Sources whose last fetch failed, by name.
    public var failedSources: [FailedSource]
    /// What became of everything since the last digest, or nil if this one does not tell.
    public var tally: DigestTally?

    /// Makes a digest.
    public init(
        pipeline: String, title: String, generatedAt: Timestamp, from: Timestamp?, to: Timestamp, zone: Zone,
        locale: DigestLocale, sections: [DigestSection], failedSources: [FailedSource] = [],
        tally: DigestTally? = nil
    ) {
        self.pipeline = pipeline
        self.title = title
        self.generatedAt = generatedAt
        self.from = from
        self.to = to
        self.zone = zone
        self.locale = locale
        self.sections = sections
        self.failedSources = failedSources
        self.tally = tally
    }

    /// All entries in digest order.
    public var entries: [DigestEntry] { sections.flatMap(\.entries) }
}

/// A part of a digest: a source's, a day's or a tag's entries.
public struct DigestSection: Sendable {
    /// Heading for people; empty if the digest is not grouped.
    public var title: String
    /// Its entries in order.
    public var entries: [DigestEntry]

    /// Makes a section.
    public init(title: String, entries: [DigestEntry]) {
        self.title = title
        self.entries = entries
    }
}

/// An entry on its way into a digest, with what the engine knows of it.
public struct DigestEntry: Sendable {
    /// Our own id, unique in the state: `[a-z0-9_]+`.
    public var key: String
    /// The entry, as the filters left it.
    public var entry: Entry
    /// The configured name of its source.
    public var source: String
    /// The source's title for people.
    public var sourceTitle: String
    /// When it was first seen.
    public var firstSeen: Timestamp
    /// Entries that `deduplicate` dropped in favour of this one, the first stored first.
    public var duplicates: [Duplicate]

    /// Makes a digest entry.
    public init(
        key: String, entry: Entry, source: String, sourceTitle: String, firstSeen: Timestamp,
        duplicates: [Duplicate] = []
    ) {
        self.key = key
        self.entry = entry
        self.source = source
        self.sourceTitle = sourceTitle
        self.firstSeen = firstSeen
        self.duplicates = duplicates
    }

    /// When it was published, or first seen if it does not say; never later than first seen.
    public var date: Timestamp { .ofEntry(published: entry.published, firstSeen: firstSeen) }
}

/// A source that could not be asked when the digest was made.
public struct FailedSource: Sendable, Hashable {
    /// The configured name.
    public var source: String
    /// The source's title for people.
    public var title: String
    /// A word for programs, such as `timeout`.
    public var code: String
    /// A sentence for people.
    public var message: String

    /// Makes a failed source.
    public init(source: String, title: String, code: String, message: String) {
        self.source = source
        self.title = title
        self.code = code
        self.message = message
    }
}

/// The language of fixed words in digests.
public enum DigestLocale: String, Sendable, Hashable, CaseIterable {
    case en, ja
}
