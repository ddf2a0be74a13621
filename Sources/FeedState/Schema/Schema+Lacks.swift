extension Schema {
    /// What parts of the configuration lack.
    static let lacks = """
        -- Since when a pipeline can decide nothing, and when the user was last told so.
        ALTER TABLE pipeline ADD COLUMN failing_since INTEGER;
        ALTER TABLE pipeline ADD COLUMN told_at INTEGER;
        """
}
