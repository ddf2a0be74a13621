public import FeedModel
public import FeedPrograms
public import FeedSystem
public import Logging

/// The small doors through which a stage reaches the world: no test needs the network, the wall clock or the
/// machine's zone.
public struct Services: Sendable {
    /// Fetches; already carries the source's limits, headers and politeness.
    public var transport: any HTTPTransport
    /// The time of day and waiting.
    public var clock: any WallClock
    /// `settings.timezone`.
    public var zone: Zone
    /// `settings.locale`.
    public var locale: DigestLocale
    /// Runs blocking work (files, pipes) away from the cooperative threads.
    public var blocking: BlockingExecutor
    /// The folder of the configuration file, against which relative paths are resolved.
    public var directory: String
    /// For developers; people are told through errors.
    public var logger: Logger
    /// Bytes of one document: the source's `max_body`, which the transport keeps to by itself.
    public var maxBody = 16 << 20
    /// How long one fetch may take: the source's `timeout`, which the transport keeps to by itself.
    public var timeout = Duration.seconds(30)
    /// Runs programs of others, or answers from a recording in their place.
    public var programs: any ProgramRunning = Programs()
    /// Whether a file, by device and inode, is of the state that is at work. No stage may open it: closing it again would
    /// drop the database's locks on it (fcntl(2) §Record locks).
    public var isOfState: @Sendable (_ device: UInt64, _ inode: UInt64) -> Bool = { _, _ in false }

    /// Makes the set of doors.
    public init(
        transport: any HTTPTransport, clock: any WallClock, zone: Zone, locale: DigestLocale,
        blocking: BlockingExecutor, directory: String, logger: Logger
    ) {
        self.transport = transport
        self.clock = clock
        self.zone = zone
        self.locale = locale
        self.blocking = blocking
        self.directory = directory
        self.logger = logger
    }

    /// `path` itself if absolute, else inside the configuration's folder.
    public func resolve(path: String) -> String {
        path.utf8.first == UInt8(ascii: "/") ? path : directory + "/" + path
    }
}
