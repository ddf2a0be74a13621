package import FeedModel
package import FeedStages

/// Care for the state: checks, retention, and what is known of its own troubles.
package protocol StateMaintenance: Actor {
    // MARK: Soundness

    /// Sets right, as a run begins, what lies in the future though it has happened; costs a look at each feed.
    func repairClock(now: Timestamp) throws(StageError)

    /// Reads the whole state once a week; throws `.stateDamaged` if it is not whole.
    func checkWeekly(now: Timestamp) throws(StageError)

    /// Reads the whole state and holds it against the rules of the ledger; changes nothing.
    func check() throws(StageError) -> StateCheckResult

    /// Leaves a mark, so that no later run delivers from a state in which a run found damage.
    nonisolated func markDamaged(_ error: StageError)

    /// Whether a file, by device and inode, belongs to the state, by whatever name. Blocks.
    nonisolated func owns(device: UInt64, inode: UInt64) -> Bool

    // MARK: Retention

    /// Whether a new round through the whole state is due: one a day.
    func isRoundDue(at now: Timestamp) throws(StageError) -> Bool

    /// Lets go, in one transaction, what has waited for 30 days for what is removed; sources in `absent` are not.
    func forgetLeftovers(absent: Set<String>, now: Timestamp) throws(StageError) -> [Leftover]

    /// Moves a sink's oldest given-up messages into a file if it has too many; they are on the disk before they leave.
    func exportGivenUp(now: Timestamp, most: (messages: Int, bytes: Int64)) throws(StageError) -> [GivenUpExport]

    /// Begins a round.
    func beginRound(_ rules: RetentionRules, now: Timestamp) throws(StageError) -> Pruned

    /// Looks at one slice of what the present round has left, if there is one, in the open group.
    func pruneSlice(now: Timestamp) throws(StageError) -> Pruned

    /// A whole round at once, whenever the last one was.
    func pruneAll(_ rules: RetentionRules, now: Timestamp) throws(StageError) -> Pruned

    /// Gives the room of what was let go back to the disk, and returns the size of the state, in bytes.
    func compact() throws(StageError) -> Int64

    // MARK: What is known of it

    /// When a run last opened the state, or nil if none has.
    func lastRunAt() throws(StageError) -> Timestamp?

    /// Names of the sources that were collected, and of the pipelines and sinks that were delivered to.
    func knownNames() throws(StageError) -> (sources: [String], pipelines: [String], sinks: [String])

    /// Failures that somebody was told of, and that it could not keep.
    var notifiedFailures: NotifiedFailures { get }

    /// Keeps them for the next run, also where it can keep nothing else.
    func keep(_ troubles: NotifiedFailures)
}
