extension EnglishMessages {
    /// Lists in JSON.
    static let jsonLists: StaticString = """

        summary.source.json = any list in JSON at a URL, by paths; also APIs with pages, forms or GraphQL
        json.no_identity = {path}: needs `id` or `link` to identify entries
        summary.parser.json = any JSON with a list, by the paths of its source
        option.json.embedded = for a page: the elements that contain the JSON, as CSS or XPath
        option.json.entries = path of the list in the document; $ is the document itself
        option.json.id = what identifies an entry; required without `link`
        option.json.title = an entry's title
        option.json.title_type = format of the title
        option.json.link = URL of an entry's page; may be relative
        option.json.published = when it was published: any date, or seconds or milliseconds since 1970
        option.json.published_zone = time zone of dates without an offset; UTC if left out
        option.json.summary_type = format of the summary
        option.json.content_type = format of the full text
        option.json.image = URL of a picture
        option.json.enclosures = attached files
        option.json.extras = more texts, numbers and flags for formats (name: place)
        json.no_identity.cure = add `id:` with a path such as id
        type.enclosures = URLs as in `image`, or { list: PATH, url, type, size, title }
        option.json.enclosures.list = path of the files in an entry
        option.json.enclosures.url = a file's URL
        option.json.enclosures.type = its media type
        option.json.enclosures.size = its size in bytes
        option.json.enclosures.title = its title
        json.nothing_found = `{selector}` finds nothing on this page
        json.unreadable_element = the content of `{selector}` is not JSON: {reason} at byte {offset}

        """
}
