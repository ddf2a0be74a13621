extension EnglishMessages {
    /// `--help`, and mistakes on the command line.
    static let help: StaticString = """

        help.common.config = The configuration.
        help.common.state = The state database, instead of settings.state.
        help.common.log_level = Logs for developers to stderr: error, warning, info, debug or trace; without it nothing is logged.
        help.common.log_format = Form of what goes to stderr: text or json.
        help.common.quiet = No progress and no table, even on a terminal; what needs attention is still told.
        help.common.color = Colours: auto, always or never.
        help.root = Collects feeds and delivers digests, as a configuration says.
        help.root.discussion = Sources, pipelines and sinks are declared in config.yaml; one line of crontab does the rest:
            */15 * * * *  kawaraban run -c /path/to/config.yaml
        help.state = Looks after the state: checks, prunes and repairs it, tries again, forgets, replays.
        help.check = Reads the whole configuration and prints every mistake with its place.
        help.check.discussion = Exits with 78 if there are errors, with 0 if there are only warnings.
        help.check.online = Asks each source once, too, with its credentials, and delivers nothing; exits with 1 if one fails.
        help.check.json = Prints the mistakes as JSON.
        help.collect = Collects every source that is due; plans and sends nothing.
        help.doctor = Looks for what keeps runs from their work: permissions, clock, disk, cron, sources, sinks.
        help.doctor.discussion = A line for each thing that was examined: ok, a hint, or bad with its cure. Nothing is fetched, changed or locked. Exits with 1 if anything is bad. Run it as the user that cron runs it as.
        help.doctor.json = Prints JSON, one object a line: grade, subject, code, message, cure.
        help.fetch.now = Asks sources that are not due, too; not before the moment a server asked us to wait for.
        help.fetch.report = Writes what the run did as JSON.
        help.fetch.metrics = Writes what the run did as metrics, for the textfile collector of Prometheus' node_exporter.
        help.fetch.strict = Exits with 1 if any source fails, also if that is nothing new.
        help.fetch.record = Keeps every HTTP exchange as a text file, secrets masked. Wants an empty folder.
        help.fetch.replay = Answers from such a folder, without network. Wants a --state of its own.
        help.list = Lists stored entries, the newest first.
        help.list.discussion = A line an entry: its key (which `show` and `why` take), its date, its source, where it stands and its title. What is said holds together: --source, --pipeline, --sink, --since and --search narrow each other.
        help.list.examples =   kawaraban list --since 2d --search swift
            kawaraban list --source zenn --source qiita --json | jq -r .url
        help.list.source = Entries of this source; may be given again.
        help.list.since = Entries dated since then: 2d, 12h, 2026-11-20 or 2026-11-20T07:00:00+09:00.
        help.list.search = Entries with this in their title, text, address, author or tag; case and width do not matter.
        help.list.sink = Entries that wait for this sink, were delivered to it or given up.
        help.list.pipeline = Entries that this pipeline has.
        help.list.limit = So many at most.
        help.list.json = Prints JSON, one object a line: what sinks write, with `first_seen`, `last_seen` and `pipelines`.
        help.parse = Reads one feed document and prints what is in it.
        help.parse.discussion = RSS, RDF, Atom, CDF and JSON Feed are told by their bytes; a site's own format by --as. Exits with 1 and says why if it is no feed.
        help.parse.examples =   kawaraban parse feed.xml --format text
            kawaraban parse https://blog.example/feed.xml
            curl -s https://qiita.com/api/v2/items | kawaraban parse - --as qiita
        help.parse.document = The document; - is standard input.
        help.parse.format = What to print: jsonfeed, jsonl or text.
        help.parse.parser = The parser, or a source whose parser it is: qiita, google_news, zenn, hatena ….
        help.parse.base_url = Where the document came from; relative addresses are resolved against it.
        help.parse.content_type = Content-Type as a server would have sent it.
        help.parse.batch = Reads jobs from standard input, one {"file", "base_url", "content_type"} a line, and answers each with a line {"feed"} or {"error"}.
        help.plugins = Lists the stages that are built in, or shows the manual of one.
        help.plugins.type = A type such as qiita: shows every option with type, default, range and help.
        help.plugins.json = Prints JSON.
        help.plugins.markdown = Prints the manual of every stage as Markdown.
        help.run = Collects every source that is due, then delivers each pipeline that is due.
        help.run.discussion = A pipeline without `schedule` is due at each run; one with it, when a scheduled time has passed since it was last delivered. Named pipelines are delivered now, whatever their schedule.
        help.run.pipelines = Pipelines to deliver now; without any, those that are due.
        help.run.dry_run = Fetches and filters, shows what each sink would get, and keeps nothing.
        help.show = Shows a stored entry with its body.
        help.show.discussion = The id is the `key` of a digest, of `kawaraban list` and of JSON outputs. An address is understood, too.
        help.show.examples =   kawaraban show e42
            kawaraban show https://blog.example/post --html > post.html
        help.show.entry = The entry.
        help.show.json = Prints JSON: what sinks write, with `first_seen`, `last_seen` and `pipelines`.
        help.show.html = Prints a page of HTML, sanitised as in digests.
        help.state_check = Reads the whole state and tells whether it is sound; changes nothing.
        help.state_check.discussion = Exits with 70 if anything is wrong. A run may be at work meanwhile.
        help.state_check.json = Prints JSON.
        help.state_forget = Lets go what was given up or held back, or all that is known.
        help.state_forget.discussion = --sink NAME lets go the given-up messages of a sink, --source NAME the entries of a source that came in a flood. With --history, a source is forgotten whole: at the next run it counts as new. --all puts the whole state aside, so that everything counts as new.
        help.state_forget.sink = The given-up messages of this sink.
        help.state_forget.source = The held-back entries of this source.
        help.state_forget.history = With --source: all that is known of it.
        help.state_forget.all = The whole state; the old file is kept beside it.
        help.state_prune = Lets go what is old, and gives its room back to the disk.
        help.state_prune.discussion = Runs do the first by themselves, a little each time.
        help.state_repair = Saves what can be read of a damaged state, and lets runs work again.
        help.state_repair.discussion = The damaged file is kept beside the new one. What was lost of it may be delivered again; a source of which nearly everything seems new is held back, and told. An older copy that was put back is accepted.
        help.state_replay = Delivers again to a sink, or asks a pipeline's filters again.
        help.state_replay.discussion = --sink NAME --since 2d: what the sink got since then is delivered to it again, in new messages.
          --pipeline NAME --since 2d: what the pipeline dropped since then goes through its filters again.
          Both happen at the next delivery.
        help.state_replay.sink = The sink to deliver to again.
        help.state_replay.pipeline = The pipeline whose dropped entries are judged again.
        help.state_replay.since = Since when: 2d, 12h, 2026-11-20 or 2026-11-20T07:00:00+09:00.
        help.state_retry = Tries again what was given up, held back or stopped.
        help.state_retry.discussion = Given-up messages go out at the next run, with the ids and bytes they had; sources that are gone or in a long pause are asked at the next run; entries that came in a flood are delivered. Without an option: all of this, for every source and sink.
        help.state_retry.sink = Only this sink's messages.
        help.state_retry.source = Only this source.
        help.status = Tells how each source fares: its state, last success, failures, rhythm and next poll.
        help.status.discussion = With a source, everything that is known of it. Exits with 1 if any source that is shown is failing. The states: ok, slow, degraded (its document had to be mended), unstable (a few failures), failing, dead (failing for a month), throttled, moved, gone, blocked (certificate, private address), flooded.
        help.status.source = The name of a source: everything that is known of it.
        help.status.failing = Only sources and sinks that somebody should look after.
        help.status.lines = What runs told in the last four weeks, and what waits to be told; with a source, of that source alone.
        help.status.json = Prints JSON.
        help.try = Proposes a source for a document, and shows what it would bring.
        help.try.discussion = For formats of which a source must be told where its entries are: pages and JSON. Prints the lists that look like entries, a block for config.yaml that reads the best one, and its first five entries. Nothing is stored. Exits with 1 if nothing looks like entries. What a page names that is read more easily comes first: a feed, or the API of WordPress; it is asked for its entries.
        help.try.examples =   kawaraban try --as html 'https://www.example.com/news/'
            kawaraban try --as json 'https://hn.algolia.com/api/v1/search_by_date?tags=story'
            kawaraban try --as json saved.json --list 2
        help.try.document = The document; - is standard input.
        help.try.type = The type of the source: html or json.
        help.try.list = Which of the lists is taken, counted from 1.
        help.why = Tells the life of an entry: its source, each filter's verdict, where it was delivered.
        help.why.discussion = For an address that several entries have, each of them is told of. Filters are named with their place in the configuration as it is now.
        help.why.examples =   kawaraban why https://blog.example/post
            kawaraban why e42 --json | jq .pipelines
        help.why.entry = The entry: its address, or its key as `list` and digests have it.
        help.why.json = Prints JSON, one object a line.
        usage.record_and_replay = --record and --replay exclude each other
        usage.json_and_html = --json and --html exclude each other
        usage.lines_and_failing = --lines and --failing exclude each other
        usage.batch_reads_standard_input = --batch reads its jobs from standard input
        usage.missing_document = missing a file, a URL or -
        usage.batch_format = --batch prints jsonfeed
        usage.batch_members = --batch takes "base_url" and "content_type" from each job
        usage.base_url = --base-url needs a whole address, such as https://blog.example/feed.xml
        usage.all_goes_alone = --all goes alone
        usage.forget_what = say what: --sink NAME, --source NAME [--history], or --all
        usage.history_wants_source = --history goes with --source NAME
        usage.replay_what = say what: --sink NAME or --pipeline NAME
        usage.list_number = --list counts from 1
        usage.limit = --limit takes 1 to 1000000
        usage.empty_search = --search needs something to look for
        usage.markdown_alone = --markdown prints the manual of every stage: leave out TYPE and --json
        usage.heading.overview = OVERVIEW: {text}
        usage.heading.usage = USAGE: {text}
        usage.heading.arguments = ARGUMENTS:
        usage.heading.options = OPTIONS:
        usage.heading.subcommands = SUBCOMMANDS:
        usage.heading.error = Error: {text}
        usage.heading.help = Help:  {text}
        usage.see_subcommand = See '{command}' for detailed help.
        usage.see_help = See '{command}' for more information.
        usage.show_help = {label}Show help information.
        usage.show_version = {label}Show the version.
        usage.default = {text} (default: {value})
        usage.values = {text} (values: {values})
        usage.values_and_default = {text} (values: {values}; default: {value})
        usage.unknown_option_meant = Unknown option '{option}'. Did you mean '{meant}'?
        usage.unknown_option = Unknown option '{option}'
        usage.missing_value = Missing value for '{option}'
        usage.missing_argument = Missing expected argument '{argument}'
        usage.missing_one_of = Missing one of: '{arguments}'
        usage.unexpected_argument = Unexpected argument '{argument}'
        usage.unexpected_arguments = {count} unexpected arguments: '{arguments}'
        usage.invalid_value_of = The value '{value}' is invalid for '{option}'. Please provide one of {values}.
        usage.invalid_value_because = The value '{value}' is invalid for '{option}': {reason}
        usage.invalid_value = The value '{value}' is invalid for '{option}'
        usage.no_value_taken = The option '{option}' does not take any value, but '{value}' was specified.
        usage.set_twice = Value to be set with flag '{second}' had already been set with flag '{first}'
        usage.missing_subcommand = Missing required subcommand.
        usage.invalid_option = Invalid option: {option}

        """
}
