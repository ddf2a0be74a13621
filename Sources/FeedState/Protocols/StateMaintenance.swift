package import FeedModel
package import FeedStages

/// Maintenance of the state: checks, retention, and failures of the state itself.
package protocol StateMaintenance: Actor {
    // MARK: Soundness

    /// Corrects past events that are dated in the future, as a run begins. Scans all feeds.
    func repairClock(now: Timestamp) throws(StageError)

    /// Reads the whole state, at most once a week. Throws `.stateDamaged` if SQLite finds a flaw.
    func checkWeekly(now: Timestamp) throws(StageError)

    /// Reads the whole state and checks it against the rules of the ledger. Changes nothing.
    func check() throws(StageError) -> StateCheckResult

    /// Leaves a mark, so that no later run delivers from a damaged state.
    func markDamaged(_ error: StageError)

    /// Whether a file, given by device and inode, belongs to the state under any name. Blocks.
    nonisolated func owns(device: UInt64, inode: UInt64) -> Bool

    // MARK: Retention

    /// Whether a new retention round is due: one a day.
    func isRoundDue(at now: Timestamp) throws(StageError) -> Bool

    /// Discards, in one transaction, what still waits for pipelines, sources and sinks that were removed more than 30
    /// days ago. Sources in `absent` do not count as removed.
    func forgetLeftovers(absent: Set<String>, now: Timestamp) throws(StageError) -> [Leftover]

    /// Moves the oldest given-up messages of a sink into a file if it has more than `limit`. The file is synced before
    /// they leave the state.
    func exportGivenUp(now: Timestamp, limit: (messages: Int, bytes: Int64)) throws(StageError) -> [GivenUpExport]

    /// Begins a retention round: deletes expired fingerprints, filter memories and targets.
    func beginRound(_ rules: RetentionRules, now: Timestamp) throws(StageError) -> Pruned

    /// The targets of a sink to which nothing was delivered since `limit` and nothing is on its way, the oldest first,
    /// at most `most`. None for a day after a long gap between two runs, as the clock may have jumped.
    func expiredTargets(
        of sink: String, deliveredBefore limit: Timestamp, most: Int, now: Timestamp
    ) throws(StageError) -> [ExpiredTarget]

    /// Forgets a target of a sink.
    func forgetTarget(_ path: String, of sink: String) throws(StageError)

    /// Prunes the next slice of the present round, if there is one, in the open transaction (`grouped`).
    func pruneSlice(now: Timestamp) throws(StageError) -> Pruned

    /// Runs a whole round at once, even if the last one was recent.
    func pruneAll(_ rules: RetentionRules, now: Timestamp) throws(StageError) -> Pruned

    /// Gives free pages back to the disk where the database does not do so itself. Returns the size of the state in bytes.
    func compact() throws(StageError) -> Int64

    // MARK: Contents

    /// When a run last opened the state for writing, or nil if none has.
    func lastRunAt() throws(StageError) -> Timestamp?

    /// The names of the sources, pipelines and sinks that the state knows.
    func knownNames() throws(StageError) -> (sources: [String], pipelines: [String], sinks: [String])

    /// The workers that have used the state lately, and what each of them holds; nil for a state that is not shared.
    func workers() throws(StageError) -> WorkerRecords?

    /// Failures that were reported to the user and that the state itself could not store.
    var notifiedFailures: NotifiedFailures { get }

    /// Stores the reported failures for the next run, with SQLite in the lock file, which can be written even where the
    /// state cannot.
    func keep(_ failures: NotifiedFailures)
}
