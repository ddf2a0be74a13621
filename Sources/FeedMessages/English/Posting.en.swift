extension EnglishMessages {
    /// Sinks that post to an address.
    static let posting: StaticString = """

        option.posting.ordered = a message waits until those before it are delivered or given up
        option.posting.rate = messages in a time at most, over all runs
        option.posting.timeout = longest time of one request
        option.posting.ca_file = trusts these authorities, not the system's
        option.posting.allow_plaintext = whether messages with a secret may go over plain http
        posting.format = {path}.format: this sink writes the service's own form
        posting.use_webhook = remove it, or use `type: webhook`, which posts any format
        posting.not_http = {path}.url: expected an http or https address
        posting.plaintext = {path}.url: messages with a secret go over https alone
        posting.use_https = use https, or `allow_plaintext: true` in a network that you trust
        posting.no_form = a chat service without a form of messages

        """
}
