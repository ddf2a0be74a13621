import FeedStages

/// The tables of the state, version by version; `PRAGMA user_version` tells which a file has.
enum Schema {
    /// "KAWA": marks a SQLite file as ours.
    static let applicationID: Int64 = 0x4B41_5741

    /// Each step takes a file from the version before it (its index) to the next; never edited once released.
    static let migrations: [String] = [
        version1, version2, version3, version4, version5, version6, version7, version8, version9,
    ]

    /// Does what a step's SQL cannot: called after the step that leads to `version`.
    static func finishMigration(to version: Int, of connection: SQLiteConnection) throws(StageError) {
        if version == 3 { try ContentKeys.renew(in: connection) }
        if version == 8 { try AddressKeys.renew(in: connection) }
    }

    private static let version1 = """
        CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

        -- One row a document; the row with an empty document is the source itself and carries its health.
        CREATE TABLE feed(
            id INTEGER PRIMARY KEY,
            key BLOB NOT NULL,
            document TEXT NOT NULL DEFAULT '',
            source TEXT NOT NULL,
            title TEXT,
            identity INTEGER NOT NULL DEFAULT 0,
            url_effective TEXT, validator_url TEXT, etag TEXT, last_modified TEXT,
            cursor TEXT, content_hash BLOB, parsed_at INTEGER,
            next_at INTEGER, not_before INTEGER,
            loaded_at INTEGER, last_success INTEGER, last_attempt INTEGER, last_status INTEGER, last_seconds REAL,
            failures INTEGER NOT NULL DEFAULT 0, failing_since INTEGER, told_at INTEGER,
            error_code TEXT, error_subject TEXT,
            UNIQUE(key, document));

        CREATE TABLE entry(
            id INTEGER PRIMARY KEY,
            feed INTEGER NOT NULL REFERENCES feed(id),
            first_seen INTEGER NOT NULL,
            date INTEGER NOT NULL,
            document_order INTEGER NOT NULL,
            last_in_document INTEGER NOT NULL,
            content_hash BLOB NOT NULL,
            redeliveries INTEGER NOT NULL DEFAULT 0,
            json BLOB NOT NULL,
            numbers TEXT);
        CREATE INDEX entry_by_feed ON entry(feed, date);

        CREATE TABLE entry_key(
            feed INTEGER NOT NULL, kind INTEGER NOT NULL, hash BLOB NOT NULL, entry INTEGER NOT NULL,
            PRIMARY KEY(feed, kind, hash)) WITHOUT ROWID;

        CREATE TABLE pipeline(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
            first_seen_at INTEGER NOT NULL, last_delivered_at INTEGER);
        CREATE TABLE pipeline_source(
            pipeline INTEGER NOT NULL, feed_key BLOB NOT NULL, PRIMARY KEY(pipeline, feed_key)) WITHOUT ROWID;
        CREATE TABLE pipeline_sink(
            pipeline INTEGER NOT NULL, sink TEXT NOT NULL, PRIMARY KEY(pipeline, sink)) WITHOUT ROWID;

        CREATE TABLE pipeline_entry(
            pipeline INTEGER NOT NULL, entry INTEGER NOT NULL, state INTEGER NOT NULL,
            filter TEXT, reason TEXT, until INTEGER, decided_at INTEGER NOT NULL,
            json BLOB, also_in TEXT,
            PRIMARY KEY(pipeline, entry)) WITHOUT ROWID;
        CREATE INDEX pipeline_entry_open ON pipeline_entry(pipeline, entry) WHERE state <= 1;

        -- When each filter first held an entry; `at_most` counts from then, whatever held it in between.
        CREATE TABLE hold(
            pipeline INTEGER NOT NULL, entry INTEGER NOT NULL, filter TEXT NOT NULL, since INTEGER NOT NULL,
            PRIMARY KEY(pipeline, entry, filter)) WITHOUT ROWID;

        -- What `deduplicate` saw of kept entries.
        CREATE TABLE fingerprint(
            pipeline INTEGER NOT NULL, kind TEXT NOT NULL, hash BLOB NOT NULL, entry INTEGER NOT NULL,
            kept_at INTEGER NOT NULL,
            PRIMARY KEY(pipeline, kind, hash)) WITHOUT ROWID;

        CREATE TABLE delivery(
            pipeline INTEGER NOT NULL, sink TEXT NOT NULL, entry INTEGER NOT NULL, state INTEGER NOT NULL,
            message INTEGER, reason TEXT, state_since INTEGER NOT NULL, position INTEGER NOT NULL,
            PRIMARY KEY(pipeline, sink, entry)) WITHOUT ROWID;
        CREATE INDEX delivery_waiting ON delivery(sink, pipeline, state_since, position) WHERE state = 0;
        CREATE INDEX delivery_by_message ON delivery(message) WHERE message IS NOT NULL;
        CREATE INDEX delivery_planned ON delivery(entry) WHERE state = 1;

        CREATE TABLE message(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            pipeline INTEGER NOT NULL, sink TEXT NOT NULL, target TEXT NOT NULL, mode TEXT NOT NULL,
            base_device INTEGER, base_inode INTEGER, base_length INTEGER, base_tail_hash BLOB,
            payload BLOB, payload_hash BLOB NOT NULL, retained TEXT, webhook_id TEXT NOT NULL,
            state INTEGER NOT NULL, created_at INTEGER NOT NULL, finished_at INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0, attempt_open INTEGER NOT NULL DEFAULT 0,
            first_failure_at INTEGER, next_at INTEGER, last_reason TEXT);
        CREATE INDEX message_open ON message(sink, id) WHERE state = 0;

        CREATE TABLE target(
            id INTEGER PRIMARY KEY, sink TEXT NOT NULL, path TEXT NOT NULL,
            device INTEGER NOT NULL, inode INTEGER NOT NULL, committed_length INTEGER NOT NULL,
            tail_hash BLOB NOT NULL, delivered_at INTEGER NOT NULL,
            UNIQUE(sink, path));
        CREATE TABLE target_entry(
            target INTEGER NOT NULL, position INTEGER NOT NULL, pipeline INTEGER NOT NULL, entry INTEGER NOT NULL,
            PRIMARY KEY(target, position)) WITHOUT ROWID;
        CREATE INDEX target_entry_by_entry ON target_entry(entry);

        CREATE TABLE sink(
            name TEXT PRIMARY KEY, failing_since INTEGER, told_at INTEGER, waiting_told_at INTEGER,
            error_code TEXT) WITHOUT ROWID;
        """

