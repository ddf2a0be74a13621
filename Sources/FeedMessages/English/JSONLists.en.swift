extension EnglishMessages {
    /// Lists in JSON.
    static let jsonLists: StaticString = """

        summary.source.json = any list in JSON at an address, by paths: APIs with pages, forms or GraphQL
        json.no_identity = {path}: neither `id` nor `link` says what an entry is known by
        summary.parser.json = any JSON with a list in it, by the paths of its source
        option.json.embedded = for a page: the elements in which the JSON stands, as CSS or XPath
        option.json.entries = path of the list in the document; $ is the document itself
        option.json.id = what an entry is known by; required without `link`
        option.json.title = an entry's title
        option.json.title_type = what the title is written in
        option.json.link = address of an entry's page; may be relative
        option.json.published = when it was published: any date, or seconds or milliseconds since 1970
        option.json.published_zone = by which clock both dates are meant that do not say; UTC
        option.json.summary_type = what the short text is written in
        option.json.content_type = what the full text is written in
        option.json.image = address of a picture
        option.json.enclosures = files that belong to it
        option.json.extras = texts, numbers and flags by name, for formats
        json.no_identity.cure = add `id:` with a path such as id
        type.enclosures = addresses as in `image`, or { list: PATH, url, type, size, title }
        option.json.enclosures.list = path of the files in an entry
        option.json.enclosures.url = a file's address
        option.json.enclosures.type = its media type
        option.json.enclosures.size = its size in bytes
        option.json.enclosures.title = its title
        json.nothing_found = `{selector}` finds nothing on this page
        json.unreadable_element = in `{selector}` stands no JSON: {reason} at byte {offset}

        """
}
