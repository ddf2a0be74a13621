import FeedStages

extension Schema {
    /// The story of each kept entry in a pipeline that finds stories.
    static let stories: Step = { connection throws(StageError) in
        try connection.runScript(
            """
            ALTER TABLE pipeline_entry ADD COLUMN story INTEGER;
            ALTER TABLE pipeline_entry ADD COLUMN story_role INTEGER;
            CREATE INDEX pipeline_entry_story ON pipeline_entry(pipeline, story, decided_at) WHERE story IS NOT NULL;
            """)
    }
}

/// The values of `pipeline_entry.story_role`. `story` is the entry that began the story: for a head the entry itself.
enum StoredStoryRole: Int64 {
    case head = 0, member = 1, later = 2, remarked = 3
}
