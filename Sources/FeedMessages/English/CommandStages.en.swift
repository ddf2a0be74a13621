extension EnglishMessages {
    /// Programs of others as stages.
    static let commandStages: StaticString = """

        summary.source.command = what a program of your own prints: RSS, Atom, JSON Feed, or what `parser` reads
        summary.filter.command = lets a program of your own judge or change entries, a line of JSON for each
        summary.sink.command = hands a digest to a program of your own, on its standard input
        option.command.run = program and arguments, never a shell's line; relative to this configuration
        option.command.environment = variables that it has beside PATH, HOME, LANG, LC_…, TZ and TMPDIR: NAME, or \
        NAME=VALUE
        option.command.secrets = files by name in the folder that CREDENTIALS_DIRECTORY names
        option.command.memory = private memory of each of its processes
        option.command.sandbox = whether it has no network, writes nothing but a TMPDIR of its own, and reads no more \
        than it is made of
        option.command_source.input = what it reads on its standard input
        option.command_filter.fields = what the program is shown of an entry, and may change of it
        option.command_filter.timeout = how long the program may take
        option.command_filter.on_failure = what becomes of entries to which it gives no answer
        option.command_filter.per_run = entries that it is shown in one run; more of them wait, or pass with \
        `on_failure: pass`
        option.command_filter.version = another text asks the program anew for what it has answered
        option.command_filter.max_output = largest output
        option.command_sink.timeout = how long one message may take
        command.secret_name = {path}.secrets: `{name}` is no name of a file
        command.secret_name.cure = only A-Z a-z 0-9 _ . - may stand in it
        command.no_program = {path}.run: no program is named
        command.several_words = {path}.run: it holds several words, and no shell splits them
        command.several_words.cure = write a list: [{list}]
        command.no_variable = {path}.environment: what is given is no name of a variable, and no NAME=VALUE
        command.own_variable = {path}.environment: `{name}` is a variable that Kawaraban sets
        command.ended = it ended with status {status}
        command.signalled = it was ended by signal {signal}
        command.too_slow = it had not ended after {seconds} s
        command.watcher_killed = what watches over it was killed
        command.too_much_output = it is more than {size} KiB
        command.nothing = nothing, and never anything before
        command.no_feed = no feed but {kind}: {line} || no feed: {line}
        command.entry_passes = an entry passes
        command.entries_pass = {count} entries pass
        command.says = {name}: {text}
        command.passed_unchanged = {found}; {entries} unchanged
        command.unanswered = {missing} of {count} ids have no answer, the first of them {first}
        command.no_id = line {line} has no `id`
        command.unasked_id = line {line} has an id that was not asked: {id}
        command.id_twice = line {line} has the id "{id}" a second time
        command.no_list = line {line} has a `{name}` that is no list of texts
        command.no_text = line {line} has a `{name}` that is no text
        command.long_line = line {line} is longer than {size} MiB
        command.nul = line {line} holds a NUL: {quotation}
        command.lone_surrogate = line {line} holds half a character (a lone surrogate): {quotation}
        command.no_utf8 = line {line} is no UTF-8: {quotation}
        command.no_json = line {line} is no JSON ({reason}): {quotation}
        command.no_object = line {line} is no JSON object: {quotation}
        command.beyond_per_run = {name}: more than {limit} a run
        command.secret_missing = its secret `{name}` is missing

        """
}
