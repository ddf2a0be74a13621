public import FeedModel
public import FeedStages

/// What the state would tell a sink while it composes, set by hand.
public struct StubComposeContext: ComposeContext {
    /// The moment of the delivery.
    public var now = ManualClock().now
    /// The sink's format.
    public var format: any DigestFormat
    /// What the sink kept, by target.
    public var memos: [String: [UInt8]] = [:]
    /// The entries that a target holds, by target.
    public var held: [String: [DigestEntry]] = [:]
    /// What the digest of a target tells, by target.
    public var tallies: [String: DigestTally] = [:]
    /// How the sources fare.
    public var health: [SourceHealth] = []

    /// Makes the context of a sink that has delivered nothing yet.
    public init(format: any DigestFormat = StubFormat()) { self.format = format }

    /// As it was set.
    public func memo(of target: String) -> [UInt8]? { memos[target] }
    /// As they were set.
    public func entries(heldBy target: String) -> [DigestEntry] { held[target] ?? [] }
    /// As it was set.
    public func tally(heldBy target: String) -> DigestTally? { tallies[target] }
    /// As it was set.
    public func sources() -> [SourceHealth] { health }
    /// The digest itself if it has these entries, else one of one section without a title.
    public func digest(_ digest: Digest, of entries: [DigestEntry]) -> Digest {
        guard digest.entries.map(\.key) != entries.map(\.key) else { return digest }
        var digest = digest
        digest.sections = [DigestSection(title: "", entries: entries)]
        return digest
    }
}

/// A format of type `json` that writes `{}`, for sinks that do not ask for one.
public struct StubFormat: DigestFormat {
    /// `json`.
    public static let type = "json"
    /// What it does.
    public static let summary: LocalizedText = "writes an empty object"
    /// A document a digest.
    public static let isAppendable = false
    /// JSON's.
    public static let mediaType = "application/json"

    /// Makes the format of a configuration.
    public init(_ configuration: NoOptions, services: Services) {}
    /// Makes the format.
    public init() {}
    /// `{}`, whatever the digest.
    public func render(_ digest: Digest) -> [UInt8] { Array("{}".utf8) }
}

extension Message {
    /// The message that is stored of one that was composed in a context: what a sink is given to deliver and to recover.
    ///
    /// - Parameters:
    ///   - composed: what the sink made.
    ///   - context: the one in which it did, for what was kept with the target.
    ///   - pipeline: a name.
    ///   - number: the message's; its id follows from it.
    ///   - attempts: before this one; 0: it was never tried.
    public init(
        _ composed: ComposedMessage, in context: StubComposeContext, pipeline: String = "morning", number: Int64 = 1,
        attempts: Int = 0
    ) {
        self.init(
            number: number, id: "msg_\(number)", pipeline: pipeline, target: composed.target, mode: composed.mode,
            payload: composed.payload, memo: composed.memo ?? context.memos[composed.target], attempts: attempts,
            form: composed.form)
    }
}
