extension Schema {
    /// Which fields the entries of a feed have.
    static let shape = """
        -- Of a source: see `FeedShape`.
        ALTER TABLE feed ADD COLUMN shape TEXT;
        """
}
