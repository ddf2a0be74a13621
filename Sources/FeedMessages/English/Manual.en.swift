extension EnglishMessages {
    /// `kawaraban plugins`, and the generated reference.
    static let manual: StaticString = """

        kind.source = source
        kind.parser = parser
        kind.filter = filter
        kind.format = format
        kind.sink = sink
        kind.sources = sources
        kind.parsers = parsers
        kind.filters = filters
        kind.formats = formats
        kind.sinks = sinks
        manual.heading = {title}:
        manual.title = {type} ({kind}): {summary}
        manual.no_options = no options of its own
        manual.common = options of every {kind}:
        manual.common.page = Every {kind} has these options besides its own:
        manual.columns = | option | type | default | what it does |
        manual.value = the value itself
        manual.value_of_row = (the value)
        manual.required = required
        manual.default = default {value}
        manual.default_empty = default empty
        plugins.unknown = kawaraban: no stage is called "{type}"; `kawaraban plugins` lists them

        """
}
