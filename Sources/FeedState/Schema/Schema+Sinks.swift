extension Schema {
    /// Why sinks fail, for people who look.
    static let sinkErrors = """
        ALTER TABLE sink ADD COLUMN error_subject TEXT;
        -- The rest of the last error, as JSON: facts, a third party's words.
        ALTER TABLE sink ADD COLUMN error_facts TEXT;
        """
}
