extension EnglishMessages {
    /// Sinks that post to an address.
    static let posting: StaticString = """

        option.posting.ordered = whether a message waits until those before it are delivered or given up
        option.posting.rate = most messages in a time, over all runs
        option.posting.timeout = longest time of one request
        option.posting.ca_file = certificates of the CAs to trust, instead of the system's
        option.posting.allow_plaintext = whether messages with a secret may be sent over unencrypted http
        option.posting.each = what becomes one message: a digest, or as much of it as fits; or each entry
        posting.not_server = {path}.url: expected a server's URL alone
        posting.server_alone = write only `https://` and the host's name
        posting.format = {path}.format: this sink always writes the service's own format
        posting.use_webhook = remove it, or use `type: webhook`, which posts any format
        posting.not_http = {path}.url: expected an http or https URL
        posting.plaintext = {path}.url: messages with a secret need https
        posting.use_https = use https, or `allow_plaintext: true` in a network that you trust
        posting.no_form = a chat service without a form of messages

        """
}
