package import FeedModel
package import FeedStages

/// What feeds brought: the feeds, their documents and entries, how they fare, and when they are due.
package protocol FeedRecords: Actor {
    // MARK: Collecting

    /// What is known of sources, in the order of their keys; a source never seen has the defaults.
    func known(_ keys: [FeedKey]) throws(StageError) -> [KnownFeed]

    /// What is known of a source; a source never seen has the defaults.
    func known(_ key: FeedKey) throws(StageError) -> KnownFeed

    /// Whether anything is known of a feed.
    func isKnown(_ key: FeedKey) throws(StageError) -> Bool

    /// The validators of a document, or nil.
    func validators(of key: FeedKey, document: DocumentKey) throws(StageError) -> Validators?

    /// Whether these are the bytes that were last parsed to the end.
    func isKnown(_ contentHash: [UInt8], of key: FeedKey, document: DocumentKey) throws(StageError) -> Bool

    /// Whether any entry of a document is one that a feed is known to have.
    func knows(anyOf document: PreparedDocument, of key: FeedKey) throws(StageError) -> Bool

    /// Stores what a fetch brought so far, before it ends: entries, validators and cursor together.
    func store(_ fetched: FetchedDocuments, of feed: CollectedFeed, now: Timestamp) throws(StageError) -> StoredFetch

    /// Stores fetches that are over in the open group, each with its entries, validators and cursor.
    func completeFetches(_ fetches: [FinishedFetch]) throws(StageError) -> [StoredFetch]

    // MARK: Health

    /// Notes a fetch that failed, in one transaction with what follows from it: back-off, and what the user is told.
    func recordFailure(
        of key: FeedKey, source: String, _ failure: FailedFetch, now: Timestamp
    ) throws(StageError) -> RecordedFailure

    /// Notes that a server said a feed is gone; returns whether it was so at three fetches over 48 h: asked no more.
    func recordGone(_ key: FeedKey, now: Timestamp) throws(StageError) -> Bool

    /// Notes a run without a network; returns since when, if the user is told now: at first, after a day, each week.
    func recordOffline(now: Timestamp) throws(StageError) -> Timestamp?

    /// Notes a run in which somebody was reached. Returns since when this machine had been offline, if it was.
    func recordOnline() throws(StageError) -> Timestamp?

    /// How sources fare, in the order of their keys, nil for one never asked; `counts` looks at all of their entries.
    func records(of keys: [FeedKey], counts: Bool, now: Timestamp) throws(StageError) -> [FeedRecord?]

    /// Documents of a source of many that cannot be read, at most `limit` of them.
    func failingDocuments(of key: FeedKey, limit: Int) throws(StageError) -> [DocumentRecord]

    /// How a source's entries are told apart, or nil for one that is not known.
    func identityNotes(of key: FeedKey) throws(StageError) -> IdentityNotes?

    // MARK: Timetable

    /// The habits of feeds, in the order of their keys; entries are counted over `window` before `now`.
    func habits(of keys: [FeedKey], within window: Duration, now: Timestamp) throws(StageError) -> [FeedHabit]

    /// Sets when feeds are to be asked again.
    func setDue(_ feeds: [(key: FeedKey, at: Timestamp)]) throws(StageError)

    /// Notes sources that no time or request was left for: the next run asks them first, the longest waiting before
    /// all.
    func passOver(_ sources: [(key: FeedKey, name: String)]) throws(StageError)

    /// Notes whether a run was too short for all its sources. Returns whether that is new.
    func recordRunTime(isShort: Bool) throws(StageError) -> Bool

    // MARK: Moves

    /// The feeds whose address is asked elsewhere, with the address.
    func movedFeeds() throws(StageError) -> [(key: FeedKey, address: String)]

    /// The feeds that were redirected for good, but not long enough to believe it.
    func movingFeeds() throws(StageError) -> Set<FeedKey>

    /// Notes what a permanent redirect led to in a run begun at `started`; returns whether it is believed from now on.
    ///
    /// It is if it led to the same feed at three fetches over two days, or the user has released what came from there.
    func recordMove(
        of key: FeedKey, to target: String, evidence: MoveEvidence, started: Timestamp, now: Timestamp
    ) throws(StageError) -> Bool

    /// Notes that a feed was found where it was asked for: what hinted at a move is forgotten.
    func recordNoMove(of key: FeedKey) throws(StageError)

    /// Notes that the configured address of a feed that moved was asked again; `isBack`: and gave the feed.
    func recordOldAddressCheck(of key: FeedKey, isBack: Bool, now: Timestamp) throws(StageError)

    /// Lets a feed go on under another key: its source now asks for the address to which it moved.
    func rename(_ old: FeedKey, to new: FeedKey) throws(StageError)

    // MARK: Sources that cannot be made

    /// The feed that each of these sources collected last, by its name, unless another collects it now.
    func keys(ofSources names: [String], except taken: Set<FeedKey>) throws(StageError) -> [String: FeedKey]

    /// The names of sources of which failures are noted under a key that stands in for theirs.
    func standIns() throws(StageError) -> Set<String>

    /// Gives what was noted under a stand-in to the source's own key; what is known of the feed itself goes before.
    func endStandIn(for source: String, by key: FeedKey) throws(StageError)

    // MARK: What the user asks for

    /// The feeds that a source of this name brought, with the newest first: more than one if its request was changed.
    func feeds(ofSource source: String) throws(StageError) -> [FeedKey]

    /// Asks a source (nil: all) again that is not asked any more, and releases what was held back of it.
    func reviveFeeds(of source: String?, now: Timestamp) throws(StageError) -> (feeds: Int, released: Int)

    /// Drops what is held back of a feed in one transaction; it stays known, and never comes again. Returns how many.
    func discardQuarantined(of key: FeedKey, now: Timestamp) throws(StageError) -> Int

    /// Forgets a feed with all its entries, so that it counts as new. Returns how many; messages on their way go out.
    func forget(_ key: FeedKey) throws(StageError) -> Int

    // MARK: Looking

    /// The known feeds with the names that their sources had when last asked, in the order of these.
    func knownFeeds() throws(StageError) -> [(key: FeedKey, source: String)]

    /// The configured names of all feeds, in order.
    func sourceNames() throws(StageError) -> [String]

    /// The ids of what is looked for, the newest first, at most `limit`; nil: all of them.
    func ids(of search: EntrySearch, limit: Int?) throws(StageError) -> [EntryID]

    /// The entries whose page is at `address`, spelled as it may be, the newest first; must not look at every entry.
    func ids(at address: String) throws(StageError) -> [EntryID]

    /// The entries that name `address` anywhere, the newest first, at most `limit`; looks at every entry.
    func ids(mentioning address: String, limit: Int) throws(StageError) -> [EntryID]

    /// Stored entries, in the order of `ids`; those that are not there (any more) are left out.
    func entries(_ ids: some Sequence<EntryID>, withBodies: Bool) throws(StageError) -> [StoredEntry]
}
