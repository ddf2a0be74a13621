public import FeedModel
public import FeedStages

/// Checks of the whole database.
extension StateDatabase {
    /// Once a week the whole file is read; throws `.stateDamaged` if it is not whole.
    public func checkWeekly(now: Timestamp) throws(StageError) {
        guard mode == .readWrite else { return }
        if let last = try moment("checked_at"), last <= now, now - last < .seconds(7 * 86_400) { return }
        try commitGroup()
        // A new state is whole.
        if previousRunAt != nil { try Soundness.check(connection, path: path) }
        try transaction { () throws(StageError) in try setMeta("checked_at", String(now.milliseconds)) }
    }

    /// Leaves a mark, so that no later run delivers from a state in which a run found damage.
    public nonisolated func markDamaged(_ error: StageError) {
        DamageMark(of: path).leave(error.explanation ?? error.facts[.found] ?? "damage was found")
    }
}
