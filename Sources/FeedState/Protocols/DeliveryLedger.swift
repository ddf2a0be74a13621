package import FeedModel
package import FeedStages

/// The delivery ledger: waiting entries, filter verdicts, messages to sinks, and facts to report to the user.
package protocol DeliveryLedger: Actor {
    // MARK: Pipelines and filters

    /// Gives the sinks that got another name in the configuration their new one. A sink is the same one if one of its
    /// identities is that of a single sink that the configuration has no more, and nothing is delivered to its new name
    /// yet. The first one is kept; others are those that earlier versions kept.
    func recogniseSinks(_ sinks: [(name: String, identities: [String])]) throws(StageError)

    /// Brings the ledger in line with the configuration. Returns the pipelines by name.
    ///
    /// In a new pipeline, and for a new source of a known one, the newest stored entries begin to wait. A new sink gets
    /// the newest entries that the pipeline kept. A removed source brings nothing more.
    func reconcile(_ pipelines: [PipelineWiring], now: Timestamp) throws(StageError) -> [String: KnownPipeline]

    /// The feeds whose new entries wait in a pipeline.
    func sources(of pipeline: PipelineID) throws(StageError) -> Set<FeedKey>

    /// The first `limit` waiting and held entries of a pipeline whose numbers are above that of `last`, or all of them.
    /// They are returned oldest first, with `summary` and `content` only if `withBodies`. If they are not all, each has
    /// the form that takes less memory, too.
    func waitingEntries(
        of pipeline: PipelineID, withBodies: Bool, after last: EntryID?, limit: Int
    ) throws(StageError) -> [WaitingEntry]

    /// The entries that a pipeline has kept since `start`, by those of `fingerprints` that they have. `names` are the
    /// configured names of sources; without one, a source has the name under which it was last asked.
    func kept(
        _ fingerprints: Set<Fingerprint>, by pipeline: PipelineID, since start: Timestamp, names: [FeedKey: String]
    ) throws(StageError) -> [Fingerprint: KeptEntry]

    /// The stories of which a pipeline has kept entries since `start`, and the titles of the newest entries of their
    /// sources, and of those with waiting entries, over the 30 days before `now`. `names` are the configured names.
    func storyHistory(
        of pipeline: PipelineID, since start: Timestamp, now: Timestamp, names: [FeedKey: String],
        waiting: Set<FeedKey>
    ) throws(StageError) -> StoryHistory

    /// How many entries, or stories, a pipeline has kept on the day of `now` in `zone`.
    func keptToday(by pipeline: PipelineID, now: Timestamp, zone: Zone) throws(StageError) -> Int

    /// The memories of a pipeline's filters, by filter name and then by key.
    func memories(ofFiltersOf pipeline: PipelineID) throws(StageError) -> [String: [String: FilterMemory.Item]]

    /// What numbers were at each age, for the entries of these sources in the last 30 days, by configured name: at most
    /// 2,000 of the newest entries of each, and fewer of more than 30 sources.
    func numberHistory(of sources: [FeedKey: String], now: Timestamp) throws(StageError) -> NumberHistory

    /// Stores verdicts, a waiting delivery of each kept entry to each sink, filter memories, and the numbers that filters
    /// set, in one transaction. The decisions may be made as they are stored; it asks for them twice at most.
    func decide(
        _ decisions: some Sequence<Decision> & Sendable, memories: [String: FilterMemory], in pipeline: PipelineID,
        sinks: [String], tally: DigestTally, now: Timestamp, zone: Zone
    ) throws(StageError)

    /// Keeps every waiting entry, oldest first, as a pipeline without filters does. Returns how many.
    func keepAll(in pipeline: PipelineID, sinks: [String], now: Timestamp, zone: Zone) throws(StageError) -> Int

    /// Records that a pipeline can decide nothing. Returns since when if that is to be reported now: after `patience`,
    /// then once a week.
    func recordFailure(
        ofPipeline pipeline: PipelineID, patience: Duration, now: Timestamp
    ) throws(StageError) -> Timestamp?

    /// Records that a pipeline works. Returns whether its failure had been reported.
    func recordSuccess(ofPipeline pipeline: PipelineID) throws(StageError) -> Bool

    // MARK: Planning

    /// Whether a sink has deliveries of a pipeline that are not planned yet.
    func hasWaiting(sink: String, pipeline: PipelineID) throws(StageError) -> Bool

    /// How many entries wait for a sink, planned or not, and since when the oldest of them waits.
    func waiting(for sink: String) throws(StageError) -> (count: Int, since: Timestamp?)

    /// The oldest deliveries of a pipeline that wait for a sink: at most `limit` of them, and no more after the first
    /// that exceeds `bytes` together with those before it.
    func waitingDigest(
        for sink: String, of pipeline: PipelineID, limit: Int, bytes: Int,
        titles: [FeedKey: (source: String, title: String)], locale: DigestLocale
    ) throws(StageError) -> WaitingDigest

    /// The entries that a target holds, in the order of the target.
    func entries(
        heldBy path: String, of sink: String, titles: [FeedKey: (source: String, title: String)], locale: DigestLocale
    ) throws(StageError) -> [DigestEntry]

    /// The entries that a page leaves out: those that its pipeline dropped after a moment, those that it holds now, and
    /// those that it kept after the moment and that stand on no page of the sink. The newest first and at most `limit`,
    /// and how many there are. Reads every verdict of the pipeline.
    func omitted(
        from page: OmittingPage, after moment: Timestamp, limit: Int,
        titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> (verdicts: [OmittedVerdict], count: Int)

    /// The last other target of a pipeline and a sink that holds entries, or nil.
    func target(before target: String, of sink: String, pipeline: PipelineID) throws(StageError) -> String?

    /// What the ledger knows of a target, or nil if nothing was delivered there.
    func target(_ target: String, of sink: String) throws(StageError) -> KnownTarget?

    /// Stores the messages that a sink composed, in one transaction. Returns nil and changes nothing if the digest or
    /// the targets that the sink has read (`seen`) have changed.
    ///
    /// No message is stored while a file of one of them has an unfinished one. The entries go on waiting.
    func store(
        _ messages: [ComposedMessage], of digest: WaitingDigest, seen: [String: KnownTarget?], now: Timestamp
    ) throws(StageError) -> PlanningOutcome?

    // MARK: Messages

    /// The unfinished messages of a sink in sending order, at most `limit`.
    func openMessages(of sink: String, limit: Int) throws(StageError) -> [OpenMessage]

    /// How many unfinished messages a sink has.
    func openMessageCount(of sink: String) throws(StageError) -> Int

    /// How many unfinished messages each sink has, by name. Sinks without any are left out.
    func sinksWithOpenMessages() throws(StageError) -> [String: Int]

    /// The numbers of a sink's unfinished messages that have failed, those with the fewest attempts first.
    func failedMessages(of sink: String, limit: Int) throws(StageError) -> [Int64]

    /// Begins the next attempt of a sending line and commits it. The payload may be sent only after this call.
    func begin(_ choice: SendingChoice, in line: SendingLine, now: Timestamp) throws(StageError) -> SendingTurn

    /// T3: a message was received. Deletes its payload and updates its target. Returns how many entries it delivered.
    func completeMessage(_ message: Message, sink: String, receipt: Receipt, now: Timestamp) throws(StageError) -> Int

    /// T3 of one message and the start of the next attempt in one transaction, which halves the number of syncs.
    func completeMessage(
        _ message: Message, receipt: Receipt, thenBegin choice: SendingChoice, in line: SendingLine, now: Timestamp
    ) throws(StageError) -> (delivered: Int, next: SendingTurn)

    /// Postpones a message that was not received, or whose outcome is unknown. The same bytes are sent again later.
    func postpone(_ number: Int64, _ how: Postponement, now: Timestamp) throws(StageError)

    /// Gives a message up. It is kept with its reason until the user acts. Returns how many entries it holds.
    func giveUp(_ number: Int64, reason: StageError, now: Timestamp) throws(StageError) -> Int

    /// The entries of a refused message, to be composed anew; nil if it is no longer open or an entry of it is gone.
    func refusedDigest(
        _ open: OpenMessage, titles: [FeedKey: (source: String, title: String)], locale: DigestLocale
    ) throws(StageError) -> RefusedDigest?

    /// Replaces a refused message by `messages`, which together hold all its entries, in one transaction.
    ///
    /// Returns how many they are. Returns 0 and changes nothing if `messages` do not hold exactly those entries.
    /// Returns nil and changes nothing if the message is no longer open or a target that the sink has read (`seen`) has
    /// changed.
    func replace(
        _ open: OpenMessage, by messages: [ComposedMessage], of digest: RefusedDigest, sink: String,
        reason: StageError, seen: [String: KnownTarget?], now: Timestamp
    ) throws(StageError) -> Int?

    // MARK: Health of sinks

    /// Records that a sink failed in a run that began at `run`; each run counts once. Returns whether the failure is
    /// reported now.
    ///
    /// A failure that does not pass by itself is reported at once, any other after three runs in a row over at least an
    /// hour, or after a day.
    func recordFailure(
        ofSink sink: String, error: StageError, run: Timestamp, now: Timestamp
    ) throws(StageError) -> RecordedSinkFailure

    /// Records that a sink works. Returns what had been reported of its failure, or nil if nothing.
    func recordSuccess(ofSink sink: String) throws(StageError) -> SinkRecovery?

    /// Records that a sink took some messages while others failed. Its failures in a row are counted from 0 again.
    func recordPartialSuccess(ofSink sink: String) throws(StageError)

    /// Whether to report now, once, that entries have waited since `since`, for over 24 h. If the failure of the sink
    /// was reported, this report follows a week later at the earliest.
    func becomesOverdue(sink: String, since: Timestamp, now: Timestamp) throws(StageError) -> Bool

    /// The records of sinks, in the order of `names`.
    func records(ofSinks names: [String]) throws(StageError) -> [SinkRecord]

    /// The records of pipelines, in the order of `names`.
    func records(ofPipelines names: [String]) throws(StageError) -> [PipelineRecord]

    // MARK: Lines for the user

    /// Stores facts. To be called in the transaction that makes them true (`asOne`). Returns their numbers.
    func keep(_ facts: [LineFact], now: Timestamp) throws(StageError) -> [Int64]

    /// Stores facts that recur in each run, unless an equal one waits, in one transaction. Returns their numbers.
    func keepOnce(_ facts: [LineFact], now: Timestamp) throws(StageError) -> [Int64]

    /// Replaces the fact of a line that waits, where more of the same has happened. Returns whether it was waiting.
    func rewrite(_ number: Int64, as fact: LineFact) throws(StageError) -> Bool

    /// The lines that are not reported yet, the oldest first.
    func waitingLines() throws(StageError) -> [KeptLine]

    /// How many lines are not reported yet, and when the oldest of them was stored, or nil.
    func waitingLineCount() throws(StageError) -> (count: Int, since: Timestamp?)

    /// All stored lines, the oldest first: those that are not reported yet, and those reported in the last four weeks.
    func lines() throws(StageError) -> [KeptLine]

    /// How many lines were deleted before they were reported, as far as this loss itself is not reported yet.
    func lostLineCount() throws(StageError) -> Int

    /// Records that lines were reported, and the loss of `lost` others, in one transaction.
    func markNotified(_ numbers: [Int64], lost: Int, now: Timestamp) throws(StageError)

    // MARK: What the user asks for

    /// Opens the given-up messages of a sink (nil: of all) again, with the same ids and payloads and no attempts.
    func retryGivenUp(of sink: String?, now: Timestamp) throws(StageError) -> GivenUpCount

    /// Discards the given-up messages of a sink (nil: of all) for good.
    func forgetGivenUp(of sink: String?, now: Timestamp) throws(StageError) -> GivenUpCount

    /// Makes the entries that a sink got since `start` wait for it again, oldest first. Returns how many.
    func replay(toSink sink: String, since start: Timestamp, now: Timestamp) throws(StageError) -> Int

    /// Makes the entries that a pipeline dropped since `start` wait for its filters again. Returns how many.
    func replay(inPipeline pipeline: String, since start: Timestamp, now: Timestamp) throws(StageError) -> Int

    // MARK: Looking

    /// The histories of entries, in the order of `ids`, without unknown ones. Each costs a scan of all messages.
    func histories(of ids: [EntryID]) throws(StageError) -> [EntryHistory]

    /// The state of an entry in each pipeline that has it, by pipeline name.
    func states(of id: EntryID) throws(StageError) -> [String: EntryHistory.InPipeline.State]

    /// The stories of a pipeline (nil: of all) that have at least so many entries and of which it kept one since `start`:
    /// the one with the newest first, and at most `limit`.
    func recentStories(
        of name: String?, entries least: Int, since start: Timestamp, limit: Int
    ) throws(StageError) -> [RecentStory]

    /// The names of all pipelines that any run has seen, sorted.
    func pipelineNames() throws(StageError) -> [String]

    /// The names of all sinks that any run has seen, sorted.
    func sinkNames() throws(StageError) -> [String]
}
