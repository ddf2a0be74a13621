extension EnglishMessages {
    /// What happens in a run.
    static let running: StaticString = """

        stage.entry_twice = an entry twice
        stage.foreign_entry = an entry that it was not given
        stage.missing_verdicts = {count} entries without a verdict
        stage.named = {stage}: {found}
        stage.long_memo = a memo of {size} bytes, where {limit} are allowed
        stage.undecided = {count} entries || an entry
        digest.untagged = Untagged

        """
}
