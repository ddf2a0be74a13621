extension EnglishMessages {
    /// Sources of lists, in JSON and on pages.
    static let lists: StaticString = """

        lists.no_name = {path}: `{name}` cannot be a name
        lists.no_name.cure = use lower case letters, digits and `_`
        lists.no_xpath = `{selector}` passes a wrong argument to a function of XPath 1.0
        lists.not_read_whole = `{selector}` finds nothing: the page is too large, or nested too deeply, to be read \
        whole
        lists.no_list = {path} is {kind}, not a list; lists are at {lists} || {path} is {kind}, not a list
        lists.no_member = no {missing}: {before} is {kind}; lists are at {lists} || no {missing}: {before} is {kind}
        lists.no_key = no {missing}; there {count:is|are} {keys}; lists are at {lists} || no {missing}; there \
        {count:is|are} {keys}
        lists.empty_object = no {missing}; an empty object is there; lists are at {lists} || no {missing}; an empty \
        object is there
        lists.some_of = {count} of {all}
        lists.kind.flag = true or false
        lists.kind.number = a number
        lists.kind.text = a text
        lists.kind.list = a list of {count}
        lists.kind.object = an object
        type.json_tree = any value; a secret in it is { secret: { env: NAME } }
        type.json_scalar = text, a number or a flag
        type.form = a map of fields (name: text or secret)
        type.text_or_secret = text or a secret
        option.graphql.query = the query
        option.graphql.variables = its variables
        lists.variables_no_map = {path}.variables: expected a map, found {found}
        lists.body_with_get = {path}.method: GET cannot send a body
        lists.no_paging = {path}.pages: no option says how to find the next page
        lists.no_paging.cure = add one of {names}
        option.list.url = URL of the document; may be a secret
        option.list.method = GET or POST; POST if left out and there is a body to send
        lists.body_with_get.cure = remove it: with a body, POST is the default
        option.list.pages = most pages to read; if left out, 1 at the first fetch, then 5
        option.list.json = JSON to send with POST
        option.list.form = form to send with POST
        option.list.graphql = a GraphQL query; `entries` then begins with data
        option.list.link_header = whether the response's Link header names the next page
        option.list.next = place of the next page's URL in the document
        option.list.cursor = a value in the document that asks for the next page
        option.list.page = pages by number; the first is fetched without it
        option.list.offset = pages by the number of their first entry
        option.list.cursor.from = place of the value in the document
        option.list.page.first = the number of the first page
        option.list.offset.by = entries in a page
        option.list.offset.first = the number of the first entry
        option.list.parameter = name of its query parameter; with POST, its name in the form, the JSON or the variables
        option.list.feed_title = display name of the source; `title` is that of an entry
        option.list.updated = when it was last changed
        option.list.published_format = format of both dates, if it is not a common one
        option.list.summary = the summary
        option.list.content = the full text
        option.list.authors = names of the authors
        option.list.tags = its tags
        option.list.comments_link = URL of its comments
        option.list.numbers = whole numbers by name, such as likes or comments, for filters
        lists.guess = {path}: {count} {count:object|objects}: {options}

        """
}
