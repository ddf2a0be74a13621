extension EnglishMessages {
    /// JSON that is none.
    static let json: StaticString = """

        json.unreadable = not JSON: {reason} at byte {offset}
        json.object = JSON object with {names}
        json.single_value = a single JSON value
        json.ends_in_object = the document ends inside an object
        json.ends_in_array = the document ends inside an array
        json.no_comma = neither a comma nor {bracket}
        json.ends_before_value = the document ends where a value should be
        json.no_value = no value
        json.no_name = no member name
        json.no_colon = no colon after a name
        json.text_behind = more text after the value
        json.lone_minus = a minus sign without a number
        json.leading_zero = a number with a leading zero
        json.no_fraction = no digit after a decimal point
        json.no_exponent = an exponent without digits
        json.long_number = a number longer than {most} digits
        json.open_string = a string without its closing quote
        json.ends_in_string = the document ends inside a string
        json.unknown_escape = an unknown escape
        json.short_escape = an escape without four hexadecimal digits
        json.too_deep = nested deeper than {most}
        json.many_values = more than {most} values

        """
}
