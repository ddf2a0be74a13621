extension Schema {
    /// Tables of pipelines, deliveries, messages, sinks and lines for the user.
    static let ledger = """
        -- removed_at: since when it, one of its sources or one of its sinks is in no configuration any more.
        CREATE TABLE pipeline(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
            first_seen_at INTEGER NOT NULL, last_delivered_at INTEGER, removed_at INTEGER,
            -- How many entries it kept on the day of its last delivery (days since 1970 by `settings.timezone`).
            kept_day INTEGER, kept_on_day INTEGER NOT NULL DEFAULT 0,
            -- Since when it can decide nothing, and when the user was last told so.
            failing_since INTEGER, told_at INTEGER);
        CREATE TABLE pipeline_source(
            pipeline INTEGER NOT NULL, feed_key BLOB NOT NULL, removed_at INTEGER,
            PRIMARY KEY(pipeline, feed_key)) WITHOUT ROWID;
        CREATE TABLE pipeline_sink(
            pipeline INTEGER NOT NULL, sink TEXT NOT NULL, removed_at INTEGER,
            PRIMARY KEY(pipeline, sink)) WITHOUT ROWID;

        CREATE TABLE pipeline_entry(
            pipeline INTEGER NOT NULL, entry INTEGER NOT NULL, state INTEGER NOT NULL,
            filter TEXT, reason TEXT, until INTEGER, decided_at INTEGER NOT NULL,
            -- The entry as filters left it, where they changed it.
            head BLOB, body BLOB,
            -- Of a dropped entry: the one in whose favour.
            same_as INTEGER,
            PRIMARY KEY(pipeline, entry)) WITHOUT ROWID;
        CREATE INDEX pipeline_entry_open ON pipeline_entry(pipeline, entry) WHERE state <= 1;
        CREATE INDEX pipeline_entry_same ON pipeline_entry(pipeline, same_as) WHERE same_as IS NOT NULL;

        -- When each filter first held an entry; `at_most` counts from then, whatever held it in between.
        CREATE TABLE hold(
            pipeline INTEGER NOT NULL, entry INTEGER NOT NULL, filter TEXT NOT NULL, since INTEGER NOT NULL,
            PRIMARY KEY(pipeline, entry, filter)) WITHOUT ROWID;

        -- What `deduplicate` saw of kept entries.
        CREATE TABLE fingerprint(
            pipeline INTEGER NOT NULL, kind TEXT NOT NULL, hash BLOB NOT NULL, entry INTEGER NOT NULL,
            kept_at INTEGER NOT NULL,
            PRIMARY KEY(pipeline, kind, hash)) WITHOUT ROWID;

        -- What a pipeline decided since a sink got its last digest: `kept=40 carried_in=61 expired=120`.
        CREATE TABLE tally(
            pipeline INTEGER NOT NULL, sink TEXT NOT NULL, numbers TEXT NOT NULL,
            PRIMARY KEY(pipeline, sink)) WITHOUT ROWID;

        -- pipeline 0: what other programs have shown (`SeenElsewhere`). Else see `FilterMemory`. `filter`: its name among those of the pipeline, `TYPE#NUMBER`.
        CREATE TABLE filter_memory(
            pipeline INTEGER NOT NULL, filter TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
            until INTEGER NOT NULL, PRIMARY KEY(pipeline, filter, key)) WITHOUT ROWID;

        -- A delivery is a row only while it waits; what is planned, delivered or given up stands in its message.
        CREATE TABLE waiting(
            sink TEXT NOT NULL, pipeline INTEGER NOT NULL, since INTEGER NOT NULL, position INTEGER NOT NULL,
            entry INTEGER NOT NULL, PRIMARY KEY(sink, pipeline, since, position, entry)) WITHOUT ROWID;

        CREATE TABLE message(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            pipeline INTEGER NOT NULL, sink TEXT NOT NULL, target TEXT NOT NULL, mode TEXT NOT NULL,
            memo BLOB,
            -- The entries, by their ids, with a blank between them.
            entries TEXT NOT NULL DEFAULT '', entry_count INTEGER NOT NULL DEFAULT 0,
            retained TEXT, webhook_id TEXT NOT NULL,
            -- What it tells of what the pipeline decided, of a replaced file: of all that the file holds.
            tally TEXT,
            state INTEGER NOT NULL, created_at INTEGER NOT NULL, finished_at INTEGER,
            -- Its place in the line of its sink, if not its own number: what takes the place of another message goes when
            -- that one would have gone; and which one it is of those that share a place.
            place INTEGER, turn INTEGER NOT NULL DEFAULT 0,
            -- How much simpler it is than the sink is told to be, since its receiver refused that.
            form INTEGER NOT NULL DEFAULT 0,
            attempts INTEGER NOT NULL DEFAULT 0, attempt_open INTEGER NOT NULL DEFAULT 0,
            first_failure_at INTEGER, next_at INTEGER, last_reason TEXT,
            -- Answers such as 401 and 404, which may be a mistake of the hour: counted at most once an hour.
            refusals INTEGER NOT NULL DEFAULT 0, refused_at INTEGER);
        CREATE INDEX message_open ON message(sink, coalesce(place, id), turn, id) WHERE state = 0;
        CREATE TABLE payload(message INTEGER PRIMARY KEY, bytes BLOB NOT NULL);

        -- What was delivered to: by which message last, what its sink keeps of it, and what its digest tells now.
        -- message 0: nothing is delivered there any more, and only the memo is kept, until the sink removes the file.
        CREATE TABLE target(
            id INTEGER PRIMARY KEY, sink TEXT NOT NULL, path TEXT NOT NULL,
            message INTEGER NOT NULL, memo BLOB, delivered_at INTEGER NOT NULL, tally TEXT,
            UNIQUE(sink, path));
        CREATE TABLE target_entry(
            target INTEGER NOT NULL, position INTEGER NOT NULL, pipeline INTEGER NOT NULL, entry INTEGER NOT NULL,
            PRIMARY KEY(target, position)) WITHOUT ROWID;
        CREATE INDEX target_entry_by_entry ON target_entry(entry);

        CREATE TABLE sink(
            name TEXT PRIMARY KEY, failing_since INTEGER, told_at INTEGER, waiting_told_at INTEGER,
            -- The last error; the rest of it as JSON: facts, a third party's words.
            error_code TEXT, error_subject TEXT, error_facts TEXT,
            -- Runs in a row that failed and took nothing, since when, when the last of them began, and whether it had ever
            -- worked before.
            failures INTEGER NOT NULL DEFAULT 0, failures_since INTEGER, failed_run INTEGER,
            -- Whether the user was told that it fails; `told_at` also says that entries wait.
            failure_told INTEGER NOT NULL DEFAULT 0,
            has_worked INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID;

        -- What is told once must not be lost between the moment when it is found out and the end of the run: its kind, and
        -- the rest of it as JSON. told_at: since when somebody has heard of it; such rows stay for a while, to be looked up.
        CREATE TABLE line(
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, fact TEXT NOT NULL, made_at INTEGER NOT NULL,
            told_at INTEGER);
        CREATE INDEX line_untold ON line(id) WHERE told_at IS NULL;
        """
}

/// The values of `pipeline_entry.state`.
enum EntryState: Int64 {
    case waiting = 0, held = 1, quarantined = 2, dropped = 3, kept = 4
}

/// The values of `message.state`.
enum MessageState: Int64 {
    case open = 0, delivered = 1, givenUp = 2, discarded = 3
    /// The receiver refused the message, and other messages with its entries took its place.
    case replaced = 4
}
