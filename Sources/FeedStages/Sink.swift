public import FeedConfiguration
public import FeedModel

/// Brings digests to their readers. It composes messages, delivers one stored message, and tells the fate of one whose
/// fate is unknown; the engine stores, orders, retries and gives up.
public protocol Sink: Stage {
    /// Cuts a digest into messages, first things first; asks the context for what it must know of the targets, writes
    /// nothing. It may take its time and block: it runs beside other sinks, on one of a few threads for such work. If what it
    /// asked for has moved meanwhile, it is asked once more.
    func compose(_ digest: Digest, in context: some ComposeContext) async throws(StageError) -> [ComposedMessage]
    /// Delivers the stored bytes. Throws if they surely were not received; `.unknownFate` if nobody can tell.
    func deliver(_ message: Message) async throws(StageError) -> Receipt
    /// Tells what became of a message whose delivery was begun and never finished.
    func recover(_ message: Message) async throws(StageError) -> Recovery
    /// Composes what takes the place of a message that the receiver refused, smaller or simpler, with every entry of it;
    /// none: the message is given up. `digest` has the message's entries, as the filters left them.
    func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) async throws(StageError) -> [ComposedMessage]
    /// Formats that the sink accepts when none is configured; nil: `format:` is required.
    static var defaultFormat: String? { get }
    /// Whether digests without entries are composed, too.
    var wantsEmptyDigests: Bool { get }
    /// In which order it is given the entries of a digest.
    var layout: DigestLayout { get }
    /// How messages follow one another.
    var sending: SendingRules { get }
}

extension Sink {
    /// A sink of one size and form: what is refused is given up.
    public func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) async throws(StageError) -> [ComposedMessage] { [] }
    /// `format:` is required.
    public static var defaultFormat: String? { nil }
    /// Nothing new, nothing sent.
    public var wantsEmptyDigests: Bool { false }
    /// A page.
    public var layout: DigestLayout { .page }
    /// One after the other, as fast as the receiver takes them.
    public var sending: SendingRules { SendingRules() }
}

/// A sink that writes files: its targets are their paths.
public protocol FileWriting: Sink {
    /// Paths of the files, resolved, with placeholders as written: a configuration check holds them against the
    /// configuration, the state and other sinks.
    var writtenPaths: [String] { get }
    /// The path of a file that one pipeline alone may write, because it is replaced; nil: several may.
    func exclusiveTarget(pipeline: String) -> String?
    /// Why nothing could be delivered at one of these paths now, as a delivery would tell it; nil: nothing is in the way.
    /// Looks, and changes nothing. Blocks.
    func refusal(ofFile path: String) -> StageError?
    /// The targets to which these pipelines would deliver at a moment, or nil if any that it knows may come again. What
    /// others hold is forgotten after a week.
    func targets(of pipelines: [String], at moment: Timestamp) -> Set<String>?
}

extension FileWriting {
    /// Several pipelines may deliver here.
    public func exclusiveTarget(pipeline: String) -> String? { nil }
    /// Nothing is in the way.
    public func refusal(ofFile path: String) -> StageError? { nil }
    /// Any.
    public func targets(of pipelines: [String], at moment: Timestamp) -> Set<String>? { nil }
}

/// How the entries of a digest follow one another.
public enum DigestLayout: Sendable, Hashable {
    /// As the pipeline orders them, the newest first without a `sort`: read from its top, and then put away.
    case page
    /// The oldest first, so that what comes later stands below; unless the pipeline orders by something else than time.
    case stream
}

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
