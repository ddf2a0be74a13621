extension Schema {
    /// What makes an entry the same.
    ///
    /// Since version 7 `feed.identity` may be 2, too: the link decides (see `IdentityRule`).
    static let identities = """
        -- How often the whole feed came with other guids and was known again all the same, and when last.
        ALTER TABLE feed ADD COLUMN guid_changes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN guids_changed_at INTEGER;
        -- Where the feed's site lives; the title that it had when title and site became another's at once, and since when.
        ALTER TABLE feed ADD COLUMN site_host TEXT;
        ALTER TABLE feed ADD COLUMN former_title TEXT;
        ALTER TABLE feed ADD COLUMN title_changed_at INTEGER;
        -- Of a source: since when entries of it are quarantined, and when the user was told.
        ALTER TABLE feed ADD COLUMN flooded_at INTEGER;
        ALTER TABLE feed ADD COLUMN flooded_told INTEGER;
        -- Keys that the entry was given after its first ones; and how often its guid came with another article.
        ALTER TABLE entry ADD COLUMN further_keys INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE entry ADD COLUMN other_articles INTEGER NOT NULL DEFAULT 0;
        """
}
