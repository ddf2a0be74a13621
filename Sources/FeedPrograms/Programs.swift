import FeedSystem

/// Who runs programs: the machine, a recording of what it did, or a test.
public protocol ProgramRunning: Sendable {
    /// Runs a program to its end, and ends all that it has started. Never throws: what befell it is its outcome. Ends it
    /// when the task is cancelled.
    func run(_ program: Program) async -> ProgramOutcome
}

/// Runs programs on this machine, each below a supervisor: a process that ends it and all that it has started when it
/// ends, when its time is over, when the task is cancelled, and when this process dies.
///
/// The supervisor is this process's own file, started once more. It is found by what is linked into every program that
/// uses this module, before its `main`.
public struct Programs: ProgramRunning {
    /// Waits of its own: no cooperative thread, and none of those for files. They start with the first program.
    private static let threads = BlockingExecutor(width: most)
    /// Programs at a time.
    private static let most = 8

    /// Makes it; nothing is started.
    public init() {}

    /// Runs a program, at most eight of them at a time.
    public func run(_ program: Program) async -> ProgramOutcome {
        let stop = StopRequest()
        return await withTaskCancellationHandler {
            await Self.threads.run {
                var run = ProgramRun(program, stop: stop)
                return run.run()
            }
        } onCancel: {
            stop.make()
        }
    }

    /// The same, on the thread of the caller, who cannot stop it; `listener` gets what the program writes to its standard
    /// error, as it comes. Blocks.
    package static func runBlocking(
        _ program: Program, listener: @escaping (ArraySlice<UInt8>) -> Void
    ) -> ProgramOutcome {
        var run = ProgramRun(program)
        run.listener = listener
        return run.run()
    }
}
