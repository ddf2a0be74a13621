extension Schema {
    /// Feeds that redirects lead to.
    static let strangers = """
        -- The site to which redirects led at the last fetch, empty where they led nowhere; NULL: not known yet.
        ALTER TABLE feed ADD COLUMN last_site TEXT;
        -- The site whose entries are held: nothing was known of them when redirects led there first.
        ALTER TABLE feed ADD COLUMN strange_site TEXT;
        -- The site whose entries the user has released: they are the feed's from then on.
        ALTER TABLE feed ADD COLUMN trusted_site TEXT;
        """
}
