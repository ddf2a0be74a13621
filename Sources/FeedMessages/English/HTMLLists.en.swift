extension EnglishMessages {
    /// Lists on pages.
    static let htmlLists: StaticString = """

        summary.source.html = any page with a list, by CSS selectors or XPath; scripts are not run
        summary.parser.html = any page with a list, by the selectors of its source
        html.attribute_as_entry = {path}.entries: an attribute cannot be an entry
        html.attribute_as_entry.cure = leave out `@{attribute}`
        html.absolute_path = {path}: `{selector}` searches the whole page, not the entry
        html.absolute_path.cure = begin with `.//` to search in the entry
        option.html.entries = the element of an entry: CSS, or XPath
        option.html.link = URL of an entry's page; if left out, the link with the longest text, or the one around the entry
        option.html.title = an entry's title; if left out, the first heading, else the link's text
        option.html.published = when it was published; if left out, `time`, else a date in the entry's text
        option.html.published_zone = time zone of dates without an offset; `settings.timezone` if left out
        option.html.image = a picture: `img`, or its URL
        option.html.enclosures = URLs of attached files
        option.html.id = what identifies an entry if its link changes
        option.html.link_pattern = regular expression for links of entries; elements with another link are not entries
        option.html.remove = elements to remove from the page before it is read
        option.html.min_entries = fewer entries count as a redesigned page
        option.html.extras = more texts for formats (name: place)
        type.pattern = a regular expression (PCRE2)
        html.bad_pattern = {path}: at character {column} of the pattern: {reason}
        html.json_instead = JSON; use `type: json`
        html.feed_instead = a feed; use `type: feed`
        html.no_entries_option = `entries` is missing: `kawaraban try --as html` proposes selectors
        html.few_entries = `{selector}` finds {count} {count:entry|entries}, but `min_entries` is {least}
        html.nothing_but_near = `{selector}` finds nothing, but there {count:is|are} {count} `{near}`
        html.nothing_found = `{selector}` finds nothing on "{title}" || `{selector}` finds nothing
        html.few_links = {count} of the links of {elements} elements match `link_pattern`: `{pattern}`
        html.names_feed = the page links to a feed: {address}
        html.wordpress = the site is WordPress; its API is at {address}
        html.list = {selector}: {count} entries
        html.list_with = {selector}: {count} entries: {found}
        html.dates = dates
        html.embedded_list = JSON in {selector}: {list}

        """
}
