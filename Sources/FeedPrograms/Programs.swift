import FeedSystem

/// Something that runs programs: this machine, a recording, or a test.
public protocol ProgramRunning: Sendable {
    /// Runs a program, and ends it and all its descendants. Cancelling the task ends it early. Never throws: every
    /// failure is an outcome.
    func run(_ program: Program) async -> ProgramOutcome
}

/// Runs programs on this machine, each below a supervisor process. The supervisor ends the program's descendants when
/// the program ends. It ends them all when the time is over, when the task is cancelled, and when this process dies.
///
/// The supervisor is this process's own executable, started once more. Every program that links this module has a
/// constructor that runs before `main` and recognises it.
public struct Programs: ProgramRunning {
    /// Threads for the waits, apart from Swift's cooperative pool and from the threads for files. They start with the
    /// first program.
    private static let threads = BlockingExecutor(width: most)
    /// The most programs at a time.
    private static let most = 8

    /// Makes a runner; nothing is started.
    public init() {}

    /// Runs a program to its end; at most eight programs run at a time.
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

    /// Runs a program on the caller's thread, without any cancellation. `listener` gets the program's standard error as
    /// it arrives. Blocks.
    package static func runBlocking(
        _ program: Program, listener: @escaping (ArraySlice<UInt8>) -> Void
    ) -> ProgramOutcome {
        var run = ProgramRun(program)
        run.listener = listener
        return run.run()
    }
}
