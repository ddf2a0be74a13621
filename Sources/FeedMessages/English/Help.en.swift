extension EnglishMessages {
    /// `--help`, and mistakes on the command line.
    static let help: StaticString = """

        help.common.config = The configuration.
        help.common.state = The state database, instead of settings.state.
        help.common.log_level = Logs for developers to stderr: error, warning, info, debug or trace; without it nothing is logged.
        help.common.log_format = Format of the output to stderr: text or json.
        help.common.quiet = No progress and no table, even on a terminal; notices are still printed.
        help.common.color = Colours: auto, always or never.
        help.root = Collects feeds and delivers digests, as a configuration says.
        help.root.discussion = Sources, pipelines and sinks are declared in config.yaml; one line of crontab does the rest:
            */15 * * * *  kawaraban run -c /path/to/config.yaml
        help.state = Maintains the state: checks, prunes, repairs, retries, forgets, replays, saves, loads.
        help.check = Reads the whole configuration and prints every error with its place.
        help.check.discussion = Exits with 78 if there are errors, with 0 if there are only warnings.
        help.check.online = Also fetches each source once, with its credentials, and delivers nothing; exits with 1 if one fails.
        help.check.json = Prints the errors as JSON.
        help.collect = Collects every source that is due; plans and sends nothing.
        help.digest = Writes a page of the best entries of a time, for when you were away.
        help.digest.discussion = It chooses among the entries that pipelines kept, delivered or not, and those that only `take` left out. It fetches and delivers nothing, counts nothing as delivered, and works while a run is at work. Without a pipeline it takes all of them, each entry once.
        help.digest.examples =   kawaraban digest --since 14d --take 30 --output away.html
            kawaraban digest morning --since 2026-11-10 --by likes | less
        help.digest.pipelines = Pipelines whose entries are taken; without any, all.
        help.digest.since = Entries dated since then: 14d, 2026-11-10 or 2026-11-10T07:00:00+09:00.
        help.digest.take = Most entries of the page, 1 to 1000.
        help.digest.by = What comes first: buzz (a high number of readers for the source, then the newest), date, or the highest number, such as likes.
        help.digest.format = Format of the page; if left out, by the suffix of --output, else text.
        help.digest.output = File to write; an HTML page of this command is replaced, and no other file. If left out, stdout.
        help.doctor = Looks for problems that keep runs from working: permissions, clock, disk, cron, sources, sinks.
        help.doctor.discussion = Prints one line for each check: ok, a hint, or bad with its cure. Fetches, changes and locks nothing. Exits with 1 if anything is bad. Run it as the user of your cron job.
        help.doctor.json = Prints JSON, one object a line: grade, subject, code, message, cure.
        help.fetch.now = Also fetches sources that are not due, but respects waiting times that a server asked for.
        help.fetch.report = Writes a report of the run to this file, as JSON.
        help.fetch.metrics = Writes metrics of the run to this file, for the textfile collector of Prometheus' node_exporter.
        help.fetch.strict = Exits with 1 if any source fails, even if that is already known.
        help.fetch.record = Records every HTTP exchange as a text file, secrets masked. Needs an empty folder.
        help.fetch.replay = Replays such a folder instead of using the network. Needs its own --state.
        help.fetch.worker = The name of this worker, if several share a state; without it the host name.
        help.list = Lists stored entries, the newest first.
        help.list.discussion = Prints one line for each entry: its key (for `show` and `why`), date, source, state and title. With several of --source, --pipeline, --sink, --since and --search, an entry must match all of them.
        help.list.examples =   kawaraban list --since 2d --search swift
            kawaraban list --source zenn --source qiita --json | jq -r .url
        help.list.source = Entries of this source; may be given again.
        help.list.since = Entries dated since then: 2d, 12h, 2026-11-20 or 2026-11-20T07:00:00+09:00.
        help.list.search = Entries with this in their title, text, URL, author or tag; case, width, old forms and long vowels do not matter.
        help.list.sink = Entries that wait for this sink, were delivered to it or given up.
        help.list.pipeline = Entries of this pipeline.
        help.list.limit = Most entries to print.
        help.list.json = Prints JSON, one object a line: the format of sinks, with `first_seen`, `last_seen` and `pipelines`.
        help.parse = Reads one feed document and prints its contents.
        help.parse.discussion = RSS, RDF, Atom, CDF and JSON Feed are recognised by their content; name a site's own format with --as. Exits with 1 and prints the reason if it is not a feed.
        help.parse.examples =   kawaraban parse feed.xml --format text
            kawaraban parse https://blog.example/feed.xml
            curl -s https://qiita.com/api/v2/items | kawaraban parse - --as qiita
        help.parse.document = The document; - is standard input.
        help.parse.format = What to print: jsonfeed, jsonl or text.
        help.parse.parser = The parser, or a source whose parser it is: qiita, google_news, zenn, hatena ….
        help.parse.base_url = URL of the document; relative URLs are resolved against it.
        help.parse.content_type = Content-Type of the document, as a server would send it.
        help.parse.batch = Reads jobs from standard input, one {"file", "base_url", "content_type"} a line, and prints one line for each: {"feed"} or {"error"}.
        help.plugins = Lists the built-in stages, or shows the manual of one.
        help.schema = Prints the JSON Schema of the configuration, for editors.
        help.schema.discussion = It is made of the same declarations as `check`, with all plugins of this program: JSON Schema 2020-12. Editors with yaml-language-server complete and check a configuration whose first line is `# yaml-language-server: $schema=FILE`, where FILE has the output of this command. What a schema cannot say, `check` says.
        help.plugins.type = A type such as qiita: shows every option with type, default, range and help.
        help.plugins.json = Prints JSON.
        help.plugins.markdown = Prints the manual of every stage as Markdown.
        help.run = Collects every source that is due, then delivers each pipeline that is due.
        help.run.discussion = A pipeline without `schedule` is due at each run; one with it, when a scheduled time has passed since its last delivery. Named pipelines are delivered now, whatever their schedule.
        help.run.pipelines = Pipelines to deliver now; without any, those that are due.
        help.run.dry_run = Fetches and filters, lists what each sink would get, and keeps nothing.
        help.run.digests = With --dry-run: prints the digests themselves.
        help.work = Stays, and runs again whenever a source or a pipeline is due.
        help.work.discussion = It ends in order at SIGTERM or SIGINT: it begins nothing new, and has 30 s to finish what it has begun. A second signal ends it at once. The configuration is read again before each run. With a state in a file it holds the lock only during a run.
        help.work.every = The longest time between two runs, in minutes. Sources without `refresh` are asked so often.
        usage.work_every = --every needs 1 to 1440 minutes
        usage.work_options = `work` knows no --now, --record and --replay: use `run`
        help.show = Shows a stored entry with its body.
        help.show.discussion = The id is the `key` in digests, in `kawaraban list` and in JSON outputs. A URL works, too.
        help.show.examples =   kawaraban show e42
            kawaraban show https://blog.example/post --html > post.html
        help.show.entry = The entry.
        help.show.json = Prints JSON: the format of sinks, with `first_seen`, `last_seen` and `pipelines`.
        help.show.html = Prints a page of HTML, sanitised as in digests.
        help.state_check = Reads the whole state and reports whether it is intact; changes nothing.
        help.state_check.discussion = Exits with 70 if anything is wrong. It can run during a run.
        help.state_check.json = Prints JSON.
        help.state_copy = Copies the state to another place, or from there: a file, or PostgreSQL.
        help.state_copy.discussion = PLACE is the path of a state, env:NAME for an environment variable with the address of a PostgreSQL database, or such an address without a password: postgresql://USER@HOST/DATABASE. The copy is whole, or the place is left as it was. Open messages keep their ids and bytes. A state that is there already is replaced only if the copied one has all of its past; else nothing changes (73). While a run is at work at the target: 75.
        help.state_copy.to = Copies the configured state to this place.
        help.state_copy.from = Copies the state at this place to the configured one.
        help.state_copy.move = Retires the state that is copied: its next run exits with 78. During a run: 75.
        help.state_copy.force = Replaces a state that has gone on since, or another one. It is kept beside the new one; what only it knows is delivered again.
        help.state_forget = Discards what was given up or is held, or all that is stored.
        help.state_forget.discussion = --sink NAME discards the given-up messages of a sink, --source NAME the held entries of a flooded source. With --history, all records of a source are deleted: at the next run it counts as new. --all moves the whole state aside, so that everything counts as new.
        help.state_forget.sink = The given-up messages of this sink.
        help.state_forget.source = The held entries of this source.
        help.state_forget.history = With --source: all records of this source.
        help.state_forget.all = The whole state; the old file is kept beside it.
        help.state_load = Continues with a state that `state save` wrote, here.
        help.state_load.discussion = Open messages keep their ids and bytes; new ones get ids that no other copy gives. The state that is here is replaced only if the file has all of its past; else nothing changes (73). While a run is at work: 75.
        help.state_load.file = The saved state; - for stdin.
        help.state_load.force = Replaces a state that has gone on since, or another one. A copy of it is kept; what only it knows is delivered again.
        help.state_load.path = A folder outside that of the configuration that has another path here (may be given again).
        help.state_load.back = Without a file: lets runs use a state again that `state save --move` retired.
        help.state_prune = Deletes old records, and gives their space back to the disk.
        help.state_prune.discussion = Runs also delete old records, a little each time.
        help.state_repair = Recovers what can be read of a damaged state, so that runs can use it again.
        help.state_repair.discussion = The damaged file is kept beside the new one. Entries whose records were lost may be delivered again; if nearly all entries of a source seem new, they are held and reported. An older copy that was restored is accepted.
        help.state_replay = Delivers again to a sink, or asks a pipeline's filters again.
        help.state_replay.discussion = --sink NAME --since 2d: what the sink got since then is delivered to it again, in new messages.
          --pipeline NAME --since 2d: what the pipeline dropped since then goes through its filters again.
          Both happen at the next delivery.
        help.state_replay.sink = The sink to deliver to again.
        help.state_replay.pipeline = The pipeline whose dropped entries are judged again.
        help.state_replay.since = Since when: 2d, 12h, 2026-11-20 or 2026-11-20T07:00:00+09:00.
        help.state_save = Writes the state as one file, to continue elsewhere.
        help.state_save.discussion = The file holds the whole state, also messages on their way and held entries. During a run it holds what was committed until then. `kawaraban state load FILE` continues with it, on this machine or another one.
        help.state_save.file = The file, for this user alone (mode 600); - for stdout.
        help.state_save.move = Retires the state here: its next run exits with 78. During a run: 75.
        help.state_retry = Retries what was given up, held or stopped.
        help.state_retry.discussion = Given-up messages are sent at the next run, with the same ids and bytes; sources that are gone or paused for long are fetched at the next run; held entries of flooded sources are delivered. Without an option: all of this, for every source and sink.
        help.state_retry.sink = Only this sink's messages.
        help.state_retry.source = Only this source.
        help.status = Shows each source, pipeline, sink and worker: its state, what it did last, what comes next, what waits.
        help.status.discussion = With a source, all its details. Exits with 1 while any source, pipeline or sink that is shown needs attention, or workers have different configurations. The states: ok, slow, degraded (its document was repaired), unstable (a few failures), failing, dead (failing for a month), throttled, moved, gone, blocked (certificate, private address), flooded.
        help.status.source = The name of a source: shows all its details.
        help.status.failing = Only what needs attention.
        help.status.lines = Notices of the last four weeks, and those not reported yet; with a source, only its own.
        help.status.json = Prints JSON.
        help.try = Shows a digest of some sources without a configuration, and keeps nothing.
        help.try.discussion = A source is written as in a configuration: zenn:swift, hatena:it, qiita:tag:Swift, or an address of a feed or of a site that names one. What is there is shown; what fails is told in a line, and the exit status is 1 then.
          With --as html or --as json it looks for entries in one document instead: a page, or JSON. Prints the lists that look like entries, a block for config.yaml that reads the best one, and its first five entries. Exits with 1 if nothing looks like entries. If a page links to something that is easier to read, a feed or the API of WordPress, that is fetched and proposed first.
        help.try.examples =   kawaraban try zenn:swift hatena:it https://www.swift.org
            kawaraban try qiita:tag:Swift --html page.html --save config.yaml
            kawaraban try --as html 'https://www.example.com/news/'
            kawaraban try --as json 'https://hn.algolia.com/api/v1/search_by_date?tags=story'
            kawaraban try --as json saved.json --list 2
        help.try.sources = The sources; with --as, one document, or - for standard input.
        help.try.html = Writes the digest as a page to this file.
        help.try.save = Writes a configuration with these sources to this file, which must not exist.
        help.try.replay = Uses a recording of `run --record` instead of the network.
        help.try.type = Looks for entries in a document, as a source of this type would: html or json.
        help.try.list = Which of the lists is taken, counted from 1.
        help.why = Shows the history of an entry: its source, each filter's verdict, its deliveries.
        help.why.discussion = If several entries have the URL, all of them are shown. Filters are shown with their place in the current configuration.
        help.why.examples =   kawaraban why https://blog.example/post
            kawaraban why e42 --json | jq .pipelines
        help.why.entry = The entry: its URL, or its key from `list` or a digest.
        help.why.json = Prints JSON, one object a line.
        help.stories = Lists the stories that pipelines delivered, or compares pairs of entries.
        help.stories.discussion = A story is what the filter `stories` put together. With --pairs, each line of the file is a JSON object with two entries (`a` and `b`, `left` and `right`, or an array of two), each with `title` and perhaps `url`, `summary`, `source`, `publisher` and `published`. The answer is one line for each: `same_article`, `same_story` or `different`. That needs no configuration and no state.
        help.stories.examples =   kawaraban stories --since 2d
            kawaraban stories --pairs pairs.jsonl --match strict
        help.stories.pipeline = Stories of this pipeline.
        help.stories.since = Stories with an entry delivered since then: 2d, 12h, 2026-11-20 or 2026-11-20T07:00:00+09:00; 7 days if left out.
        help.stories.limit = Most stories to print.
        help.stories.all = Also lists stories of one entry.
        help.stories.pairs = Compares the pairs of entries in this file (JSON Lines), or of standard input.
        help.stories.match = How much they must have in common: strict, normal or loose.
        help.stories.json = Prints JSON, one object a line; of pairs with the score.
        usage.record_and_replay = --record and --replay cannot be used together
        usage.unknown_command = kawaraban: there is no command "{word}"; did you mean `{meant}`? || kawaraban: there is no command "{word}"; `{group} --help` lists them
        usage.digests_want_dry_run = --digests needs --dry-run
        usage.json_and_html = --json and --html cannot be used together
        usage.lines_and_failing = --lines and --failing cannot be used together
        usage.batch_reads_standard_input = --batch reads its jobs from standard input
        usage.missing_document = missing a file, a URL or -
        usage.batch_format = --batch prints only jsonfeed
        usage.batch_members = --batch takes "base_url" and "content_type" from each job
        usage.base_url = --base-url needs a full URL, such as https://blog.example/feed.xml
        usage.all_goes_alone = --all cannot be used with other options
        usage.forget_what = give --sink NAME, --source NAME [--history], or --all
        usage.copy_where = give --to PLACE or --from PLACE: a path, env:NAME, or postgresql://USER@HOST/DATABASE
        usage.load_what = give FILE [--force] [--path OLD=NEW], or --back alone
        usage.history_wants_source = --history needs --source NAME
        usage.replay_what = give --sink NAME or --pipeline NAME
        usage.list_number = --list needs a number of 1 or more
        usage.take = --take needs a number from 1 to 1000
        usage.empty_order = --by needs buzz, date, or the name of a number such as likes
        usage.empty_output = --output needs the name of a file
        usage.limit = --limit needs a number from 1 to 1000000
        usage.pairs = --match belongs to --pairs, and --pipeline, --since and --all do not
        usage.empty_search = --search needs a word to search for
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
