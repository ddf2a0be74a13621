package import FeedModel
package import FeedStages

/// What servers asked of us: not to be asked for a while, or only so often.
package protocol ServerRecords: Actor {
    /// The servers not to be asked before a later moment; `withOurOwn`: also where the server named none itself.
    func pauses(at now: Timestamp, withOurOwn: Bool) throws(StageError) -> [String: Timestamp]

    /// How often servers have refused in a row without a word for how long.
    func refusals() throws(StageError) -> [String: Int]

    /// The budgets that are not renewed yet.
    func budgets(at now: Timestamp) throws(StageError) -> [RequestBudget]

    /// Keeps what this run was asked for, in the open group; what is over is forgotten. 0 refusals: the server answers.
    func recordLimits(
        pauses: [String: Timestamp], refusals: [String: Int], budgets: [RequestBudget], now: Timestamp
    ) throws(StageError)
}
