package import FeedModel
package import FeedStages

/// Records of feeds: their documents, entries, health and due times.
package protocol FeedRecords: Actor {
    // MARK: Collecting

    /// What the state knows of sources, in the order of `keys`. An unknown source has the default values.
    func known(_ keys: [FeedKey]) throws(StageError) -> [KnownFeed]

    /// What the state knows of a source. An unknown source has the default values.
    func known(_ key: FeedKey) throws(StageError) -> KnownFeed

    /// Whether the state has a row for a feed.
    func isKnown(_ key: FeedKey) throws(StageError) -> Bool

    /// The validators of a document, or nil.
    func validators(of key: FeedKey, document: DocumentKey) throws(StageError) -> Validators?

    /// Whether a document has this hash, which is that of its bytes when it was last parsed to the end.
    func isKnown(_ contentHash: [UInt8], of key: FeedKey, document: DocumentKey) throws(StageError) -> Bool

    /// Whether a feed is known to have an entry of a document. Looks up guids and links of the first 100.
    func knows(anyOf document: PreparedDocument, of key: FeedKey) throws(StageError) -> Bool

    /// Stores what a fetch brought so far, before it ends: entries and validators together.
    func store(_ fetched: FetchedDocuments, of feed: CollectedFeed, now: Timestamp) throws(StageError) -> StoredFetch

    /// Stores finished fetches in the open group, each with its entries, validators and cursor.
    func completeFetches(_ fetches: [FinishedFetch]) throws(StageError) -> [StoredFetch]

    // MARK: Health

    /// Records a failed fetch in the open group, together with its back-off and what is to be reported.
    func recordFailure(
        of key: FeedKey, source: String, _ failure: FailedFetch, now: Timestamp
    ) throws(StageError) -> RecordedFailure

    /// Records that the server says a feed is gone. Returns whether polling stops now: three such fetches span 48 h.
    func recordGone(_ key: FeedKey, now: Timestamp) throws(StageError) -> Bool

    /// Records a run without a network. Returns since when if that is reported now: at first, after a day, then weekly.
    func recordOffline(now: Timestamp) throws(StageError) -> Timestamp?

    /// Records a run that reached a server. Returns since when this machine had been offline, or nil if it was not.
    func recordOnline() throws(StageError) -> Timestamp?

    /// The records of sources, in the order of `keys`, nil for an unknown one. `counts`: all their entries are counted.
    func records(of keys: [FeedKey], counts: Bool, now: Timestamp) throws(StageError) -> [FeedRecord?]

    /// The failing documents of a source with many documents, at most `limit`, by key.
    func failingDocuments(of key: FeedKey, limit: Int) throws(StageError) -> [DocumentRecord]

    /// How the entries of a source are identified, or nil for an unknown source.
    func identityNotes(of key: FeedKey) throws(StageError) -> IdentityNotes?

    // MARK: Timetable

    /// The habits of feeds, in the order of `keys`. Entries are counted over `window` before `now`.
    func habits(of keys: [FeedKey], within window: Duration, now: Timestamp) throws(StageError) -> [FeedHabit]

    /// Sets when feeds are due.
    func setDue(_ feeds: [(key: FeedKey, at: Timestamp)]) throws(StageError)

    /// Records sources for which a run had no time or no request left. The next run asks them first, in the order of
    /// how many runs have passed over them.
    func passOver(_ sources: [(key: FeedKey, name: String)]) throws(StageError)

    /// Records whether a run was too short for all its sources. Returns true if it was and the last one was not.
    func recordRunTime(isShort: Bool) throws(StageError) -> Bool

    // MARK: Moves

    /// The moved feeds, each with the address to which requests go instead of the configured one.
    func movedFeeds() throws(StageError) -> [(key: FeedKey, address: String)]

    /// The feeds with a permanent redirect that is not believed yet.
    func movingFeeds() throws(StageError) -> Set<FeedKey>

    /// Records where a permanent redirect led in a run begun at `started`. Returns whether it is believed from now on.
    ///
    /// It is believed if it led to the same feed at three fetches over two days, or if the user has released entries
    /// that came from that site.
    func recordMove(
        of key: FeedKey, to target: String, evidence: MoveEvidence, started: Timestamp, now: Timestamp
    ) throws(StageError) -> Bool

    /// Records that a feed was found at the requested address, and forgets the redirect that was not believed yet.
    func recordNoMove(of key: FeedKey) throws(StageError)

    /// Records that the configured address of a moved feed was asked again. `isBack`: the feed is there, no longer
    /// moved.
    func recordOldAddressCheck(of key: FeedKey, isBack: Bool, now: Timestamp) throws(StageError)

    /// Gives the records of a feed another key: its source is now configured with the address to which the feed moved.
    func rename(_ old: FeedKey, to new: FeedKey) throws(StageError)

    // MARK: Sources that cannot be made

    /// The feed that each of these sources collected last, by source name. Feeds in `taken` are left out.
    func keys(ofSources names: [String], except taken: Set<FeedKey>) throws(StageError) -> [String: FeedKey]

    /// The names of the sources whose failures are recorded under a stand-in key.
    func standIns() throws(StageError) -> Set<String>

    /// Moves the records of a stand-in to the source's own key. If the feed is known already, they are deleted instead.
    func endStandIn(for source: String, by key: FeedKey) throws(StageError)

    // MARK: What the user asks for

    /// The feeds that a source of this name brought, the last asked first: several if its request was changed.
    func feeds(ofSource source: String) throws(StageError) -> [FeedKey]

    /// Lets a stopped or failing source (nil: all) be asked again and releases its quarantined entries. Returns the
    /// counts.
    func reviveFeeds(of source: String?, now: Timestamp) throws(StageError) -> (feeds: Int, released: Int)

    /// Drops the quarantined entries of a feed, in one transaction, for good. They stay known. Returns how many.
    func discardQuarantined(of key: FeedKey, now: Timestamp) throws(StageError) -> Int

    /// Forgets a feed with all its entries, so that it counts as new. Open messages still go out. Returns how many.
    func forget(_ key: FeedKey) throws(StageError) -> Int

    /// Records, in one transaction, what another program has shown of feeds. Their first fetch delivers the rest, all
    /// of it, and none of that.
    func record(_ feeds: [SeenElsewhere], now: Timestamp) throws(StageError)

    // MARK: Looking

    /// The known feeds with the names that their sources had at the last fetch, sorted by name.
    func knownFeeds() throws(StageError) -> [(key: FeedKey, source: String)]

    /// The configured names of all known sources, sorted.
    func sourceNames() throws(StageError) -> [String]

    /// The ids of the entries that match a search, the newest first, at most `limit` (nil: all).
    func ids(of search: EntrySearch, limit: Int?) throws(StageError) -> [EntryID]

    /// The entries whose page is at `address` after normalisation, the newest first. Must not scan all entries.
    func ids(at address: String) throws(StageError) -> [EntryID]

    /// The entries that name `address` outside their body, the newest first, at most `limit`. Scans all entries.
    func ids(mentioning address: String, limit: Int) throws(StageError) -> [EntryID]

    /// Stored entries, in the order of `ids`. Unknown and deleted ones are left out.
    func entries(_ ids: some Sequence<EntryID>, withBodies: Bool) throws(StageError) -> [StoredEntry]

    /// What numbers of an entry were at each age, in its first 30 days; empty if nothing is kept, or for an unknown id.
    func numberTracks(of entry: EntryID) throws(StageError) -> [NumberTrack]

    /// Returns the entries of a time that a pipeline could show somebody who was away; nothing for an unknown pipeline.
    func finding(of search: CatchUpSearch) throws(StageError) -> CatchUpFinding

    /// Returns an entry as its pipeline's filters left it, with its duplicates; nil if nothing of it is stored any more.
    func digestEntry(_ entry: CatchUpEntry, locale: DigestLocale) throws(StageError) -> DigestEntry?
}
