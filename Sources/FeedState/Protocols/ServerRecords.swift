package import FeedModel
package import FeedStages

/// What servers asked of us: pauses and request budgets.
package protocol ServerRecords: Actor {
    /// The servers that are not to be asked before a later moment. With `withOurOwn`, also those that named no moment.
    func pauses(at now: Timestamp, withOurOwn: Bool) throws(StageError) -> [String: Timestamp]

    /// How many times in a row each server has refused without naming a pause. Servers with 0 are left out.
    func refusals() throws(StageError) -> [String: Int]

    /// The budgets whose period has not ended.
    func budgets(at now: Timestamp) throws(StageError) -> [RequestBudget]

    /// Takes one request from a budget, before it is sent, in a transaction of its own. Where several workers share the
    /// state, time is that of the database. Throws `.leaseLost` if another worker may have taken over.
    ///
    /// - Parameters:
    ///   - credential: as in `RequestBudget`.
    ///   - own: a limit that the user sets: so many requests in each span, which begins with a request. Nil: what the
    ///     server has said, which may be nothing.
    func takeRequest(
        from server: String, credential: [UInt8], own: (count: Int, span: Duration)?, now: Timestamp
    ) throws(StageError) -> RequestDebit

    /// Gives a request back that was not sent, unless the period of its budget, which ends at `resetsAt`, is over.
    func giveBackRequest(to server: String, credential: [UInt8], resetsAt: Timestamp) throws(StageError)

    /// Stores the limits that servers set in this run, in the open group, and deletes those that are over. A refusal
    /// count of 0 means that the server answers again.
    func recordLimits(
        pauses: [String: Timestamp], refusals: [String: Int], budgets: [RequestBudget], now: Timestamp
    ) throws(StageError)
}
