extension EnglishMessages {
    /// Programs of others as stages.
    static let commandStages: StaticString = """

        summary.source.command = the output of your own program: RSS, Atom, JSON Feed, or a format that `parser` reads
        summary.filter.command = judges or changes entries with your own program, one line of JSON for each entry
        summary.sink.command = passes a digest to your own program on its standard input
        option.command.run = program and arguments, without a shell; relative to this configuration
        option.command.environment = variables besides PATH, HOME, LANG, LC_…, TZ and TMPDIR: NAME, or NAME=VALUE
        option.command.secrets = files in the folder that CREDENTIALS_DIRECTORY names (name: secret)
        option.command.memory = most private memory of each of its processes
        option.command.sandbox = whether it has no network, writes only to its own TMPDIR, and reads only what it needs to run
        option.command_source.input = text for its standard input
        option.command_filter.fields = fields of an entry that the program gets and may change
        option.command_filter.timeout = how long the program may take
        option.command_filter.on_failure = what happens to entries without an answer
        option.command_filter.per_run = entries for the program in one run; the others wait, or pass with `on_failure: pass`
        option.command_filter.version = a new text sends entries to the program again that it has already judged
        option.command_filter.max_output = largest output
        option.command_sink.timeout = how long one message may take
        command.secret_name = {path}.secrets: `{name}` cannot be the name of a file
        command.secret_name.cure = use only A-Z a-z 0-9 _ . -
        command.no_program = {path}: the program is missing
        command.not_startable = {path}: {program} {problem}
        command.several_words = {path}: it holds several words, and no shell splits them
        command.several_words.cure = write a list: [{list}]
        command.no_variable = {path}.environment: expected the name of a variable, or NAME=VALUE
        command.own_variable = {path}.environment: `{name}` is a variable that Kawaraban sets
        command.ended = it ended with status {status}
        command.signalled = it was killed by signal {signal}
        command.too_slow = it did not end within {seconds} s
        command.watcher_killed = its supervisor process was killed
        command.too_much_output = it is larger than {size} KiB
        command.nothing = nothing, and it has never printed anything
        command.no_feed = not a feed but {kind}: {line} || not a feed: {line}
        command.entry_passes = an entry passes
        command.entries_pass = {count} entries pass
        command.says = {name}: {text}
        command.passed_unchanged = {found}; {entries} unchanged
        command.unanswered = {missing} of {count} ids have no answer; the first is {first}
        command.no_id = line {line} has no `id`
        command.unasked_id = line {line} has an id that was not in the request: {id}
        command.id_twice = line {line} repeats the id "{id}"
        command.no_list = `{name}` in line {line} is not a list of texts
        command.no_text = `{name}` in line {line} is not a text
        command.long_line = line {line} is longer than {size} MiB
        command.nul = line {line} contains a NUL: {quotation}
        command.lone_surrogate = line {line} contains a lone surrogate: {quotation}
        command.no_utf8 = line {line} is not UTF-8: {quotation}
        command.no_json = line {line} is not JSON ({reason}): {quotation}
        command.no_object = line {line} is not a JSON object: {quotation}
        command.beyond_per_run = {name}: more than {limit} in one run
        command.secret_missing = the secret `{name}` is missing

        """
}
