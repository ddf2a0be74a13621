extension EnglishMessages {
    /// The standard sinks and formats.
    static let standardSinks: StaticString = """

        summary.sink.file = writes digests to files, replaced atomically or appended to
        summary.sink.webhook = posts entries or digests to a URL, signed with Standard Webhooks
        summary.sink.slack = posts digests to a Slack channel with an incoming webhook
        summary.sink.discord = posts digests to a Discord channel with a webhook
        summary.sink.stdout = prints digests on standard output
        summary.format.markdown = CommonMark: headings with excerpts as plain text, then lists of links
        summary.format.html = a page for the browser: one file, no script, light and dark
        option.html.bodies = whole texts, folded: where they clearly say more and the page stays below 150 KB for 100 entries (auto), of all entries, or of none
        option.page.excerpt = length of an excerpt, in columns; a Japanese character has two; 0 for none
        option.page.lead = entries at the head of the page, those with the highest numbers, at most two of one source; unset: 4 if the pipeline sorts by a number, else none
        option.page.brief_after = cards in a section, with excerpts; the entries after them are lines; unset: 4, 12 without sections, or all of a page with at most 12 entries
        option.html.pictures = pictures: of leads, cards and whole texts, without those that a site has only drawn from a title (auto); with those, too; or none, so that the page asks no other site for anything
        option.html.density = size of the type and the space: normal; or compact, with half as many cards, and entries in three columns
        option.html.css = a file of CSS that comes after the page's own, relative to the configuration's folder; at most 64 KiB, without `@import` and addresses other than `data:image/`
        style.not_text = {file}: not a text in UTF-8
        style.end_tag = {file}, line {line}: `</style` would end the style of the page
        style.import = {file}, line {line}: `@import` is not allowed, as a page is one file
        style.address = {file}, line {line}: an address must begin with `data:image/`, as a page asks no other site for its style
        style.function = {file}, line {line}: `{name}()` is not allowed, as it loads or runs something
        style.unfinished = {file}, line {line}: a comment, text or bracket is not closed, or closed twice
        option.markdown.front_matter = YAML at the head of the file for programs that keep notes: title, date, tags, sources, count
        option.markdown.checkboxes = entries as tasks to tick off: `- [ ] title`
        markdown.no_appending = {path}: `front_matter` stands at the head of a file, and `mode: append` writes at its end
        markdown.no_appending.cure = remove `front_matter`, or choose `mode: merge` or `replace`
        summary.format.text = plain text for terminals and mail, 78 columns
        summary.format.json = one JSON object: the digest and its entries
        summary.format.jsonl = JSON Lines, an entry's object on each line
        summary.format.atom = an Atom feed of the pipeline: title, link and an excerpt of each entry
        summary.format.jsonfeed = a JSON Feed of the pipeline: title, link and an excerpt of each entry
        option.feed_format.feed_url = where the feed will be published, for its link to itself
        option.feed_format.bodies = excerpt: at most 200 characters of an entry; full: its whole text and its files
        feed_format.bad_address = {path}.feed_url: not a URL of the web
        feed_format.bad_address.cure = write it whole, with https://
        option.file_sink.path = where to write; relative to the configuration's folder; with {{week}}, {{year}} is the week's
        option.file_sink.each = digest: a file holds digests; entry: each entry gets a file of its own, written once and never \
        changed; then the path may have {{title}} and {{source}}, and its date is that of the entry
        option.file_sink.mode = merge: a page gathers the entries of all deliveries to its path; replace: the page shows \
        the last delivery alone; append: the file grows by each delivery's entries
        option.file_sink.when_empty = whether a digest without entries is also written
        option.file_sink.max_entries = most entries of a page; those delivered first leave first
        option.file_sink.keep = removes a file of a dated path so long after the last delivery to it, if nobody changed it
        option.file_sink.omitted = whether a page gets another one beside it (`NAME-omitted.html`) that lists the entries \
        it leaves out, with the filter that decided; only `html`, not with `mode: append`
        file.no_omitted_page = {path}: `omitted` needs a page: format `html`, and `mode: merge` or `replace`
        file.no_omitted_page.cure = remove `omitted`, or change `format` or `mode`
        file.keep_undated = {path}: `keep` needs a path with a date, so that old files are no longer written
        file.keep_undated.cure = put {{date}} or {{month}} into the path, or remove `keep`
        type.path_template = a path; may contain {placeholders}
        type.file_path = a path
        file.no_appending = {path}: `{format}` cannot be appended to a file
        file.no_appending.cure = choose `text`, `markdown` or `jsonl`, or `mode: merge`
        file.placeholder_of_entry = {path}: `{{{name}}}` needs a file for each entry
        file.placeholder_of_entry.cure = add `each: entry`, or remove the placeholder
        file.not_of_entries = {path}: `{option}` is for files of digests; with `each: entry` a file is written once
        file.not_of_entries.cure = remove it, or remove `each: entry`
        file.unknown_placeholder = {path}: there is no placeholder `{{{name}}}`
        file.date_conversions = {path}: % stands for itself in a path
        file.date_conversions.cure = for the date write `{meant}`
        file.control_characters = {path}: a path cannot contain control characters
        file.control_characters.cure = write it on one line
        file.long_path = {path}: a path can have {most} bytes
        file.long_path.cure = choose a shorter one
        file.folder_given = {path}: expected the path of a file, found a folder
        file.folder_given.cure = add the file's name
        file.no_tilde = {path}: `~` is not a folder here
        file.no_tilde.cure = write `${HOME}` instead
        file.many_originals = {count} files {name}.orig.*
        option.webhook.url = URL to post to
        option.webhook.secret = signs messages; the same as at the receiver; two of them during a change
        option.webhook.signature = how messages are signed; if left out, standard with a secret, else none
        option.webhook.headers = more headers
        option.webhook.body = whether a message is one entry or one digest
        option.webhook.fields = what the JSON object of an entry contains, with `body: entry` and the format json; if left \
        out, everything but the excerpt
        option.webhook.batch = most entries in a message, with `body: entry`
        webhook.secret_missing = {path}: `signature: {signature}` needs `secret`
        webhook.one_secret = {path}.secret: `signature: github` allows only one
        webhook.one_secret.cure = keep the newer one, or use `signature: standard`, which allows several
        webhook.whole_digest = {path}.batch: a message of `body: digest` always contains the whole digest
        webhook.whole_digest.cure = remove one of the two
        webhook.no_fields = {path}.fields: only `body: entry` with the format json can choose fields
        webhook.no_fields.cure = remove `fields`, or the other option
        option.slack.url = the incoming webhook's URL, a secret: { env: NAME }
        option.discord.url = the webhook's URL, a secret: { env: NAME }

        """
}
