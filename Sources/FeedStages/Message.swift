public import FeedModel

/// A part of a digest for one target, as a sink composed it.
public struct ComposedMessage: Sendable {
    /// The target, such as a path or an endpoint's name.
    public var target: String
    /// How the message changes the target.
    public var mode: Mode
    /// The payload in bytes, rendered once and stored.
    public var payload: [UInt8]
    /// Keys of the entries that this message delivers.
    public var entries: [String]
    /// Keys of all entries that the target holds after delivery (`replace` only), the oldest first.
    public var retained: [String]
    /// The sink's own data about the target for delivery and recovery, at most `Receipt.longestMemo` bytes. Nil keeps
    /// the memo of the last receipt.
    public var memo: [UInt8]?
    /// How many steps the message is simpler than configured, as the sink counts them; 0 for the configured form.
    public var form: Int
    /// The tally of all entries that competed for the target's whole content (`replace` only), or nil.
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

/// A stored message. Id and payload are the same at every attempt.
public struct Message: Sendable {
    /// Number in the state. Later messages have greater numbers.
    public var number: Int64
    /// Id that never changes: `msg_` and lower-case base32.
    public var id: String
    /// The message's pipeline.
    public var pipeline: String
    /// The target, such as a path or an endpoint's name.
    public var target: String
    /// How the message changes the target.
    public var mode: ComposedMessage.Mode
    /// The payload in bytes.
    public var payload: [UInt8]
    /// The sink's own data about the target from when it composed the message, or nil.
    public var memo: [UInt8]?
    /// Number of attempts before this one.
    public var attempts: Int
    /// How many steps the message is simpler than configured; 0 for the configured form.
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

/// The confirmation that a message was received.
public struct Receipt: Sendable {
    /// The sink's own data about the target for the next time, at most `longestMemo` bytes. Nil keeps the earlier data.
    public var memo: [UInt8]?
    /// Warnings for the user, for example that another program wrote to the file.
    public var warnings: [StageError]
    /// Size limit of a memo, in bytes.
    public static let longestMemo = 4096

    /// Makes a receipt.
    public init(memo: [UInt8]? = nil, warnings: [StageError] = []) {
        self.memo = memo
        self.warnings = warnings
    }
}

/// The outcome of a message whose delivery was begun.
public enum Recovery: Sendable {
    /// The message was received.
    case delivered(Receipt)
    /// The message was not received. The same payload is sent again.
    case notDelivered
    /// The outcome is unknown. The same payload is sent again, with the same id.
    case unknown
}
