extension Schema {
    /// How feeds fare over weeks.
    static let health = """
        -- Not to be asked before, after failures in a row; `--now` asks all the same.
        ALTER TABLE feed ADD COLUMN retry_at INTEGER;
        -- What the user was last told of the failures in a row (`FeedHealth.Told`); `told_at` says when.
        ALTER TABLE feed ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
        UPDATE feed SET told = 1 WHERE told_at IS NOT NULL;
        -- The rest of the last error, as JSON: facts, a third party's words.
        ALTER TABLE feed ADD COLUMN error_facts TEXT;
        -- A bit for each of the last 32 fetches, the last one lowest: whether it failed; above them, how many they are.
        ALTER TABLE feed ADD COLUMN recent INTEGER NOT NULL DEFAULT 0;
        -- A bit for each of the last five complete fetches: whether it was slow.
        ALTER TABLE feed ADD COLUMN pace INTEGER NOT NULL DEFAULT 0;
        -- What had to be mended when it was last parsed: codes with blanks between them, or NULL.
        ALTER TABLE feed ADD COLUMN repairs TEXT;
        -- When it last brought something new, and when the user was told that it brings nothing any more.
        ALTER TABLE feed ADD COLUMN last_new_at INTEGER;
        ALTER TABLE feed ADD COLUMN quiet_told_at INTEGER;
        """
}
