extension Schema {
    /// What a pipeline chose.
    static let selection = """
        -- How many entries it kept on the day of its last delivery (days since 1970 by `settings.timezone`).
        ALTER TABLE pipeline ADD COLUMN kept_day INTEGER;
        ALTER TABLE pipeline ADD COLUMN kept_on_day INTEGER NOT NULL DEFAULT 0;
        -- Of a dropped entry: the one in whose favour. `also_in`, names of sources, is read and written no more.
        ALTER TABLE pipeline_entry ADD COLUMN same_as INTEGER;
        CREATE INDEX pipeline_entry_same ON pipeline_entry(pipeline, same_as) WHERE same_as IS NOT NULL;

        -- For how long at most an entry had waited for us when it was first seen, beyond what is usual; and after what
        -- time a source is usually looked at again. Both in milliseconds.
        ALTER TABLE entry ADD COLUMN waited INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN usual_gap INTEGER NOT NULL DEFAULT 0;
        -- Of a source that fails: the longest time since its last success for which nobody looked, in milliseconds.
        ALTER TABLE feed ADD COLUMN unseen INTEGER NOT NULL DEFAULT 0;

        -- What a pipeline decided since a sink got its last digest: `kept=40 carried_in=61 expired=120`.
        CREATE TABLE tally(
            pipeline INTEGER NOT NULL, sink TEXT NOT NULL, numbers TEXT NOT NULL,
            PRIMARY KEY(pipeline, sink)) WITHOUT ROWID;
        -- What a message tells of that, of a replaced file: of all that the file holds; and what a file tells now.
        ALTER TABLE message ADD COLUMN tally TEXT;
        ALTER TABLE target ADD COLUMN tally TEXT;
        """
}
