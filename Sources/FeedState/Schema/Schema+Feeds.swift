extension Schema {
    /// Tables of sources, documents and entries.
    static let feeds = """
        -- A source as its plugin's type and its request tell it apart (`FeedKey`); name: in the configuration, when it was
        -- last asked.
        CREATE TABLE source(
            id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, name TEXT NOT NULL,
            cursor TEXT,
            -- The address that is asked instead of the configured one, once a move is believed; and when the configured
            -- one was last asked.
            url_effective TEXT, old_asked_at INTEGER,
            -- The id that the feed gives itself, and how long it asks its readers to wait, in milliseconds.
            feed_id TEXT, time_to_live INTEGER,
            -- When it is due; before when its server, and we after failures in a row, leave it alone. `--now` asks all the
            -- same.
            next_at INTEGER, not_before INTEGER, retry_at INTEGER,
            loaded_at INTEGER, last_success INTEGER, last_attempt INTEGER, last_status INTEGER, last_seconds REAL,
            last_requests INTEGER,
            -- Runs in a row that had no time or no request left for it; who waited for the most goes first.
            passed_over INTEGER NOT NULL DEFAULT 0,
            gone_since INTEGER, gone_fetches INTEGER NOT NULL DEFAULT 0, stopped_at INTEGER,
            -- Failures in a row; what the user was last told of them (`FeedHealth.Notification`), when, and for which reasons
            -- (`FailureCause`).
            failures INTEGER NOT NULL DEFAULT 0, failing_since INTEGER,
            told INTEGER NOT NULL DEFAULT 0, told_at INTEGER, told_causes TEXT,
            -- The last error; the rest of it as JSON: facts, a third party's words.
            error_code TEXT, error_subject TEXT, error_facts TEXT,
            -- How the last fetches went (`FetchHistory`).
            recent INTEGER NOT NULL DEFAULT 0, pace INTEGER NOT NULL DEFAULT 0,
            -- What had to be mended when it was last parsed: codes with blanks between them, or NULL.
            repairs TEXT,
            -- When it last brought something new, and when the user was told that it brings nothing any more.
            last_new_at INTEGER, quiet_told_at INTEGER,
            -- After what time it is usually looked at again; while it fails, the longest time since its last success for
            -- which nobody looked. Both in milliseconds.
            usual_gap INTEGER NOT NULL DEFAULT 0, unseen INTEGER NOT NULL DEFAULT 0,
            -- How long an entry stays in its document, as fetches have shown, in milliseconds; how many entries its last
            -- document had, and between which dates they lie, if they are dated to the minute and in order.
            stay INTEGER, shown INTEGER, oldest_shown INTEGER, newest_shown INTEGER,
            -- When entries may have been missed last: noticed when, scrolled away between which moments, how long between
            -- two fetches would have caught them (milliseconds), why that was not so (`MissedEntries.Cause`), told when,
            -- and how often since it began.
            missed_at INTEGER, missed_from INTEGER, missed_until INTEGER, missed_pause INTEGER, missed_cause TEXT,
            missed_told INTEGER, missed_tellings INTEGER NOT NULL DEFAULT 0,
            -- Since when entries of it are quarantined, when the user was told, and of how many.
            flooded_at INTEGER, flooded_told INTEGER, flooded_told_entries INTEGER NOT NULL DEFAULT 0,
            -- The largest flood that the user released, and how far before its fetch the oldest entry was dated, in
            -- milliseconds.
            released_entries INTEGER NOT NULL DEFAULT 0, released_depth INTEGER NOT NULL DEFAULT 0,
            -- The site to which redirects led at the last fetch, empty where they led nowhere (NULL: not known yet); the
            -- one whose entries are held, for nothing was known of them when redirects led there first; the one whose
            -- entries the user has released: they are the source's from then on.
            last_site TEXT, strange_site TEXT, trusted_site TEXT,
            -- Which fields its entries have (`FeedShape`).
            shape TEXT);

        -- A document of a source (`DocumentKey`): what stands for its bytes, what its feed says of itself, and, of one of
        -- many, how it fares; of an only one that is told of its source.
        CREATE TABLE document(
            id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES source(id), key TEXT NOT NULL,
            validator_url TEXT, etag TEXT, last_modified TEXT, content_hash BLOB, parsed_at INTEGER,
            title TEXT,
            -- Where the feed's site lives; the title that it had when title and site became another's at once, and since
            -- when.
            site_host TEXT, former_title TEXT, title_changed_at INTEGER,
            -- What decides what is the same entry (`IdentityRule`); how often the whole feed came with other guids and was
            -- known again all the same, and when last.
            identity INTEGER NOT NULL DEFAULT 0, guid_changes INTEGER NOT NULL DEFAULT 0, guids_changed_at INTEGER,
            -- How many entries it showed at most.
            most_entries INTEGER NOT NULL DEFAULT 0,
            failures INTEGER NOT NULL DEFAULT 0, failing_since INTEGER, last_attempt INTEGER,
            told INTEGER NOT NULL DEFAULT 0, told_at INTEGER, told_causes TEXT,
            error_code TEXT, error_subject TEXT, error_facts TEXT,
            UNIQUE(source, key));

        -- A permanent redirect that is not believed yet: since when it has led there, at how many fetches to the same
        -- feed; and when the first redirect began, since when what comes may be a stranger's.
        CREATE TABLE move(
            feed_key BLOB PRIMARY KEY, target TEXT NOT NULL, since INTEGER NOT NULL, fetches INTEGER NOT NULL,
            began INTEGER NOT NULL) WITHOUT ROWID;

        CREATE TABLE entry(
            id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES document(id),
            first_seen INTEGER NOT NULL,
            -- For how long at most it had waited for us then, beyond what is usual, in milliseconds.
            waited INTEGER NOT NULL DEFAULT 0,
            date INTEGER NOT NULL, document_order INTEGER NOT NULL, last_in_document INTEGER NOT NULL,
            -- Keys that it was given after its first ones; and how often its guid came with another article.
            further_keys INTEGER NOT NULL DEFAULT 0, other_articles INTEGER NOT NULL DEFAULT 0,
            content_hash BLOB NOT NULL, head BLOB NOT NULL, numbers TEXT);
        CREATE INDEX entry_by_document ON entry(document, date);

        -- `summary` and `content` of an entry: what is large stands apart from what is often read or changed.
        CREATE TABLE entry_body(entry INTEGER PRIMARY KEY, body BLOB NOT NULL);

        CREATE TABLE entry_key(
            document INTEGER NOT NULL, kind INTEGER NOT NULL, hash BLOB NOT NULL, entry INTEGER NOT NULL,
            PRIMARY KEY(document, kind, hash)) WITHOUT ROWID;
        """
}

/// The values of `entry_key.kind`.
enum KeyKind: Int64 {
    case guid = 0, guidAndLink = 1, link = 2, content = 3
}
