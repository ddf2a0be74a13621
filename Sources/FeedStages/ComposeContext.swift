public import FeedModel

/// What a sink can read while it composes.
///
/// The engine reads the answers about targets again when it stores the messages. It stores them only if
/// none has changed.
public protocol ComposeContext: Sendable {
    /// The moment of the delivery. It is the time in paths and messages.
    var now: Timestamp { get }
    /// The sink's format.
    var format: any DigestFormat { get }
    /// Whether more entries wait for the sink than the digest has. They come in a later digest of the same delivery.
    var moreWait: Bool { get }
    /// Returns the last `Receipt.memo` for a target, or nil. Throws if the state cannot be read.
    func memo(of target: String) async throws(StageError) -> [UInt8]?
    /// Returns the entries that a target holds, those of the oldest delivery first. Throws if the state cannot be read.
    func entries(heldBy target: String) async throws(StageError) -> [DigestEntry]
    /// Returns the tally of the digest that a target holds, over all its deliveries; nil if it is unknown. Throws if
    /// the state cannot be read.
    func tally(heldBy target: String) async throws(StageError) -> DigestTally?
    /// Returns the entries that a page leaves out: those that the pipeline dropped after a moment, those that it holds
    /// now, and those that it kept after the moment and that stand on no page of this sink. A change of them does not
    /// make the sink compose again. Throws if the state cannot be read.
    ///
    /// - Parameters:
    ///   - target: the page.
    ///   - shown: the keys of the entries on the page.
    ///   - moment: the pipeline's last delivery before those that count, such as `DigestTally.after`.
    ///   - limit: the most entries in the result, the newest ones.
    func omitted(
        from target: String, showing shown: [String], after moment: Timestamp, limit: Int
    ) async throws(StageError) -> OmittedEntries
    /// Returns the last target of this pipeline and sink that got entries and is not `target`, or nil. Throws if the
    /// state cannot be read.
    func target(before target: String) async throws(StageError) -> String?
    /// Returns the health of the pipeline's sources, in the pipeline's order, without disabled ones. A change of it
    /// does not make the sink compose again. Throws if the state cannot be read.
    func sources() async throws(StageError) -> [SourceHealth]
    /// Returns a digest of `entries` that is otherwise like `digest`, in the pipeline's groups and in the sink's order.
    func digest(_ digest: Digest, of entries: [DigestEntry]) -> Digest
}

extension ComposeContext {
    /// False by default.
    public var moreWait: Bool { false }
    /// Nothing by default.
    public func omitted(
        from target: String, showing shown: [String], after moment: Timestamp, limit: Int
    ) async throws(StageError) -> OmittedEntries { OmittedEntries() }
    /// Nil by default.
    public func target(before target: String) async throws(StageError) -> String? { nil }
}

/// The health of a source, without its address and credentials, so that readers may see it.
public struct SourceHealth: Sendable, Hashable {
    /// The configured name.
    public var name: String
    /// The configured title, or the feed's own title, or the name.
    public var title: String
    /// The state as a word of `kawaraban status`: `ok`, `slow`, `unstable`, `failing`, `gone`, …
    public var state: String
    /// Whether the source's last fetch was complete.
    public var isWorking: Bool
    /// When the first of the present run of failures happened, or nil.
    public var failingSince: Timestamp?
    /// The code of the last failure, for programs, or nil if there is none.
    public var errorCode: String?
    /// The message of the last failure, for people, or nil.
    public var message: String?
    /// When the source was last fetched completely, or nil.
    public var lastSuccess: Timestamp?
    /// When the source last gave a new entry, or nil.
    public var lastNew: Timestamp?
    /// The date of the source's newest entry, or nil.
    public var newestEntry: Timestamp?

    /// Makes the health of a source, with nil for all other values.
    public init(name: String, title: String, state: String, isWorking: Bool) {
        self.name = name
        self.title = title
        self.state = state
        self.isWorking = isWorking
    }
}
