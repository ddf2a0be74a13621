extension Schema {
    /// What looks after the state itself.
    static let care = """
        -- Since when a pipeline, one of its sources or one of its sinks is in no configuration any more.
        ALTER TABLE pipeline ADD COLUMN removed_at INTEGER;
        ALTER TABLE pipeline_source ADD COLUMN removed_at INTEGER;
        ALTER TABLE pipeline_sink ADD COLUMN removed_at INTEGER;
        """
}
