extension Schema {
    /// What is ordinary for a feed.
    static let habits = """
        -- Of a document: how many entries it showed at most.
        ALTER TABLE feed ADD COLUMN most_entries INTEGER NOT NULL DEFAULT 0;
        -- Of a source: how many quarantined entries the user was told of.
        ALTER TABLE feed ADD COLUMN flooded_told_entries INTEGER NOT NULL DEFAULT 0;
        -- The largest flood that the user released, and how far before its fetch the oldest entry was dated, in
        -- milliseconds.
        ALTER TABLE feed ADD COLUMN released_entries INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN released_depth INTEGER NOT NULL DEFAULT 0;
        """
}
