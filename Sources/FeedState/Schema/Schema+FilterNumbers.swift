import FeedStages

extension Schema {
    /// Numbers that a pipeline's filters gave an entry (`NumbersJSON`), beside those that its source gives: a later fetch
    /// changes only the latter. NULL where filters changed none.
    static let addFilterNumbers: Step = { connection throws(StageError) in
        try connection.runScript("ALTER TABLE pipeline_entry ADD COLUMN numbers TEXT")
    }
}
