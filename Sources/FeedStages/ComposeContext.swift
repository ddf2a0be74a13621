public import FeedModel

/// What a sink may ask while it composes. What it was told of a target is compared again as its messages are stored: only
/// if nothing of it has moved are they.
public protocol ComposeContext: Sendable {
    /// The moment of the delivery; becomes the time in paths and messages.
    var now: Timestamp { get }
    /// The sink's format.
    var format: any DigestFormat { get }
    /// What the sink last kept of a target (`Receipt.memo`), or nil.
    func memo(of target: String) async throws(StageError) -> [UInt8]?
    /// The entries that a target already holds, oldest delivery first.
    func entries(heldBy target: String) async throws(StageError) -> [DigestEntry]
    /// What the digest that a target holds tells of the entries that competed for it, all its deliveries together; nil if
    /// nothing is known.
    func tally(heldBy target: String) async throws(StageError) -> DigestTally?
    /// How the sources of the pipeline fare, in its order; without those that are switched off. That this moves is no reason
    /// to compose again.
    func sources() async throws(StageError) -> [SourceHealth]
    /// A digest of these entries, grouped as the pipeline says and ordered as the sink wants it, otherwise like `digest`.
    func digest(_ digest: Digest, of entries: [DigestEntry]) -> Digest
}

/// How a source fares, as far as readers may know: nothing of its address or credentials.
public struct SourceHealth: Sendable, Hashable {
    /// The configured name.
    public var name: String
    /// The configured title, else how the feed calls itself, else the name.
    public var title: String
    /// In one word, as `kawaraban status` says it: `ok`, `slow`, `unstable`, `failing`, `gone`, …
    public var state: String
    /// Whether its last fetch was complete.
    public var isWorking: Bool
    /// When the first of the failures in a row happened, or nil.
    public var failingSince: Timestamp?
    /// What went wrong last, a word for programs; nil: nothing.
    public var errorCode: String?
    /// The same, a sentence for people.
    public var message: String?
    /// When it was last fetched completely, or nil.
    public var lastSuccess: Timestamp?
    /// When it last brought something new, or nil.
    public var lastNew: Timestamp?
    /// The date of its newest entry, or nil.
    public var newestEntry: Timestamp?

    /// Makes the health of a source of which nothing else is known.
    public init(name: String, title: String, state: String, isWorking: Bool) {
        self.name = name
        self.title = title
        self.state = state
        self.isWorking = isWorking
    }
}
