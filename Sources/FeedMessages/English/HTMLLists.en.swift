extension EnglishMessages {
    /// Lists on pages.
    static let htmlLists: StaticString = """

        summary.source.html = any page with a list on it, by CSS selectors or XPath; scripts are not run
        summary.parser.html = any page with a list on it, by the selectors of its source
        html.attribute_as_entry = {path}.entries: an attribute is no entry
        html.attribute_as_entry.cure = leave out `@{attribute}`
        html.absolute_path = {path}: `{selector}` looks in the whole page, not in an entry
        html.absolute_path.cure = write `.//` for what is in the entry
        option.html.entries = what an entry stands in: CSS, or XPath
        option.html.link = address of an entry's page; without it the link with the longest text, or the one around \
        the entry
        option.html.title = an entry's title; without it the first heading, else the link's text
        option.html.published = when it was published; without it `time`, else a date in the entry's text
        option.html.published_zone = by which clock both dates are meant that do not say; `settings.timezone`
        option.html.image = a picture: `img`, or its address
        option.html.enclosures = addresses of files that belong to it
        option.html.id = what an entry is known by, if its link changes
        option.html.link_pattern = what links of entries look like; all others are no entries
        option.html.remove = what is taken out of the page before it is read
        option.html.min_entries = fewer entries mean that the page was redesigned
        option.html.extras = texts by name, for formats
        type.pattern = a regular expression (PCRE2)
        html.bad_pattern = {path}: at character {column} of the pattern: {reason}
        html.json_instead = JSON, which `type: json` reads
        html.feed_instead = a feed, which `type: feed` reads
        html.no_entries_option = nothing says what an entry stands in: `kawaraban try --as html` proposes it
        html.few_entries = `{selector}` finds {count} {count:entry|entries}, `min_entries` is {least}
        html.nothing_but_near = `{selector}` finds nothing, but there {count:is|are} {count} `{near}`
        html.nothing_found = `{selector}` finds nothing on "{title}" || `{selector}` finds nothing
        html.few_links = of the links of {elements} elements, {count} are as `link_pattern` wants them: `{pattern}`
        html.names_feed = the page names a feed: {address}
        html.wordpress = the site is WordPress, and answers at {address}
        html.list = {selector}: {count} entries
        html.list_with = {selector}: {count} entries: {found}
        html.dates = dates
        html.embedded_list = JSON in {selector}: {list}

        """
}
