extension EnglishMessages {
    /// The standard sinks and formats.
    static let standardSinks: StaticString = """

        summary.sink.file = writes digests into files, replaced at one stroke or appended to
        summary.sink.webhook = posts entries or digests to an address, signed after Standard Webhooks
        summary.sink.slack = posts digests to a channel of Slack, by an incoming webhook
        summary.sink.discord = posts digests to a channel of Discord, by a webhook
        summary.sink.stdout = prints digests on standard output
        summary.format.markdown = CommonMark, a heading an entry, excerpts as plain text
        summary.format.html = a page for the browser: one file, no script, light and dark
        summary.format.text = plain text for terminals and mail, 78 columns
        summary.format.json = one JSON object: the digest and its entries
        summary.format.jsonl = JSON Lines, an entry's object on each line
        option.file_sink.path = where to write; relative to the configuration's folder; beside {{week}}, {{year}} is \
        the week's
        option.file_sink.mode = whether the file is one digest or grows by each delivery's entries
        option.file_sink.when_empty = whether a digest without entries is written, too
        option.file_sink.max_entries = entries that a replaced file holds; the first delivered is the first to leave
        type.path_template = a path; {placeholders} may stand in it
        type.file_path = a path
        file.no_appending = {path}: `{format}` cannot be appended to a file
        file.no_appending.cure = choose `text`, `markdown` or `jsonl`, or `mode: replace`
        file.unknown_placeholder = {path}: there is no placeholder `{{{name}}}`
        file.control_characters = {path}: a path may not hold control characters
        file.control_characters.cure = write it on one line
        file.long_path = {path}: a path may have {most} bytes
        file.long_path.cure = choose a shorter one
        file.folder_given = {path}: expected the path of a file, found a folder
        file.folder_given.cure = add the file's name
        file.no_tilde = {path}: `~` is not a folder here
        file.no_tilde.cure = write `${HOME}` instead
        file.many_originals = {count} files {name}.orig.*
        option.webhook.url = where to post
        option.webhook.secret = signs messages, as the receiver knows it; two of them while it changes
        option.webhook.signature = standard with a secret, else none
        option.webhook.headers = more header fields
        option.webhook.body = one message an entry, or one a digest
        option.webhook.batch = entries a message at most, with `body: entry`
        webhook.secret_missing = {path}: `signature: {signature}` needs `secret`
        webhook.one_secret = {path}.secret: `signature: github` has room for one
        webhook.one_secret.cure = keep the newer one, or use `signature: standard`, which has room for several
        webhook.whole_digest = {path}.batch: a message of `body: digest` holds the whole digest
        webhook.whole_digest.cure = remove one of the two
        option.slack.url = the incoming webhook's address, a secret: { env: NAME }
        option.discord.url = the webhook's address, a secret: { env: NAME }

        """
}
