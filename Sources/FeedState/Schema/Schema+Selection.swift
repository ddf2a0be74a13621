extension Schema {
    /// What a pipeline chose.
    static let selection = """
        -- How many entries it kept on the day of its last delivery (days since 1970 by `settings.timezone`).
        ALTER TABLE pipeline ADD COLUMN kept_day INTEGER;
        ALTER TABLE pipeline ADD COLUMN kept_on_day INTEGER NOT NULL DEFAULT 0;
        """
}
