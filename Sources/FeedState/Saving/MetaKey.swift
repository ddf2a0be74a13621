/// Keys of the table `meta`.
enum MetaKey {
    /// The id of the state, which is part of each message's id.
    static let instance = "instance"
    /// The id that stays when a saved state is loaded; the instance, where it is missing.
    static let origin = "origin"
    /// How many times the state was opened for writing; in PostgreSQL, the id of the last worker.
    static let generation = "generation"
    /// When the state was last opened for writing.
    static let lastRunAt = "last_run_at"
    /// The states from which this one comes (`StateAncestry`).
    static let ancestry = "ancestry"
    /// Where the state was moved to. No run uses it then.
    static let movedTo = "moved_to"
    /// The keys that say something of the place where a state lies, and nothing of the state.
    static let ofOnePlace = [
        movedTo, "path", "system_start", "narrowed_at", place, damaged, notifiedFailures, PostgreSQLSchema.versionKey,
    ]
    /// In PostgreSQL: what tells the database from every other one.
    static let place = "place"
    /// In PostgreSQL: why no run delivers from the state before it has been repaired.
    static let damaged = "damaged"
    /// In PostgreSQL: failures of the state that were told (`NotifiedFailures`).
    static let notifiedFailures = "told_failures"
}
