package import FeedModel
package import FeedStages

/// Checks of the whole database.
extension StateDatabase {
    package func checkWeekly(now: Timestamp) throws(StageError) {
        guard mode == .readWrite else { return }
        if let last = try moment("checked_at"), last <= now, now - last < .seconds(7 * 86_400) { return }
        try commitGroup()
        // A new state is whole.
        if previousRunAt != nil { try Soundness.check(connection, path: path) }
        try transaction { () throws(StageError) in try setMeta("checked_at", String(now.milliseconds)) }
    }

    package nonisolated func markDamaged(_ error: StageError) {
        DamageMark(of: path).leave(error.explanation ?? error.facts[.found] ?? "damage was found")
    }
}
