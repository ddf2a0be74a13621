extension EnglishMessages {
    /// The state database: what is wrong with it, and what it keeps as reasons.
    static let state: StaticString = """

        database.marked = marked as damaged
        database.damage = damage was found
        database.malformed = the database is malformed
        database.it_is_malformed = it is malformed
        database.unchecked = it cannot be checked
        database.no_locks = a file system without locks
        database.mounted = its file is mounted by itself
        database.foreign = another program's database
        database.no_version = it does not contain its version
        database.empty = it is empty
        database.older = it is an older copy, or has lost the last writes
        database.lost_source = a source is missing from its index
        database.keys_out_of_order = the keys of entries are out of order
        database.lost_document = a document is missing from its index
        database.lost_waiting = damaged rows of waiting entries
        database.newer = the state of a newer version
        database.entry_state = entry state {value}
        database.message_state = message state {value}
        database.message_mode = message mode {value}
        saved.no_state = it is no saved state
        saved.cut_short = it was cut short, or `state save` did not make it
        saved.changed = it was changed since it was saved
        saved.later_format = a newer version saved it
        saved.unreleased = a version before the first release saved it
        saved.no_tables = it lacks tables of a state
        saved.ahead = the state here has gone on since {file} was saved
        saved.other = the state here is another one than that of {file}
        saved.again_exactly = {file} does not know of {messages} {messages:message|messages} with {entries} {entries:entry|entries}, delivered to {sinks} since {since}: loaded by --force, it delivers those again that it has itself or that the sources still show
        saved.again_at_least = {file} does not know of {messages} or more messages with {entries} or more entries, delivered to {sinks} since {since}: loaded by --force, it delivers those again that it has itself or that the sources still show
        saved.more_sinks = {count} more
        saved.lost_waiting = {file} lacks {entries} {entries:entry|entries} that {entries:waits or was|wait or were} given up here: of these, what the sources no longer show is lost by --force
        rule.waiting_entries = every entry on its way to a sink is there
        rule.message_bytes = every open message has its bytes
        rule.finished_messages = no finished message has bytes
        rule.keys = every key leads to an entry
        rule.numbers = every history of numbers leads to an entry
        rule.pipeline_entries = every entry in a pipeline is there
        rule.entry_documents = every entry has a document
        rule.document_sources = every document has a source
        rule.stories = only kept entries belong to stories
        rule.waiting_once = no entry waits for filters and for a sink at once
        verdict.flood_past = appeared as new with many others, though published long before the last fetch
        verdict.flood_longer = appeared as new with many others, in a document longer than ever before
        verdict.flood_other_site = appeared when the URL began to show the feed of another site
        verdict.flood_stranger = came by a redirect to another site, in a document without any known entry
        verdict.flood_lost = perhaps delivered already: the state had lost entries
        verdict.discarded = discarded by hand
        verdict.source_removed = its source was removed
        verdict.seen_elsewhere = seen in {program} before the import
        verdict.first_run = older than the newest at the first fetch

        """
}
