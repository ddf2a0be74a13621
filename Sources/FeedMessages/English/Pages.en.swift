extension EnglishMessages {
    /// Selectors of pages.
    static let pages: StaticString = """

        type.page_selector = a CSS selector such as article.card or a@href, or XPath such as .//h2
        page.selector = a selector
        css.selector_wanted = a selector is wanted behind `{sign}` || a selector is wanted
        css.begins_with_combinator = a selector does not begin with `{sign}`
        css.figure_escape = `{sign}\\3{digit} ` stands for `{sign}{digit}`
        css.no_comparison = `{sign}=` is no comparison
        css.other_value = `:not([{name}=…])` is what has another value
        css.comparisons = there are `=`, `~=`, `|=`, `^=`, `$=` and `*=`
        css.write_in_quotes = write `[{name}{sign}"{value}"]`
        css.empty = the selector is empty
        css.empty.cure = `*` is any element
        css.open_bracket = `)` is missing behind `{opening}`
        css.begins_with_child = `:scope >` begins with what is directly inside
        css.long_has = more than {most} elements in a row within `:has()`
        css.name_first = an element's name stands before everything else
        css.name_first.cure = write a blank, if it is another element's name
        css.name_wanted = a name is wanted behind `{sign}`
        css.name_begins_with_figure = a name does not begin with a figure
        css.many_parts = more than {most} parts
        css.columns = columns of tables (`||`)
        css.columns.cure = `td:nth-child(2)` is the second cell of a row
        css.namespaces = namespaces (`|`)
        css.namespaces.cure = write the name alone
        css.attribute_wanted = an attribute's name is wanted behind `[`
        css.open_attribute = `]` is missing
        css.open_attribute.place = `[` is character {column}
        css.open_attribute.quotes = a value with other signs than letters, figures, `-` and `_` stands in quotes
        css.unexpected = `{sign}` cannot stand here
        css.comparison_wanted = `]`, or one of `=`, `~=`, `|=`, `^=`, `$=` and `*=`
        css.value_wanted = a value is wanted behind `{sign}`
        css.unquoted_value = a value that begins with `{sign}` stands in quotes
        css.unknown_flag = a value with blanks stands in quotes; `i` behind it ignores case, `s` does not
        css.such_as = such as `{example}`
        css.wants_brackets = `:{name}` wants brackets
        css.pseudo_class_wanted = the name of a pseudo-class is wanted behind `:`
        css.no_brackets = `:{name}` has no brackets
        css.deep_brackets = more than {most} brackets within each other
        css.empty_brackets = something is wanted between the brackets of `:{name}()`
        css.nested_has = `:has()` cannot stand within `:has()`
        css.nested_has.cure = `:has(a b)` looks for a `b` within an `a`
        css.language_wanted = a language is wanted, such as `ja`
        css.languages = languages with `*` or without a name
        css.languages.cure = name one, such as `ja`
        css.or_of = or `of` with a selector
        css.selector_behind_of = a selector is wanted behind `of`
        css.deep_of = more than two `of` within each other
        css.series_wanted = `odd`, `even`, a number or a series such as `2n+1` is wanted
        css.series_wanted.cure = the first child is 1
        css.pseudo_text = the text is what is taken, if no attribute is named
        css.pseudo_attribute = an attribute is taken by `@`, as in `a@href`
        css.pseudo_element = a page's elements alone can be found
        css.pseudo_elements = pseudo-elements (`::{name}`)
        css.unknown_pseudo_class = there is no pseudo-class `:{name}`
        css.open_comment = a comment has no end
        css.line_break_in_quotes = a text in quotes goes over the end of a line
        css.line_break_in_quotes.cure = `\\a ` stands for a line break
        css.open_quotes = a text in quotes has no end
        css.open_escape = an escape has no end
        css.unfindable = `{sign}` cannot be looked for
        css.unfindable.cure = the sign stands in no text of a page
        css.attribute_last = the attribute stands last, without anything behind it: `a@href`
        css.xpath = XPath begins with `/`, `./`, `.//`, `(` or `xpath:`
        css.rule = the selector alone is wanted, without a rule
        css.scope = `:scope` is the element that is searched
        css.attribute_value = the value of an attribute is written `[name="value"]`
        css.lone_bracket = no `(` belongs to it
        css.foreign_blank = it is no blank of CSS; write an ordinary one
        css.refused.browser = `:{name}` tells what somebody does in a browser, and nobody reads the page here
        css.refused.form = `:{name}` tells the state of a form, and nobody fills it here
        css.refused.jquery = `:{name}` is not CSS but jQuery's
        css.refused.no_element = `:{name}` is a pseudo-element, which stands in no page
        css.refused.lines = `:{name}` is a pseudo-element, which a browser makes of lines
        css.refused.scripts = `:{name}` tells what scripts do, and none are run
        css.refused.shadow_trees = `:{name}` tells of shadow trees, which only scripts and browsers make
        css.refused.unsupported = `:{name}` is not supported here
        css.refused.old_name = `:{name}` is an old name
        css.refused.text = `:{name}` looks at text, which CSS cannot
        css.write = write {selectors}
        css.form_fields = write `:is(input, button, select, textarea)`
        css.any_link = `:any-link` is any link
        css.required = `[required]` is what has the attribute
        css.optional = `:not([required])` is what lacks the attribute
        css.read_only = `[readonly]` is what has the attribute
        css.read_write = `:not([readonly])` is what lacks the attribute
        css.direction = `[dir="rtl"]` is what has the attribute
        css.xpath_can = XPath can: `//a[contains(., 'x')]`
        css.first_child = `:nth-child(1)` is the first child of its parent
        css.from_third_child = `:nth-child(n+3)` is the third child and those behind it
        css.first_three_children = `:nth-child(-n+3)` is each of the first three children
        css.parent = `:not(:empty)` is what has something in it, `:has(> img)` the parent of a picture
        css.visible = styles are not read; `:not([hidden])` lacks the attribute
        css.type = write `[type="…"]`, or `a` alone for the text of a link
        page.long_selector = it has more than {most} bytes
        page.long_selector.cure = shorten it
        page.no_xpath = this is no XPath 1.0
        page.no_xpath.cure = what begins with `/`, `./` or `(` is XPath: `.//h2/a`; CSS is `h2 a`
        xpath.unknown_variable = there is no variable `${name}`
        xpath.unknown_variable.cure = `${name}` is what is searched
        xpath.unknown_function = XPath 1.0 has no function `{name}`
        xpath.unknown_function.cure = did you mean `{name}`?
        xpath.prefix = names of a page have no prefix
        xpath.prefix.any = write `{local}`
        xpath.prefix.cure = write `{local}`, or `*[name() = '{name}']`

        """
}
