package import FeedModel
package import FeedStages

/// Outages of this machine's network. While one lasts, no feed is at fault.
extension StateDatabase {
    private static let firstReminder: Duration = .seconds(86_400)
    private static let laterReminder: Duration = .seconds(7 * 86_400)

    package func recordOffline(now: Timestamp) throws(StageError) -> Timestamp? {
        try grouped { () throws(StageError) -> Timestamp? in
            let since = min(try moment("offline_since") ?? now, now)
            try setMeta("offline_since", String(since.milliseconds))
            if let notified = try moment("offline_told_at"), notified <= now {
                let pause = notified - since >= Self.firstReminder ? Self.laterReminder : Self.firstReminder
                guard now - notified >= pause else { return nil }
            }
            try setMeta("offline_told_at", String(now.milliseconds))
            return since
        }
    }

    package func recordOnline() throws(StageError) -> Timestamp? {
        guard let since = try moment("offline_since") else { return nil }
        try grouped { () throws(StageError) in
            for key in ["offline_since", "offline_told_at"] { try setMeta(key, nil) }
        }
        return since
    }
}
