public import FeedConfiguration

/// How the messages of a sink follow one another; the engine keeps to it, over runs.
public struct SendingRules: Sendable {
    /// Whether a message waits until those before it were delivered or given up.
    public var isOrdered: Bool
    /// Messages in a time at most, or nil.
    public var rate: Rate?
    /// The address they go to, or nil: a pause that it asks for holds for every sink that sends there.
    public var endpoint: Secret?
    /// The longest time of one request, carried out by the transport.
    public var timeout = Duration.seconds(30)
    /// A file of certificates that its requests trust instead of the system's, or nil.
    public var caFile: String?

    /// Makes rules.
    public init(isOrdered: Bool = true, rate: Rate? = nil, endpoint: Secret? = nil) {
        self.isOrdered = isOrdered
        self.rate = rate
        self.endpoint = endpoint
    }
}
