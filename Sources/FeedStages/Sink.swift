public import FeedModel

/// Brings digests to their readers. It plans messages, delivers one stored message, and tells the fate of one whose
/// fate is unknown; the engine renders, stores, orders, retries and gives up.
public protocol Sink: Stage {
    /// Formats that the sink accepts when none is configured; nil: `format:` is required.
    static var defaultFormat: String? { get }
    /// What to call a place of delivery in a configuration check: two pipelines may not replace one path.
    func exclusiveTarget(pipeline: String) -> String?
    /// Paths of the files that it writes, resolved, with placeholders as written: a configuration check holds them
    /// against the configuration, the state and other sinks.
    var writtenPaths: [String] { get }
    /// Why nothing could be delivered at one of these paths now, as a delivery would tell it; nil: nothing is in the way.
    /// Looks, and changes nothing. Blocks.
    func refusal(ofFile path: String) -> StageError?
    /// The targets to which these pipelines would deliver at a moment, or nil if any that it knows may come again.
    func targets(of pipelines: [String], at moment: Timestamp) -> Set<String>?
    /// Whether digests without entries are planned, too.
    var wantsEmptyDigests: Bool { get }
    /// In which order it is given the entries of a digest.
    var layout: DigestLayout { get }
    /// Cuts a digest into messages, first things first; reads what it must know of the targets, writes nothing.
    func plan(_ digest: Digest, in context: some PlanContext) throws(StageError) -> [MessagePlan]
    /// Delivers the stored bytes. Throws if they surely were not received; `.unknownFate` if nobody can tell.
    func deliver(_ message: Message) async throws(StageError) -> Receipt
    /// Tells what became of a message whose delivery was begun and never finished.
    func recover(_ message: Message) async throws(StageError) -> Recovery
    /// How messages follow one another.
    var sending: SendingRules { get }
    /// Plans what takes the place of a message that the receiver refused, smaller or simpler, with every entry of it;
    /// none: the message is given up. `digest` has the message's entries, as the filters left them.
    func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some PlanContext
    ) throws(StageError) -> [MessagePlan]
}

extension Sink {
    /// `format:` is required.
    public static var defaultFormat: String? { nil }
    /// Several pipelines may deliver here.
    public func exclusiveTarget(pipeline: String) -> String? { nil }
    /// No files.
    public var writtenPaths: [String] { [] }
    /// Nothing is in the way.
    public func refusal(ofFile path: String) -> StageError? { nil }
    /// Any.
    public func targets(of pipelines: [String], at moment: Timestamp) -> Set<String>? { nil }
    /// Nothing new, nothing sent.
    public var wantsEmptyDigests: Bool { false }
    /// A page.
    public var layout: DigestLayout { .page }
    /// One after the other, as fast as the receiver takes them.
    public var sending: SendingRules { SendingRules() }
    /// A sink of one size and form: what is refused is given up.
    public func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some PlanContext
    ) throws(StageError) -> [MessagePlan] { [] }
}

/// How the entries of a digest follow one another.
public enum DigestLayout: Sendable, Hashable {
    /// As the pipeline orders them, the newest first without a `sort`: read from its top, and then put away.
    case page
    /// The oldest first, so that what comes later stands below; unless the pipeline orders by something else than time.
    case stream
}

/// What a sink may ask while it plans.
public protocol PlanContext {
    /// The moment of the delivery; becomes the time in paths and messages.
    var now: Timestamp { get }
    /// The sink's format.
    var format: any DigestFormat { get }
    /// What the state knows of a target (a path), or nil if nothing was delivered there.
    func target(_ path: String) throws(StageError) -> TargetState?
    /// The entries that a target already holds, oldest delivery first.
    func entries(heldBy path: String) throws(StageError) -> [DigestEntry]
    /// What the digest that a target holds tells of the entries that competed for it, all its deliveries together; nil if
    /// nothing is known.
    func tally(heldBy path: String) throws(StageError) -> DigestTally?
    /// A digest of these entries, grouped as the pipeline says and ordered as the sink wants it, otherwise like `digest`.
    func digest(_ digest: Digest, of entries: [DigestEntry]) -> Digest
}

extension PlanContext {
    /// Nothing is known.
    public func tally(heldBy path: String) throws(StageError) -> DigestTally? { nil }
}

/// A piece of a digest for one target, as a sink planned it.
public struct MessagePlan: Sendable {
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
    /// What stood at the target when it was planned, or nil.
    public var base: TargetState?
    /// How much simpler than configured it is, by the sink's own count; 0: not at all.
    public var form: Int
    /// What became of everything that competed for the whole content of the target (`replace` only), or nil.
    public var tally: DigestTally?

    /// How a message changes its target.
    public enum Mode: String, Sendable, Hashable {
        case append, replace, post
    }

    /// Makes a plan.
    public init(
        target: String, mode: Mode, payload: [UInt8], entries: [String], retained: [String] = [],
        base: TargetState? = nil, form: Int = 0
    ) {
        self.target = target
        self.mode = mode
        self.payload = payload
        self.entries = entries
        self.retained = retained
        self.base = base
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
    public var mode: MessagePlan.Mode
    /// The bytes.
    public var payload: [UInt8]
    /// What stood at the target when it was planned, or nil.
    public var base: TargetState?
    /// Attempts before this one.
    public var attempts: Int
    /// How much simpler than configured it is, as it was planned.
    public var form: Int

    /// Makes a message.
    public init(
        number: Int64, id: String, pipeline: String, target: String, mode: MessagePlan.Mode, payload: [UInt8],
        base: TargetState?, attempts: Int, form: Int = 0
    ) {
        self.number = number
        self.id = id
        self.pipeline = pipeline
        self.target = target
        self.mode = mode
        self.payload = payload
        self.base = base
        self.attempts = attempts
        self.form = form
    }
}

/// What stands at a file target.
public struct TargetState: Sendable, Hashable {
    /// Device and inode of the file; 0 and 0 if there is none yet.
    public var device: UInt64
    /// The file's number on its device.
    public var inode: UInt64
    /// Bytes up to which the content is ours or was there before.
    public var length: Int64
    /// SHA-256 over (up to) the last 4 KiB before `length`; of a replaced file over the whole content.
    public var tailHash: [UInt8]

    /// Makes a state.
    public init(device: UInt64, inode: UInt64, length: Int64, tailHash: [UInt8]) {
        self.device = device
        self.inode = inode
        self.length = length
        self.tailHash = tailHash
    }
}

/// Proof that a message was received.
public struct Receipt: Sendable {
    /// What stands at the target now, or nil if there is nothing to remember.
    public var target: TargetState?
    /// Something that the user should know, such as that somebody else wrote to the file.
    public var warnings: [StageError]

    /// Makes a receipt.
    public init(target: TargetState? = nil, warnings: [StageError] = []) {
        self.target = target
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
