extension Schema {
    /// Tables of the limits that servers and receivers set, and of facts about the state itself.
    static let servers = """
        CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

        -- No request to a server (`host`, or `host:port`) before then, whichever source was told. How often in a row it
        -- refused without a word for how long: such a pause is ours, and grows. 0: its own.
        CREATE TABLE server(
            name TEXT PRIMARY KEY, not_before INTEGER NOT NULL, refusals INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;

        -- Requests that a server still takes from the holder of a credential (a hash; empty: from anybody).
        CREATE TABLE budget(
            server TEXT NOT NULL, credential BLOB NOT NULL,
            allowed INTEGER, remaining INTEGER NOT NULL, resets_at INTEGER NOT NULL,
            PRIMARY KEY(server, credential)) WITHOUT ROWID;

        -- An address (a hash of it) that asked for a pause, whichever sink was told. is_gone: it said so for good, and the
        -- pause is ours.
        CREATE TABLE endpoint(
            id BLOB PRIMARY KEY, not_before INTEGER NOT NULL, is_gone INTEGER NOT NULL) WITHOUT ROWID;

        -- How many messages a sink with a `rate` sent lately, by slots of time.
        CREATE TABLE sending(sink TEXT PRIMARY KEY, slots TEXT NOT NULL) WITHOUT ROWID;
        """
}
