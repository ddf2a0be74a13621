/// What a pipeline delivers to its sinks: entries in order and in sections, and the sources that failed.
///
/// A digest is deterministic: the same entries at the same time give the same digest.
public struct Digest: Sendable {
    /// The pipeline's name.
    public var pipeline: String
    /// The title, for display.
    public var title: String
    /// When the digest was made.
    public var generatedAt: Timestamp
    /// The start of the covered time: the last delivery of the pipeline, or nil before the first one.
    public var from: Timestamp?
    /// The end of the covered time.
    public var to: Timestamp
    /// The zone in which dates are shown.
    public var zone: Zone
    /// The language of the fixed texts.
    public var locale: DigestLocale
    /// The sections in order. A pipeline without groups has one section with an empty title.
    public var sections: [DigestSection]
    /// Sources whose fetch failed in this run, in the pipeline's order.
    public var failedSources: [FailedSource]
    /// How many entries competed for the digest and what became of them, or nil if the digest does not show it.
    public var tally: DigestTally?
    /// A name of the state that the digest comes from. No other state has it; with the keys of entries it makes ids
    /// that are unique in the world. Empty if it is unknown.
    public var origin = ""
    /// The number by which the entries are in order, the highest first, such as `likes`; `buzz` for the order by
    /// `DigestEntry.buzz`; nil for another order.
    public var ranking: String?
    /// When the pipeline delivers next, or nil if it has no schedule.
    public var next: Timestamp?
    /// Pages that belong to the digest's own page. A sink that writes them sets them.
    public var links = PageLinks()
    /// What the digest is if no pipeline delivered it, or nil for an edition of a pipeline. Formats leave out what belongs
    /// to an edition, and say how many entries competed.
    public var catchUp: CatchUp?
    /// Whether the digest is one entry alone, for a page of its own. Formats leave out what belongs to an edition.
    public var isNote = false

    /// Makes a digest.
    public init(
        pipeline: String, title: String, generatedAt: Timestamp, from: Timestamp?, to: Timestamp, zone: Zone,
        locale: DigestLocale, sections: [DigestSection], failedSources: [FailedSource] = [],
        tally: DigestTally? = nil, ranking: String? = nil, next: Timestamp? = nil
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
        self.ranking = ranking
        self.next = next
    }

    /// Returns a digest of one of the entries alone, under its own title.
    public func note(of entry: DigestEntry) -> Digest {
        var note = self
        note.title = entry.entry.title ?? ""
        note.sections = [DigestSection(title: "", entries: [entry])]
        (note.from, note.next, note.tally, note.failedSources) = (nil, nil, nil, [])
        note.isNote = true
        return note
    }

    /// All entries in digest order.
    public var entries: [DigestEntry] { sections.count == 1 ? sections[0].entries : sections.flatMap(\.entries) }
}

/// A group of entries in a digest: those of one source, one day, one tag or one story.
public struct DigestSection: Sendable {
    /// The heading, for display; empty if the digest is not grouped.
    public var title: String
    /// The section's entries in order. An entry that follows another one of its story stands behind it.
    public var entries: [DigestEntry]
    /// What the entries have in common.
    public var kind: Kind

    /// What the entries of a section have in common.
    public enum Kind: Sendable, Hashable {
        /// A source, a day, a tag, or nothing.
        case usual
        /// One story. Its title is that of its first entry.
        case story
        /// They came after their stories were delivered. It is the last section.
        case earlierStories
    }

    /// Makes a section.
    public init(title: String, entries: [DigestEntry], kind: Kind = .usual) {
        self.title = title
        self.entries = entries
        self.kind = kind
    }
}

/// An entry for a digest, with what the engine knows about it.
public struct DigestEntry: Sendable {
    /// The engine's own id of the entry, unique in the state: `[a-z0-9_]+`.
    public var key: String
    /// The entry, as the filters left it.
    public var entry: Entry
    /// The configured name of the entry's source.
    public var source: String
    /// The source's title, for display.
    public var sourceTitle: String
    /// When the engine first saw the entry.
    public var firstSeen: Timestamp
    /// Entries that `deduplicate` dropped in favour of this one, in the order in which they were stored.
    public var duplicates: [Duplicate]
    /// Why the pipeline's filters kept the entry, in the digest's language, such as `title contains Swift`; empty if no
    /// filter gave a reason. What others wrote may be in it: escape it as you would a title.
    public var reason = ""
    /// How much the entry was talked about when a filter of the pipeline measured it, or nil.
    public var buzz: Buzz?
    /// The entry's part in its story, or nil if the pipeline finds no stories.
    public var story: StoryPart?

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

    /// When the entry was published, or first seen if that is earlier or it gives no date.
    public var date: Timestamp { .ofEntry(published: entry.published, firstSeen: firstSeen) }
}

/// A source whose fetch failed in the run that made the digest.
public struct FailedSource: Sendable, Hashable {
    /// The configured name of the source.
    public var source: String
    /// The source's title, for display.
    public var title: String
    /// A code for programs, such as `timeout`.
    public var code: String
    /// A message for people.
    public var message: String

    /// Makes a failed source.
    public init(source: String, title: String, code: String, message: String) {
        self.source = source
        self.title = title
        self.code = code
        self.message = message
    }
}

/// The language of the fixed texts in a digest.
public enum DigestLocale: String, Sendable, Hashable, CaseIterable {
    case en, ja
}
