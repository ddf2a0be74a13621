public import FeedModel
public import FeedStages

/// The answers of the state to a sink that composes, set by the test.
public struct StubComposeContext: ComposeContext {
    /// The moment of the delivery.
    public var now = ManualClock().now
    /// The sink's format.
    public var format: any DigestFormat
    /// Memos of the sink, by target.
    public var memos: [String: [UInt8]] = [:]
    /// The entries that each target holds, by target.
    public var held: [String: [DigestEntry]] = [:]
    /// The tally of each target's digest, by target.
    public var tallies: [String: DigestTally] = [:]
    /// Whether more entries wait than the digest has.
    public var moreWait = false
    /// The entries that the pipeline left out.
    public var omitted = OmittedEntries()
    /// The target of the digest before, or nil.
    public var previousTarget: String?
    /// The health of the sources.
    public var health: [SourceHealth] = []

    /// Makes the context of a sink that has delivered nothing.
    public init(format: any DigestFormat = StubFormat()) { self.format = format }

    /// Returns the memo that was set.
    public func memo(of target: String) -> [UInt8]? { memos[target] }
    /// Returns the entries that were set.
    public func entries(heldBy target: String) -> [DigestEntry] { held[target] ?? [] }
    /// Returns the tally that was set.
    public func tally(heldBy target: String) -> DigestTally? { tallies[target] }
    /// Returns the entries that were set, without those that are shown.
    public func omitted(
        from target: String, showing shown: [String], after moment: Timestamp, limit: Int
    ) -> OmittedEntries {
        let others = omitted.entries.filter { !shown.contains($0.entry.key) }
        return OmittedEntries(others, count: omitted.count - omitted.entries.count + others.count)
    }
    /// Returns the target that was set.
    public func target(before target: String) -> String? { previousTarget }
    /// Returns the health that was set.
    public func sources() -> [SourceHealth] { health }
    /// Returns the digest itself if it has these entries, or else one with a single section without a title.
    public func digest(_ digest: Digest, of entries: [DigestEntry]) -> Digest {
        guard digest.entries.map(\.key) != entries.map(\.key) else { return digest }
        var digest = digest
        digest.sections = [DigestSection(title: "", entries: entries)]
        return digest
    }
}

/// A format of type `json` that writes `{}`, for sinks that do not use their format.
public struct StubFormat: DigestFormat {
    /// `json`.
    public static let type = "json"
    /// A short description.
    public static let summary: LocalizedText = "writes an empty object"
    /// False: each digest is a document of its own.
    public static let isAppendable = false
    /// The media type of JSON.
    public static let mediaType = "application/json"

    /// Makes the format of a configuration.
    public init(_ configuration: NoOptions, services: Services) {}
    /// Makes the format.
    public init() {}
    /// Returns `{}` for any digest.
    public func render(_ digest: Digest) -> [UInt8] { Array("{}".utf8) }
}

extension Message {
    /// Makes the stored message of a composed one, as a sink gets it for delivery and recovery.
    ///
    /// - Parameters:
    ///   - composed: the message that the sink composed.
    ///   - context: the context in which it did. A message without a memo gets the target's memo from it.
    ///   - pipeline: the name of the pipeline.
    ///   - number: the number of the message, which is also part of its id.
    ///   - attempts: the number of attempts before this one, 0 for a message that was never tried.
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
