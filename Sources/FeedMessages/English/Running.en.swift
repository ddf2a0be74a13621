extension EnglishMessages {
    /// What happens in a run.
    static let running: StaticString = """

        stage.entry_twice = the same entry twice
        stage.foreign_entry = an entry that was not in its input
        stage.missing_verdicts = {count} entries without a verdict
        stage.named = {stage}: {found}
        stage.long_memo = a memo of {size} bytes (at most {limit})
        stage.undecided = {count} entries || an entry
        digest.untagged = Untagged

        """
}
