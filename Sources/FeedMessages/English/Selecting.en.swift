extension EnglishMessages {
    /// Paths, templates and patterns of dates.
    static let selecting: StaticString = """

        type.json_path = a path such as data.items or $.results[0]
        type.field_source = {place}, a template or { literal: TEXT }
        type.date_pattern = a pattern such as yyyyMMdd or "dd.MM.yyyy HH:mm"
        selecting.path = a path
        option.literal = the same text for each entry
        selecting.mistake = {path}: {text}, character {column}: {reason}
        selecting.unsupported = {what} are not supported here
        selecting.empty_path = the path is empty
        selecting.empty_path.cure = `$` is the value itself
        selecting.blank_before = a path cannot begin with a blank
        selecting.blank_behind = a path cannot end with a blank
        selecting.many_steps = more than {most} steps
        selecting.unexpected = `{sign}` is not allowed here
        selecting.quote_name = write a name with characters other than letters, digits and `_` as ['{name}']
        selecting.descendants = descendants (`..`)
        selecting.descendants.cure = write each step
        selecting.no_name = a name is missing at the end
        selecting.open_bracket_at_end = `]` is missing at the end
        selecting.filters = filters (`?`)
        selecting.filters.cure = select entries with `keep` in the pipeline
        selecting.slices = slices (`:`)
        selecting.no_step = `{sign}` is not a quoted name, a number or `*`
        selecting.several = several selectors in one pair of brackets
        selecting.open_bracket = `]` is missing
        selecting.large_number = a number beyond 2^53 − 1
        selecting.lone_minus = a minus sign without a number
        selecting.minus_zero = `-0` is not an index
        selecting.leading_zero = a number with a leading zero
        selecting.control_character = a control character in a name
        selecting.open_name = a quote is not closed
        selecting.open_escape = an escape is incomplete
        selecting.unknown_escape = an unknown escape
        selecting.half_character = a lone surrogate
        selecting.short_escape = an escape without four hexadecimal digits
        selecting.open_braces = `{{` is not closed
        selecting.open_braces.cure = write `}}` after it
        selecting.empty_braces = there is no path between `{{` and `}}`
        selecting.unknown_letters = `{letters}` has no meaning here
        selecting.open_quote = `'` is not closed
        selecting.no_day = year, month and day are required: yyyy, MM and dd
        selecting.unknown_letters.cure = use yyyy MM dd HH mm ss SSS MMM a Z; put other words in '…'

        """
}