    /// What servers asked of us, where feeds went, and how often they want to be asked.
    private static let version2 = """
        -- No request to a server (`host`, or `host:port`) before then, whichever source was told.
        CREATE TABLE server(name TEXT PRIMARY KEY, not_before INTEGER NOT NULL) WITHOUT ROWID;

        -- Requests that a server still takes from the holder of a credential (a hash; empty: from anybody).
        CREATE TABLE budget(
            server TEXT NOT NULL, credential BLOB NOT NULL,
            allowed INTEGER, remaining INTEGER NOT NULL, resets_at INTEGER NOT NULL,
            PRIMARY KEY(server, credential)) WITHOUT ROWID;

        -- A permanent redirect that is not believed yet: since when it has led there, at how many fetches to the same
        -- feed; and when the first redirect began, since when what comes may be a stranger's.
        CREATE TABLE move(
            feed_key BLOB PRIMARY KEY, target TEXT NOT NULL, since INTEGER NOT NULL, fetches INTEGER NOT NULL,
            began INTEGER NOT NULL) WITHOUT ROWID;

        -- url_effective: the address that is asked instead of the configured one, once a move is believed; until now
        -- it told where the last answer had come from. old_asked_at: when the configured one was last asked.
        UPDATE feed SET url_effective = NULL;
        ALTER TABLE feed ADD COLUMN old_asked_at INTEGER;
        ALTER TABLE feed ADD COLUMN feed_id TEXT;
        -- How long the feed asks its readers to wait, in milliseconds.
        ALTER TABLE feed ADD COLUMN time_to_live INTEGER;
        ALTER TABLE feed ADD COLUMN last_requests INTEGER;
        -- Runs in a row that had no time or no request left for it; who waited for the most goes first.
        ALTER TABLE feed ADD COLUMN passed_over INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN gone_since INTEGER;
        ALTER TABLE feed ADD COLUMN gone_fetches INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN stopped_at INTEGER;
        """

