public import FeedModel

/// A piece of a digest for one target, as a sink composed it.
public struct ComposedMessage: Sendable {
    /// Where to: a path, an endpoint's name.
    public var target: String
    /// How.
    public var mode: Mode
    /// The bytes, rendered once and stored.
    public var payload: [UInt8]
    /// Keys of the entries that are delivered with it.
    public var entries: [String]
    /// Keys of all entries that the target holds afterwards (`replace` only), oldest first.
    public var retained: [String]
    /// What the sink wants to know of the target when it delivers or recovers this, at most `Receipt.longestMemo` bytes;
    /// nil: what it kept of it last.
    public var memo: [UInt8]?
    /// How much simpler than configured it is, by the sink's own count; 0: not at all.
    public var form: Int
    /// What became of everything that competed for the whole content of the target (`replace` only), or nil.
    public var tally: DigestTally?

    /// How a message changes its target.
    public enum Mode: String, Sendable, Hashable {
        case append, replace, post
    }

    /// Makes a message that is not stored yet.
    public init(
        target: String, mode: Mode, payload: [UInt8], entries: [String], retained: [String] = [],
        memo: [UInt8]? = nil, form: Int = 0
    ) {
        self.target = target
        self.mode = mode
        self.payload = payload
        self.entries = entries
        self.retained = retained
        self.memo = memo
        self.form = form
    }
}

/// A stored message: the same id and bytes at every attempt.
public struct Message: Sendable {
    /// Number in the state, growing.
    public var number: Int64
    /// Id for life, `msg_` and lower-case base32.
    public var id: String
    /// The pipeline it belongs to.
    public var pipeline: String
    /// Where to.
    public var target: String
    /// How.
    public var mode: ComposedMessage.Mode
    /// The bytes.
    public var payload: [UInt8]
    /// What the sink wanted to know of the target, as it was composed, or nil.
    public var memo: [UInt8]?
    /// Attempts before this one.
    public var attempts: Int
    /// How much simpler than configured it is, as it was composed.
    public var form: Int

    /// Makes a message.
    public init(
        number: Int64, id: String, pipeline: String, target: String, mode: ComposedMessage.Mode, payload: [UInt8],
        memo: [UInt8]?, attempts: Int, form: Int = 0
    ) {
        self.number = number
        self.id = id
        self.pipeline = pipeline
        self.target = target
        self.mode = mode
        self.payload = payload
        self.memo = memo
        self.attempts = attempts
        self.form = form
    }
}

/// Proof that a message was received.
public struct Receipt: Sendable {
    /// What the sink wants to know of the target next time, in a form of its own, at most `longestMemo` bytes; nil: what
    /// it kept before stays.
    public var memo: [UInt8]?
    /// Something that the user should know, such as that somebody else wrote to the file.
    public var warnings: [StageError]
    /// Bytes of a memo at most.
    public static let longestMemo = 4096

    /// Makes a receipt.
    public init(memo: [UInt8]? = nil, warnings: [StageError] = []) {
        self.memo = memo
        self.warnings = warnings
    }
}

/// The fate of a message whose delivery was begun.
public enum Recovery: Sendable {
    /// It was received.
    case delivered(Receipt)
    /// It was not: the same bytes go out again.
    case notDelivered
    /// Nobody can tell: the same bytes go out again, with the same id.
    case unknown
}
