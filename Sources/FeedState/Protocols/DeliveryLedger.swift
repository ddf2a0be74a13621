package import FeedModel
package import FeedStages

/// The ledger: what waits for whom, what filters said, messages on their way, and what is to be told.
package protocol DeliveryLedger: Actor {
    // MARK: Pipelines and filters

    /// Brings the ledger in line with the configuration, and returns the pipelines by name.
    ///
    /// For new pipelines and new sources of known ones the newest stored entries wait; for new sinks the newest entries
    /// that the pipeline kept. Sources that were removed bring nothing more.
    func reconcile(_ pipelines: [PipelineWiring], now: Timestamp) throws(StageError) -> [String: KnownPipeline]

    /// The feeds whose new entries wait in a pipeline.
    func sources(of pipeline: PipelineID) throws(StageError) -> Set<FeedKey>

    /// The waiting and held entries of a pipeline, oldest first; without `summary` and `content` unless `withBodies`.
    func waitingEntries(of pipeline: PipelineID, withBodies: Bool) throws(StageError) -> [WaitingEntry]

    /// Which of these fingerprints belong to entries that the pipeline kept since `start`.
    func kept(
        _ fingerprints: Set<Fingerprint>, by pipeline: PipelineID, since start: Timestamp
    ) throws(StageError) -> [Fingerprint: KeptEntry]

    /// How many entries a pipeline has kept on the day of `now` in `zone`.
    func keptToday(by pipeline: PipelineID, now: Timestamp, zone: Zone) throws(StageError) -> Int

    /// What the filters of a pipeline keep, by their names.
    func memories(ofFiltersOf pipeline: PipelineID) throws(StageError) -> [String: [String: FilterMemory.Item]]

    /// Writes verdicts, a delivery of each kept entry to each sink, and all memories of the filters; one transaction.
    func decide(
        _ decisions: [Decision], memories: [String: FilterMemory], in pipeline: PipelineID, sinks: [String],
        tally: DigestTally, now: Timestamp, zone: Zone
    ) throws(StageError)

    /// Keeps every entry that waits, oldest first: what a pipeline without filters decides. Returns how many.
    func keepAll(in pipeline: PipelineID, sinks: [String], now: Timestamp, zone: Zone) throws(StageError) -> Int

    /// Notes that a pipeline can decide nothing; returns since when, if that is longer than `patience` and untold.
    func recordFailure(
        ofPipeline pipeline: PipelineID, patience: Duration, now: Timestamp
    ) throws(StageError) -> Timestamp?

    /// Notes that a pipeline works. Returns whether the user had been told that it does not.
    func recordSuccess(ofPipeline pipeline: PipelineID) throws(StageError) -> Bool

    // MARK: Planning

    /// Whether a sink has deliveries of a pipeline that wait to be planned.
    func hasWaiting(sink: String, pipeline: PipelineID) throws(StageError) -> Bool

    /// How many entries wait for a sink, and since when the oldest does.
    func waiting(for sink: String) throws(StageError) -> (count: Int, since: Timestamp?)

    /// What waits for a sink in a pipeline: the oldest deliveries, at most `limit` of them, or about a MiB.
    func waitingDigest(
        for sink: String, of pipeline: PipelineID, limit: Int, titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> WaitingDigest

    /// The entries that a target holds, oldest delivery first.
    func entries(
        heldBy path: String, of sink: String, titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> [DigestEntry]

    /// What the ledger knows of a target, or nil: nothing was delivered there.
    func target(_ target: String, of sink: String) throws(StageError) -> KnownTarget?

    /// Stores what a sink composed, in one transaction; nil, and nothing changes, if what it has read (`seen`) moved.
    ///
    /// A message for a file that still has an unfinished one is not taken: its entries go on waiting.
    func store(
        _ messages: [ComposedMessage], of digest: WaitingDigest, seen: [String: KnownTarget?], now: Timestamp
    ) throws(StageError) -> PlanningOutcome?

    // MARK: Messages

    /// The unfinished messages of a sink in their order, at most `limit`.
    func openMessages(of sink: String, limit: Int) throws(StageError) -> [OpenMessage]

    /// How many unfinished messages a sink has.
    func openMessageCount(of sink: String) throws(StageError) -> Int

    /// The sinks that have unfinished messages, with their number.
    func sinksWithOpenMessages() throws(StageError) -> [String: Int]

    /// Numbers of unfinished messages of a sink that have failed, those with the fewest attempts first.
    func failedMessages(of sink: String, limit: Int) throws(StageError) -> [Int64]

    /// Begins the next attempt of a line, and commits that: its bytes may leave only after that.
    func begin(_ choice: SendingChoice, in line: SendingLine, now: Timestamp) throws(StageError) -> SendingTurn

    /// T3: a message was received; its entries are delivered, its bytes dropped, its target advanced. Returns how many.
    func completeMessage(_ message: Message, sink: String, receipt: Receipt, now: Timestamp) throws(StageError) -> Int

    /// T3 of one message and the beginning of the next attempt, in one transaction: half as many syncs as one for each.
    func completeMessage(
        _ message: Message, receipt: Receipt, thenBegin choice: SendingChoice, in line: SendingLine, now: Timestamp
    ) throws(StageError) -> (delivered: Int, next: SendingTurn)

    /// The message was surely not received, or nobody can tell: the same bytes go out again later.
    func postpone(_ number: Int64, _ how: Postponement, now: Timestamp) throws(StageError)

    /// The message is given up; it is kept with its reason until the user acts. Returns how many entries it brings.
    func giveUp(_ number: Int64, reason: StageError, now: Timestamp) throws(StageError) -> Int

    /// What a sink composes anew of a message that was refused; nil if it is open no more, or an entry of it is gone.
    func refusedDigest(
        _ open: OpenMessage, titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> RefusedDigest?

    /// Puts other messages with every entry of it in the place of a refused one, in one transaction.
    ///
    /// Returns how many they are: none, and nothing has changed, if there are none or they leave an entry out; nil, and
    /// nothing has changed, if something that the sink has read (`seen`) has moved since.
    func replace(
        _ open: OpenMessage, by messages: [ComposedMessage], of digest: RefusedDigest, sink: String,
        reason: StageError, seen: [String: KnownTarget?], now: Timestamp
    ) throws(StageError) -> Int?

    // MARK: Health of sinks

    /// Notes that a sink failed in a run that began at `run`; a run counts once. Returns whether the user is told now.
    ///
    /// The user is told at once of what does not pass by itself; of other failures after three runs in a row over an
    /// hour, or after a day.
    func recordFailure(
        ofSink sink: String, error: StageError, run: Timestamp, now: Timestamp
    ) throws(StageError) -> RecordedSinkFailure

    /// Notes that a sink works. Returns what the user had been told of it, if anything.
    func recordSuccess(ofSink sink: String) throws(StageError) -> SinkRecovery?

    /// Notes that a sink took some messages while others failed: its failures are not in a row.
    func recordPartialSuccess(ofSink sink: String) throws(StageError)

    /// Whether to tell, once, that entries have waited for 24 h; a week after it was told that the sink fails.
    func becomesOverdue(sink: String, since: Timestamp, now: Timestamp) throws(StageError) -> Bool

    /// How sinks fare, in the order of their names.
    func records(ofSinks names: [String]) throws(StageError) -> [SinkRecord]

    // MARK: Lines for the user

    /// Keeps facts; to be called in the transaction that makes them true (`asOne`). Returns their numbers.
    func keep(_ facts: [LineFact], now: Timestamp) throws(StageError) -> [Int64]

    /// Keeps facts that come again with each run, unless the same wait already; one transaction. Returns their numbers.
    func keepOnce(_ facts: [LineFact], now: Timestamp) throws(StageError) -> [Int64]

    /// Says something else in the place of a line that waits: more of the same has happened. Returns whether it waits.
    func rewrite(_ number: Int64, as fact: LineFact) throws(StageError) -> Bool

    /// The lines that nobody has heard of, the oldest first.
    func waitingLines() throws(StageError) -> [KeptLine]

    /// How many lines nobody has heard of, and since when the oldest of them waits, or nil.
    func waitingLineCount() throws(StageError) -> (count: Int, since: Timestamp?)

    /// What there is to look up, the oldest first: the lines that wait, and those that were told of late.
    func lines() throws(StageError) -> [KeptLine]

    /// How many lines were let go before anybody had heard of them, and before that was told.
    func lostLineCount() throws(StageError) -> Int

    /// Notes that somebody has heard of lines, and of how many were let go (`lost`); one transaction.
    func markNotified(_ numbers: [Int64], lost: Int, now: Timestamp) throws(StageError)

    // MARK: What the user asks for

    /// Given-up messages of a sink (nil: of all) become open again, with the ids and bytes they had, as if never tried.
    func retryGivenUp(of sink: String?, now: Timestamp) throws(StageError) -> GivenUpCount

    /// Given-up messages of a sink (nil: of all) are let go for good.
    func forgetGivenUp(of sink: String?, now: Timestamp) throws(StageError) -> GivenUpCount

    /// Entries that a sink got since a moment wait for it again, oldest first. Returns how many.
    func replay(toSink sink: String, since start: Timestamp, now: Timestamp) throws(StageError) -> Int

    /// Entries that a pipeline dropped since a moment wait for its filters again. Returns how many.
    func replay(inPipeline pipeline: String, since start: Timestamp, now: Timestamp) throws(StageError) -> Int

    // MARK: Looking

    /// What became of these entries; those that are not there are left out. Costs a look at every message for each.
    func histories(of ids: [EntryID]) throws(StageError) -> [EntryHistory]

    /// Where an entry stands in each pipeline that has it, by the pipelines' names.
    func states(of id: EntryID) throws(StageError) -> [String: EntryHistory.InPipeline.State]

    /// The names of all pipelines that a run has seen, in order.
    func pipelineNames() throws(StageError) -> [String]

    /// The names of all sinks that a run has seen, in order.
    func sinkNames() throws(StageError) -> [String]
}
