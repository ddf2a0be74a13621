extension Schema {
    /// How far documents reach back, and what may have been missed.
    static let polling = """
        -- Of a source: how long an entry stays in its document, as fetches have shown, in milliseconds; how many entries
        -- its last document had, and between which dates they lie, if they are dated to the minute and in order.
        ALTER TABLE feed ADD COLUMN stay INTEGER;
        ALTER TABLE feed ADD COLUMN shown INTEGER;
        ALTER TABLE feed ADD COLUMN oldest_shown INTEGER;
        ALTER TABLE feed ADD COLUMN newest_shown INTEGER;
        -- When entries may have been missed last: noticed when, scrolled away between which moments, how long between two
        -- fetches would have caught them (milliseconds), why that was not so (`MissedEntries.Cause`), told when, and how
        -- often since it began.
        ALTER TABLE feed ADD COLUMN missed_at INTEGER;
        ALTER TABLE feed ADD COLUMN missed_from INTEGER;
        ALTER TABLE feed ADD COLUMN missed_until INTEGER;
        ALTER TABLE feed ADD COLUMN missed_pause INTEGER;
        ALTER TABLE feed ADD COLUMN missed_cause TEXT;
        ALTER TABLE feed ADD COLUMN missed_told INTEGER;
        ALTER TABLE feed ADD COLUMN missed_tellings INTEGER NOT NULL DEFAULT 0;
        -- How often in a row the server refused without a word for how long: such a pause is ours, and grows. 0: its own.
        ALTER TABLE server ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;
        """
}
