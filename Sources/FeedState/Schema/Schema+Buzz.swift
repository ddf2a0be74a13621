import FeedStages

extension Schema {
    /// Adds how much an entry was talked about when a pipeline judged it (`BuzzJSON`).
    static let addBuzz: Step = { connection throws(StageError) in
        try connection.runScript("ALTER TABLE pipeline_entry ADD COLUMN buzz TEXT")
    }
}
