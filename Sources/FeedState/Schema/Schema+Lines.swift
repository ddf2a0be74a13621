extension Schema {
    /// What is told once must not be lost between the moment when it is found out and the end of the run.
    static let lines = """
        -- What is to be told: its kind, and the rest of it as JSON. told_at: since when somebody has heard of it; such
        -- rows stay for a while, to be looked up.
        CREATE TABLE line(
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, fact TEXT NOT NULL, made_at INTEGER NOT NULL,
            told_at INTEGER);
        CREATE INDEX line_untold ON line(id) WHERE told_at IS NULL;

        -- For which reasons (`FailureCause`) the user was told that a feed fails, since it last worked.
        ALTER TABLE feed ADD COLUMN told_causes TEXT;

        -- Of a sink: runs in a row that failed and took nothing, since when, when the last of them began, and whether it
        -- had ever worked before.
        ALTER TABLE sink ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sink ADD COLUMN failures_since INTEGER;
        ALTER TABLE sink ADD COLUMN failed_run INTEGER;
        -- Whether the user was told that it fails; `told_at` also says that entries wait.
        ALTER TABLE sink ADD COLUMN failure_told INTEGER NOT NULL DEFAULT 0;
        UPDATE sink SET failure_told = 1 WHERE failing_since IS NOT NULL;
        ALTER TABLE sink ADD COLUMN has_worked INTEGER NOT NULL DEFAULT 1;
        """
}
