import FeedMessages
package import FeedModel
package import FeedStages

/// Checks of the whole database.
extension StateDatabase {
    package func checkWeekly(now: Timestamp) throws(StageError) {
        guard mode == .readWrite else { return }
        if let last = try moment("checked_at"), last <= now, now - last < .seconds(7 * 86_400) { return }
        try commitGroup()
        // A new state is whole.
        if previousRunAt != nil, let sqlite = connection.sqlite { try IntegrityCheck.check(sqlite, path: path) }
        try transaction { () throws(StageError) in try setMeta("checked_at", String(now.milliseconds)) }
    }

    package func markDamaged(_ error: StageError) {
        let words = error.explanation.map { LocalizedText(en: $0) } ?? error.phrase(of: .found)
        let reason = words ?? .message("database.damage")
        guard server != nil else { return DamageMark(of: path).leave(reason) }
        // If that fails, later runs may or may not find the damage again.
        do throws(StageError) { try setMeta(MetaKey.damaged, reason.stored) } catch {}
    }
}