    /// What is large stands apart from what is often read or changed.
    private static let version3 = """
        -- `summary` and `content` of an entry. Heads that begin with a brace are from before and hold all of it.
        CREATE TABLE entry_body(entry INTEGER PRIMARY KEY, body BLOB NOT NULL);
        ALTER TABLE entry RENAME COLUMN json TO head;
        ALTER TABLE pipeline_entry RENAME COLUMN json TO head;
        ALTER TABLE pipeline_entry ADD COLUMN body BLOB;

        CREATE TABLE payload(message INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
        INSERT INTO payload SELECT id, payload FROM message WHERE payload IS NOT NULL;
        ALTER TABLE message DROP COLUMN payload;

        -- The entries of a message, by their ids, with a blank between them: what `delivery` was searched for.
        ALTER TABLE message ADD COLUMN entries TEXT NOT NULL DEFAULT '';
        UPDATE message SET entries = coalesce(
            (SELECT group_concat(entry, ' ') FROM delivery WHERE message = message.id), '');
        DROP INDEX delivery_by_message;
        DROP INDEX delivery_planned;
        """

    /// A delivery is a row only while it waits; what is planned, delivered or given up stands in its message.
    private static let version4 = """
        CREATE TABLE waiting(
            sink TEXT NOT NULL, pipeline INTEGER NOT NULL, since INTEGER NOT NULL, position INTEGER NOT NULL,
            entry INTEGER NOT NULL, PRIMARY KEY(sink, pipeline, since, position, entry)) WITHOUT ROWID;
        INSERT INTO waiting SELECT sink, pipeline, state_since, position, entry FROM delivery WHERE state = 0;
        DROP TABLE delivery;
        ALTER TABLE message ADD COLUMN entry_count INTEGER NOT NULL DEFAULT 0;
        UPDATE message SET entry_count = length(entries) - length(replace(entries, ' ', '')) + 1 WHERE entries <> '';
        -- A feed's entries are found by their keys.
        DROP INDEX entry_by_feed;
        """

    /// Nothing was ever compared with the hash of a payload.
    private static let version5 = """
        ALTER TABLE message DROP COLUMN payload_hash;
        """

    /// A feed's entries are counted and ranked by date after all.
    private static let version6 = """
        CREATE INDEX entry_by_feed ON entry(feed, date);
        """

    /// What it takes to be forgotten: how feeds fare, what is held, given up, told, and when it may go.
    private static let version7 = [health, deliveries, identities, care].joined(separator: "\n")

    /// What feeds are used to, and the whole of what went wrong with a sink.
    private static let version8 = [sinkErrors, habits].joined(separator: "\n")

    /// When feeds are asked, what becomes of what pipelines pass over, and what the user is owed.
    private static let version9 = [polling, selection, lines, lacks, strangers, shape].joined(separator: "\n")
}

/// `pipeline_entry.state`.
enum EntryState: Int64 {
    case waiting = 0, held = 1, quarantined = 2, dropped = 3, kept = 4
}

/// `message.state`.
enum MessageState: Int64 {
    case open = 0, delivered = 1, givenUp = 2, discarded = 3
    /// Others took its place, after its receiver had refused it: its entries are in them.
    case replaced = 4
}

/// `entry_key.kind`.
enum KeyKind: Int64 {
    case guid = 0, guidAndLink = 1, link = 2, content = 3
}
