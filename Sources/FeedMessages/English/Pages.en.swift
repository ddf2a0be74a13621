extension EnglishMessages {
    /// Selectors of pages.
    static let pages: StaticString = """

        type.page_selector = a CSS selector such as article.card or a@href, or XPath such as .//h2
        page.selector = a selector
        css.selector_wanted = a selector is missing after `{sign}` || a selector is missing
        css.begins_with_combinator = a selector cannot begin with `{sign}`
        css.figure_escape = write `{sign}{digit}` as `{sign}\\3{digit} `
        css.no_comparison = there is no comparison `{sign}=`
        css.other_value = `:not([{name}=…])` finds elements with another value
        css.comparisons = use one of `=`, `~=`, `|=`, `^=`, `$=` and `*=`
        css.write_in_quotes = write `[{name}{sign}"{value}"]`
        css.empty = the selector is empty
        css.empty.cure = `*` finds every element
        css.open_bracket = `)` is missing after `{opening}`
        css.begins_with_child = begin with `:scope >` to find direct children
        css.long_has = more than {most} elements in a row within `:has()`
        css.name_first = an element's name must come first
        css.name_first.cure = write a blank before the name of another element
        css.name_wanted = a name is missing after `{sign}`
        css.name_begins_with_figure = a name cannot begin with a digit
        css.many_parts = more than {most} parts
        css.columns = columns of tables (`||`)
        css.columns.cure = `td:nth-child(2)` is the second cell of a row
        css.namespaces = namespaces (`|`)
        css.namespaces.cure = write the name alone
        css.attribute_wanted = an attribute's name is missing after `[`
        css.open_attribute = `]` is missing
        css.open_attribute.place = the `[` is character {column}
        css.open_attribute.quotes = put quotes around a value with characters other than letters, digits, `-` and `_`
        css.unexpected = `{sign}` is not allowed here
        css.comparison_wanted = expected `]`, or one of `=`, `~=`, `|=`, `^=`, `$=` and `*=`
        css.value_wanted = a value is missing after `{sign}`
        css.unquoted_value = put quotes around a value that begins with `{sign}`
        css.unknown_flag = put quotes around a value with blanks; after it, `i` ignores case and `s` does not
        css.such_as = such as `{example}`
        css.wants_brackets = `:{name}` needs brackets
        css.pseudo_class_wanted = the name of a pseudo-class is missing after `:`
        css.no_brackets = `:{name}` takes no brackets
        css.deep_brackets = brackets nested more than {most} deep
        css.empty_brackets = the brackets of `:{name}()` are empty
        css.nested_has = `:has()` is not allowed within `:has()`
        css.nested_has.cure = `:has(a b)` finds a `b` within an `a`
        css.language_wanted = expected a language, such as `ja`
        css.languages = languages with `*` or without a name
        css.languages.cure = name one, such as `ja`
        css.or_of = or `of` with a selector
        css.selector_behind_of = a selector is missing after `of`
        css.deep_of = `of` nested more than two deep
        css.series_wanted = expected `odd`, `even`, a number or a series such as `2n+1`
        css.series_wanted.cure = the first child is 1
        css.pseudo_text = without an attribute, the text is taken
        css.pseudo_attribute = take an attribute with `@`, as in `a@href`
        css.pseudo_element = only elements of the page can be found
        css.pseudo_elements = pseudo-elements (`::{name}`)
        css.unknown_pseudo_class = there is no pseudo-class `:{name}`
        css.open_comment = a comment is not closed
        css.line_break_in_quotes = a text in quotes contains a line break
        css.line_break_in_quotes.cure = write a line break as `\\a `
        css.open_quotes = a quote is not closed
        css.open_escape = an escape is incomplete
        css.unfindable = `{sign}` cannot be searched for
        css.unfindable.cure = this character cannot occur in a page
        css.attribute_last = the attribute must come last: `a@href`
        css.xpath = XPath begins with `/`, `./`, `.//`, `(` or `xpath:`
        css.rule = write only the selector, without a rule
        css.scope = `:scope` is the element that is searched
        css.attribute_value = write the value of an attribute as `[name="value"]`
        css.lone_bracket = it has no matching `(`
        css.foreign_blank = it is not a CSS blank; write an ordinary one
        css.refused.browser = `:{name}` depends on the user of a browser, and there is none here
        css.refused.form = `:{name}` depends on what a user enters in a form, and there is no user here
        css.refused.jquery = `:{name}` is from jQuery, not CSS
        css.refused.no_element = `:{name}` is a pseudo-element, which is not in the page
        css.refused.lines = `:{name}` is a pseudo-element that a browser makes from lines
        css.refused.scripts = `:{name}` depends on scripts, which are not run
        css.refused.shadow_trees = `:{name}` needs shadow trees, which only scripts and browsers make
        css.refused.unsupported = `:{name}` is not supported here
        css.refused.old_name = `:{name}` is an old name
        css.refused.text = `:{name}` tests the text, which CSS cannot
        css.write = write {selectors}
        css.form_fields = write `:is(input, button, select, textarea)`
        css.any_link = `:any-link` finds every link
        css.required = `[required]` finds elements with the attribute
        css.optional = `:not([required])` finds elements without the attribute
        css.read_only = `[readonly]` finds elements with the attribute
        css.read_write = `:not([readonly])` finds elements without the attribute
        css.direction = `[dir="rtl"]` finds elements with the attribute
        css.xpath_can = XPath can: `//a[contains(., 'x')]`
        css.first_child = `:nth-child(1)` is the first child of its parent
        css.from_third_child = `:nth-child(n+3)` finds the third and later children
        css.first_three_children = `:nth-child(-n+3)` finds the first three children
        css.parent = `:not(:empty)` finds elements with content, `:has(> img)` the parent of an image
        css.visible = styles are not read; `:not([hidden])` finds elements without the attribute
        css.type = write `[type="…"]`, or `a` alone for the text of a link
        page.long_selector = it is longer than {most} bytes
        page.long_selector.cure = shorten it
        page.no_xpath = this is not XPath 1.0
        page.no_xpath.cure = text that begins with `/`, `./` or `(` is XPath: `.//h2/a`; CSS is `h2 a`
        xpath.unknown_variable = there is no variable `${name}`
        xpath.unknown_variable.cure = `${name}` is the start of the search
        xpath.unknown_function = XPath 1.0 has no function `{name}`
        xpath.unknown_function.cure = did you mean `{name}`?
        xpath.prefix = element names in a page have no prefix
        xpath.prefix.any = write `{local}`
        xpath.prefix.cure = write `{local}`, or `*[name() = '{name}']`

        """
}
