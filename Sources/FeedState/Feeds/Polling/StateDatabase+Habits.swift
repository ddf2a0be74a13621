package import FeedModel
package import FeedStages

/// The publishing habits of a feed.
package struct FeedHabit: Sendable, Hashable {
    /// How many entries the feed brings.
    package var rate: EntryRate
    /// How far back the feed's document reaches.
    package var reach: DocumentReach
    /// How long ago the feed was first loaded completely; zero if never.
    package var watched: Duration

    package init(rate: EntryRate, reach: DocumentReach, watched: Duration) {
        self.rate = rate
        self.reach = reach
        self.watched = watched
    }
}

extension StateDatabase {
    package func habits(
        of keys: [FeedKey], within window: Duration, now: Timestamp
    ) throws(StageError) -> [FeedHabit] {
        try reading { () throws(StageError) -> [FeedHabit] in
            var habits: [FeedHabit] = []
            for key in keys {
                let rate = try rate(of: key, within: window, before: now)
                let known = try connection.first(
                    """
                    SELECT loaded_at, stay, shown, oldest_shown, newest_shown, coalesce(last_new_at, loaded_at)
                    FROM source WHERE key = ?
                    """, .blob(key.hash)
                ) { (loadedAt: $0.time(0), reach: Self.reach($0, from: 1)) }
                habits.append(
                    FeedHabit(
                        rate: rate, reach: known?.reach ?? DocumentReach(),
                        watched: max(.zero, now - (known?.loadedAt ?? now))))
            }
            return habits
        }
    }
}
