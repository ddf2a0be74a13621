extension EnglishMessages {
    /// Sources of lists, in JSON and on pages.
    static let lists: StaticString = """

        lists.no_name = {path}: `{name}` is no name
        lists.no_name.cure = lower case letters, figures and `_`
        lists.no_xpath = `{selector}` gives a function of XPath 1.0 what it does not take
        lists.not_read_whole = `{selector}` finds nothing: the page is too large, or nested too deeply, to be read \
        whole
        lists.no_list = {path} is {kind}, no list; lists are at {lists} || {path} is {kind}, no list
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
        type.json_tree = any tree; a secret in it is { secret: { env: NAME } }
        type.json_scalar = text, a number or a flag
        type.form = a map of fields (name: text or secret)
        type.text_or_secret = text or a secret
        option.graphql.query = the query
        option.graphql.variables = its variables
        lists.variables_no_map = {path}.variables: expected a map, found {found}
        lists.body_with_get = {path}.method: nothing can be sent with GET
        lists.no_paging = {path}.pages: nothing says how the list goes on
        lists.no_paging.cure = add one of {names}
        option.list.url = address of the document; may be a secret
        option.list.method = GET, or POST where something is sent: the default then
        lists.body_with_get.cure = remove it: POST is the default here
        option.list.pages = pages to read at most; without it 1 at the first fetch, else 5
        option.list.json = what is sent as JSON, with POST
        option.list.form = what is sent as a form, with POST
        option.list.graphql = a query of GraphQL; `entries` begins with data then
        option.list.link_header = whether the answer's Link field names the next page
        option.list.next = where the next page's address stands in the document
        option.list.cursor = a word in the document that asks for the next page
        option.list.page = pages by number; the first is asked as it is
        option.list.offset = pages by the number of their first entry
        option.list.cursor.from = where the word stands in the document
        option.list.page.first = the number of the first page
        option.list.offset.by = entries a page
        option.list.offset.first = the number of the first entry
        option.list.parameter = its name in the address; with POST in the form, the JSON or the variables
        option.list.feed_title = title of the source for people; `title` is that of an entry
        option.list.updated = when it was last changed
        option.list.published_format = how both dates are written, if in no common form
        option.list.summary = a short text
        option.list.content = the full text
        option.list.authors = names of who wrote it
        option.list.tags = its tags
        option.list.comments_link = address of its comments
        option.list.numbers = whole numbers by name, such as likes or comments, for filters
        lists.guess = {path}: {count} {count:object|objects}: {options}

        """
}
