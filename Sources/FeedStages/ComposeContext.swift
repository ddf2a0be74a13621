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
    /// A digest of these entries, grouped as the pipeline says and ordered as the sink wants it, otherwise like `digest`.
    func digest(_ digest: Digest, of entries: [DigestEntry]) -> Digest
}
