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
        manual.settings.page = ## Settings
        manual.defaults.page = ## Defaults
        manual.defaults.which = The options of every source (below) but `title` and `parser`.
        manual.pipelines.page = ## Pipelines
        manual.columns = | option | type | default | what it does |
        manual.value = the value itself
        manual.value_of_row = (the value)
        manual.required = required
        manual.default = default {value}
        manual.default_empty = default empty
        manual.short_form = short form: {forms}
        manual.short_form.page = Short form: {forms}
        manual.suffixes = suffixes of paths: {forms}
        manual.suffixes.page = Suffixes of paths: {forms}
        schema.title = Kawaraban
        schema.description = the configuration of Kawaraban, as this program accepts it
        schema.source_item = a name of `sources`, a pattern of names, or a short form
        schema.sink_item = a name of `sinks`, or a short form
        schema.filter_item = a filter
        schema.variable = text with a variable
        plugins.unknown = kawaraban: no stage is called "{type}"; did you mean "{meant}"? || kawaraban: no stage is called "{type}"; `kawaraban plugins` lists them

        """
}
