extension EnglishMessages {
    /// `kawaraban import` and `kawaraban export`: lists of other programs.
    static let imports: StaticString = """

        help.import = Makes a configuration of the list of another program.
        help.import.output = Writes the configuration to this new file instead of stdout. An existing file is never replaced.
        help.import_opml = Makes a configuration of a list of feeds in OPML.
        help.import_opml.discussion = Each feed becomes a source, each folder a pipeline. Damaged lists are read as far as they go; what was mended or left out is printed on stderr. Exits with 1 if the file has no feed, with 73 if the output exists.
        help.import_opml.file = The list.
        help.import_rss2email = Takes over the feeds of rss2email, and what it has mailed.
        help.import_rss2email.discussion = What rss2email has mailed is not delivered once more; all else is news at the first run. That is kept in the state beside the new configuration, so --output or --state is needed for it. Options that have no place in a configuration are named on stderr.
        help.import_rss2email.file = Its configuration, as a rule ~/.config/rss2email.cfg.
        help.import_rss2email.seen = What it has mailed; without it, rss2email.json beside its configuration or in ~/.local/share.
        help.import_newsboat = Takes over the feeds of newsboat, and what it has fetched.
        help.import_newsboat.discussion = What newsboat has fetched is not delivered once more; all else is news at the first run. That is kept in the state beside the new configuration, so --output or --state is needed for it. The first tag of a feed becomes its pipeline. Lines that are no feed are named on stderr.
        help.import_newsboat.file = Its list of feeds, as a rule ~/.newsboat/urls.
        help.import_newsboat.seen = What it has fetched; without it, cache.db beside the list or in ~/.local/share/newsboat.
        help.import_newsboat.unread = Entries that are unread there are news here.
        help.export = Gives the feeds of the configuration to other programs.
        help.export.output = Writes the list to this new file instead of stdout. An existing file is never replaced.
        help.export_opml = Prints the feeds of the configuration as OPML.
        help.export_opml.discussion = Each pipeline becomes a folder. Sources that are no feed, and addresses that hold a secret or a variable, are left out and named on stderr.
        import.line = kawaraban: {command}: {text}
        import.file_exists = {file} exists already and is never replaced; name another file
        import.not_read = {what}; name the file that the other program has written
        import.empty = {file} is empty; save the list once more from the program that made it
        import.no_outline = {file} ends before its first feed; save the list once more from the program that made it
        import.no_opml = {file} is no OPML ({found}); name a list that a feed reader has exported
        import.no_feed = {file} has no feed with an address; name another list
        import.contents = {feeds} {feeds:feed|feeds} in {folders} {folders:folder|folders} became {pipelines} {pipelines:pipeline|pipelines}; {duplicates} that {duplicates:was|were} there before {duplicates:is|are} left out || {feeds} {feeds:feed|feeds} in {folders} {folders:folder|folders} became {pipelines} {pipelines:pipeline|pipelines}
        import.mended = mended: {repairs}
        import.cut = {file} ends in the middle; what stands before is taken over
        import.password = source "{source}" needs a password, which is not copied; set the variable {variable}, or write it into `settings.env_file`
        import.secret = source "{source}": the value of "{item}" in its address is not copied; set the variable {variable}, or write it into `settings.env_file`
        import.left_out = left out: {what}: {why}
        import.more_left_out = left out: {count} more; the configuration lists all
        import.written = {config} written; `kawaraban check -c {config}` looks at it, `kawaraban run -c {config}` delivers
        import.no_rss2email = {file} has no section of a feed ([feed.NAME]); name the rss2email.cfg of rss2email 3
        import.no_rss2email_state = {file} is no state of rss2email 3; name its rss2email.json, and let no `r2e` run meanwhile
        import.no_newsboat = {file} is binary; name newsboat's file of addresses, as a rule ~/.newsboat/urls
        import.cache_locked = {file} is in use; quit newsboat and try again
        import.cache_foreign = {file} is no cache of newsboat 2; name its cache.db
        import.cache_unreadable = {file} cannot be read; quit newsboat, start it once, quit it and try again
        import.seen = {entries} {entries:entry|entries} of {feeds} {feeds:feed|feeds} {entries:was|were} seen there and {entries:is|are} not delivered here; all else is news
        import.seen_needs_output = {entries} {entries:entry was|entries were} seen there; name --output FILE, else they are news here
        import.nothing_seen = {file} does not exist, so nothing counts as seen there; --seen FILE names another
        import.unread_seen = {entries} {entries:entry is|entries are} unread there and not delivered here; --unread delivers them
        import.unread_new = {entries} {entries:entry is|entries are} unread there and {entries:is|are} news here, as far as {entries:it is|they are} still in the feeds
        import.why.mail = mail to somebody; a sink of `type: command` or cron's mail does that
        import.why.digest = a delivery of a pipeline is one digest already
        import.why.option = nothing here does that
        import.why.no_address = it has no address
        import.why.exec = a program; a source of `type: command` runs it
        import.why.filter = a program that changes a feed; use the feed as a source, and a filter of `type: command`
        import.why.query = a search over all feeds; a pipeline with all sources and the filter `keep` does that
        import.why.file = a file; a source of `type: file` reads it
        import.why.not_http = no address of the web
        import.why.include = another list; import it by itself
        import.comment.origin = Made by `kawaraban import {origin}` of {file}.
        import.comment.next = `kawaraban check -c {config}` looks at it, `kawaraban run -c {config}` delivers. Names of sources and pipelines may be changed.
        import.comment.left_out = Not taken over:
        import.comment.schedule = deliver once a day; without it, at each run
        import.comment.env_file = a file of mode 600 with the variables below: NAME=VALUE
        export.left_out = source "{source}" ({type}) is left out: it is no feed, or its address is secret

        """
}
