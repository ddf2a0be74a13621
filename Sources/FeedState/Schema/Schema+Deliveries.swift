extension Schema {
    /// What sinks need to know.
    static let deliveries = """
        -- Its place in the line of its sink, if not its own number: what takes the place of another message goes when
        -- that one would have gone.
        ALTER TABLE message ADD COLUMN place INTEGER;
        -- Which one it is of those that share a place.
        ALTER TABLE message ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
        -- How much simpler it is than the sink is told to be, since its receiver refused that.
        ALTER TABLE message ADD COLUMN form INTEGER NOT NULL DEFAULT 0;
        -- Answers such as 401 and 404, which may be a mistake of the hour: counted at most once an hour.
        ALTER TABLE message ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE message ADD COLUMN refused_at INTEGER;
        DROP INDEX message_open;
        CREATE INDEX message_open ON message(sink, coalesce(place, id), turn, id) WHERE state = 0;

        -- An address (a hash of it) that asked for a pause, whichever sink was told. Until now a message was told.
        -- is_gone: it said so for good, and the pause is ours.
        CREATE TABLE endpoint(
            id BLOB PRIMARY KEY, not_before INTEGER NOT NULL, is_gone INTEGER NOT NULL) WITHOUT ROWID;
        UPDATE message SET next_at = NULL;

        -- How many messages a sink with a `rate` sent lately, by slots of time.
        CREATE TABLE sending(sink TEXT PRIMARY KEY, slots TEXT NOT NULL) WITHOUT ROWID;
        """
}
