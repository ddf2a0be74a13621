public import FeedModel
public import FeedPrograms
public import FeedSystem
public import Logging

/// What a stage needs from its environment. Tests replace it, and need no network, clock or zone of the machine.
public struct Services: Sendable {
    /// Sends requests, with the source's limits, headers and politeness.
    public var transport: any HTTPTransport
    /// The time of day, and waiting.
    public var clock: any WallClock
    /// The zone of `settings.timezone`.
    public var zone: Zone
    /// The language of `settings.locale`.
    public var locale: DigestLocale
    /// Runs blocking work (files, pipes) outside the cooperative threads.
    public var blocking: BlockingExecutor
    /// The folder of the configuration file. Relative paths are resolved against it.
    public var directory: String
    /// The log for developers. Errors are the way to inform the user.
    public var logger: Logger
    /// Size limit of one document in bytes: the source's `max_body`. The transport applies it to responses.
    public var maxBody = 16 << 20
    /// Time limit of one fetch: the source's `timeout`. The transport applies it to requests.
    public var timeout = Duration.seconds(30)
    /// Runs other programs, or answers from a recording.
    public var programs: any ProgramRunning = Programs()
    /// Carries letters to a mail server.
    public var mail: any MailTransport = NoMailTransport()
    /// Whether a file, by device and inode, belongs to the state in use. No stage may open such a file: closing it
    /// would drop the database's locks on it (fcntl(2) §Record locks).
    public var isOfState: @Sendable (_ device: UInt64, _ inode: UInt64) -> Bool = { _, _ in false }
    /// Whether a text contains a configured secret, or the mask of one. A stage asks before it sends what others wrote to
    /// a third party.
    public var containsSecret: @Sendable (_ text: String) -> Bool = { _ in false }

    /// Makes the services of a stage. Relative paths are resolved against `directory`, the folder of the configuration.
    /// Limits and programs keep their defaults.
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

    /// Returns `path` itself if it is absolute, or else the path inside the configuration's folder.
    public func resolve(path: String) -> String {
        path.utf8.first == UInt8(ascii: "/") ? path : directory + "/" + path
    }
}
