public import FeedConfiguration
public import FeedModel

/// Delivers digests. A sink composes messages, delivers one stored message, and reports the outcome of a delivery that
/// was interrupted. The engine stores, orders, retries and gives up messages.
public protocol Sink: Stage {
    /// Composes the messages of a digest, in the order of delivery. Reads what it needs of its targets from `context`,
    /// and writes nothing. It may take its time and block: it runs beside other sinks, on one of a few threads for such
    /// work. If what it read from `context` has changed meanwhile, it is called once more. Throws if it cannot compose.
    func compose(_ digest: Digest, in context: some ComposeContext) async throws(StageError) -> [ComposedMessage]
    /// Delivers the stored payload. Throws `.unknownFate` if the outcome is unknown, or why it was not received.
    func deliver(_ message: Message) async throws(StageError) -> Receipt
    /// Returns the outcome of a message whose delivery was begun and not finished. Throws if it cannot find out now.
    func recover(_ message: Message) async throws(StageError) -> Recovery
    /// Composes smaller or simpler messages with all entries of a message that the receiver refused. They replace it;
    /// without any, the message is given up. `digest` has the message's entries, as the filters left them.
    func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) async throws(StageError) -> [ComposedMessage]
    /// Returns what a dry run shows of a message: its payload, or the same in a form that people can read.
    func preview(of message: Message) -> [UInt8]
    /// The format of a sink without `format:`, or nil if `format:` is required.
    static var defaultFormat: String? { get }
    /// Whether digests without entries are composed.
    var wantsEmptyDigests: Bool { get }
    /// The order of the entries in the sink's digests.
    var layout: DigestLayout { get }
    /// How the messages of the sink follow one another.
    var sending: SendingRules { get }
    /// How many entries a digest has at most if each digest is to come whole; nil for parts of at most 1,000 entries
    /// and about a MiB.
    var wholeDigestLimit: Int? { get }
    /// Whether what it delivers lies on the machine that delivers it, as files do. If several machines share a state,
    /// `settings.files_on` names the one that delivers there.
    var deliversToThisMachine: Bool { get }
}

extension Sink {
    /// Returns no messages: a refused message is given up.
    public func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) async throws(StageError) -> [ComposedMessage] { [] }
    /// The payload by default.
    public func preview(of message: Message) -> [UInt8] { message.payload }
    /// Nil by default: `format:` is required.
    public static var defaultFormat: String? { nil }
    /// False by default: a digest without entries sends nothing.
    public var wantsEmptyDigests: Bool { false }
    /// A page by default.
    public var layout: DigestLayout { .page }
    /// In order by default, without a rate.
    public var sending: SendingRules { SendingRules() }
    /// Nil by default: a large digest comes in parts.
    public var wholeDigestLimit: Int? { nil }
    /// False by default: any machine may deliver.
    public var deliversToThisMachine: Bool { false }
}

/// A sink that writes files. Its targets are paths of files.
public protocol FileWriting: Sink {
    /// Paths of the files, resolved, with placeholders as written. The check of a configuration compares them with the
    /// configuration, the state and other sinks.
    var writtenPaths: [String] { get }
    /// Returns the path of a file that only one pipeline may write, because it is replaced; nil if several may.
    func exclusiveTarget(pipeline: String) -> String?
    /// Returns the error that a delivery to this path would have now, or nil. Changes nothing. Blocks.
    func refusal(ofFile path: String) -> StageError?
    /// Returns the targets of these pipelines at a moment, or nil if any known target may be used again. The state
    /// forgets the content of all other targets after a week.
    func targets(of pipelines: [String], at moment: Timestamp) -> Set<String>?
    /// Whether a delivery to a path removes the entries of the delivery before it.
    var showsLastDeliveryAlone: Bool { get }
    /// How long files are kept after the last delivery to them, or nil for ever. Then the engine calls `remove`.
    var keep: Duration? { get }
    /// Removes a file to which nothing is delivered any more. Leaves it if it is not the one that this sink wrote, or
    /// has changed since. Blocks. Throws if it cannot be examined or removed.
    ///
    /// - Parameters:
    ///   - path: the file, a target of this sink.
    ///   - memo: what the sink kept of it at the last delivery.
    ///   - isPreview: whether nothing is removed.
    func remove(file path: String, memo: [UInt8], isPreview: Bool) throws(StageError) -> FileRemoval
}

/// The outcome of removing a file that a sink wrote.
public enum FileRemoval: String, Sendable, Hashable {
    /// It is removed, or would be.
    case removed
    /// It was removed before.
    case missing
    /// It is another file, or has changed, and stays.
    case changed
}

extension FileWriting {
    /// True: files lie on one machine.
    public var deliversToThisMachine: Bool { true }
    /// Nil by default: several pipelines may write each file.
    public func exclusiveTarget(pipeline: String) -> String? { nil }
    /// Nil by default: no error is known.
    public func refusal(ofFile path: String) -> StageError? { nil }
    /// Nil by default: any target may be used again.
    public func targets(of pipelines: [String], at moment: Timestamp) -> Set<String>? { nil }
    /// False by default.
    public var showsLastDeliveryAlone: Bool { false }
    /// Nil by default: files are kept for ever.
    public var keep: Duration? { nil }
    /// Leaves the file by default.
    public func remove(file path: String, memo: [UInt8], isPreview: Bool) throws(StageError) -> FileRemoval { .changed }
}

/// The order of the entries in a digest.
public enum DigestLayout: Sendable, Hashable {
    /// The pipeline's order, without a `sort` the newest first. Readers begin at the top of a page and read it once.
    case page
    /// The oldest first, so that later entries follow below. A pipeline that does not order by time keeps its order.
    case stream
}

/// How the messages of a sink follow one another. The engine follows these rules, over all runs.
public struct SendingRules: Sendable {
    /// Whether a message waits until the messages before it are delivered or given up.
    public var isOrdered: Bool
    /// The limit of messages in a time, or nil.
    public var rate: Rate?
    /// The address of the messages, or nil. A pause that it asks for applies to all sinks with the same address.
    public var endpoint: Secret?
    /// Time limit of one request, applied by the transport.
    public var timeout = Duration.seconds(30)
    /// A file of certificates that requests trust in place of the system's, or nil.
    public var caFile: String?

    /// Makes the rules.
    public init(isOrdered: Bool = true, rate: Rate? = nil, endpoint: Secret? = nil) {
        self.isOrdered = isOrdered
        self.rate = rate
        self.endpoint = endpoint
    }
}
