extension Schema {
    /// What is told once must not be lost between the moment when it is found out and the end of the run.
    static let lines = """
        -- What is to be told: its kind, and the rest of it as JSON. told_at: since when somebody has heard of it; such
        -- rows stay for a while, to be looked up.
        CREATE TABLE line(
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, fact TEXT NOT NULL, made_at INTEGER NOT NULL,
            told_at INTEGER);
        CREATE INDEX line_untold ON line(id) WHERE told_at IS NULL;
        """
}
