import CSupervisor
import FeedMessages
import FeedModel
import FeedSystem
import Glibc

/// One run of a program, from its start until all its descendants have ended. Blocks its thread.
struct ProgramRun {
    private let program: Program
    private let stop: StopRequest?
    private var output: [UInt8] = []
    private var errors = LastLines(most: ProgramOutcome.mostLines)
    private var isTooMuch = false
    private var hasAskedToStop = false
    private var written = 0
    private var chunk = [UInt8](repeating: 0, count: 64 << 10)
    /// Gets the program's standard error as it arrives.
    var listener: ((ArraySlice<UInt8>) -> Void)?

    init(_ program: Program, stop: StopRequest? = nil) {
        self.program = program
        self.stop = stop
    }

    /// The time that a cancelled program has to end, as our own run will soon end, too.
    private static let graceOfStopped = Duration.seconds(2)

    mutating func run() -> ProgramOutcome {
        guard stop?.isMade != true else { return ProgramOutcome(.stopped) }
        if let fault = fault { return ProgramOutcome(.notStarted(fault)) }
        guard let file = program.file else { return ProgramOutcome(.notStarted(.message("program.nowhere"))) }
        guard let input = Pipe(.toProgram), let answer = Pipe(.fromProgram), let messages = Pipe(.fromProgram) else {
            return ProgramOutcome(.notStarted(ProgramFile.notStarted(errno)))
        }
        let supervisor: Supervisor
        do throws(Supervisor.SystemFailure) {
            supervisor = try Supervisor(
                program, file: file, input: input.theirs, output: answer.theirs, errors: messages.theirs)
        } catch {
            return ProgramOutcome(.notStarted(error.reason))
        }
        for pipe in [input, answer, messages] { pipe.closeTheirs() }
        if program.input.isEmpty { input.closeOurs() }
        SigPipe.held { exchange(input, answer, messages, supervisor) }
        let report = supervisor.report()
        // All writers have ended, except processes that are spared. What the pipes hold now is the rest.
        for _ in 0..<Self.piecesOfPipe where read(answer, into: { $0.keep($1) }) {}
        for _ in 0..<Self.piecesOfPipe where read(messages, into: { $0.listen(to: $1) }) {}
        return ProgramOutcome(ending(report, file: file), output: output, messages: errors.lines)
    }

    /// Reads that empty a pipe of at most 1 MiB (pipe(7) §Pipe capacity) in chunks of 64 KiB.
    private static let piecesOfPipe = 16

    /// The fault of a program that cannot be started at all, or nil.
    private var fault: LocalizedText? {
        let texts = program.words + [program.folder] + program.variables.flatMap { [$0.key, $0.value] }
        if texts.contains(where: { $0.utf8.contains(0) }) { return .message("program.nul") }
        if program.words.isEmpty { return .message("program.unnamed") }
        return program.startProblem.map { .message("program.not_started", ["reason": .message($0)]) }
    }

    /// Reads and writes in turn until the supervisor reports the end.
    private mutating func exchange(_ input: Pipe, _ answer: Pipe, _ messages: Pipe, _ supervisor: Supervisor) {
        var killAt: ContinuousClock.Instant?
        while true {
            var requests = [
                pollfd(fd: supervisor.control, events: Int16(POLLIN), revents: 0),
                pollfd(fd: answer.ours, events: Int16(POLLIN), revents: 0),
                pollfd(fd: messages.ours, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input.ours, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: hasAskedToStop ? -1 : stop?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let wait = killAt.map { max(0, (ContinuousClock.now.duration(to: $0)).clampedMilliseconds + 1) }
            _ = poll(&requests, nfds_t(requests.count), Int32(clamping: min(wait ?? 500, 500)))
            if requests[1].revents != 0 { _ = read(answer, into: { $0.keep($1) }) }
            if requests[2].revents != 0 { _ = read(messages, into: { $0.listen(to: $1) }) }
            if requests[3].revents != 0 { write(to: input) }
            if requests[0].revents != 0 { return }
            if isTooMuch, !hasAskedToStop {
                hasAskedToStop = true
                supervisor.end(atOnce: true)
            }
            if stop?.isMade == true, !hasAskedToStop {
                hasAskedToStop = true
                killAt = .now + Self.graceOfStopped
                supervisor.end(atOnce: false)
            }
            if let moment = killAt, moment <= .now {
                killAt = nil
                supervisor.end(atOnce: true)
            }
        }
    }

    /// Reads a piece; false if there was none.
    private mutating func read(_ pipe: Pipe, into take: (inout ProgramRun, ArraySlice<UInt8>) -> Void) -> Bool {
        guard pipe.ours >= 0 else { return false }
        let count = chunk.withUnsafeMutableBytes { Glibc.read(pipe.ours, $0.baseAddress, $0.count) }
        if count > 0 {
            take(&self, chunk[..<count])
        } else if count == 0 || errno != EINTR && errno != EAGAIN {
            pipe.closeOurs()
        }
        return count > 0
    }

    private mutating func keep(_ piece: ArraySlice<UInt8>) {
        guard !program.limits.forgetsOutput else { return }
        let room = program.limits.output - output.count
        output += piece.prefix(max(0, room))
        if piece.count > room { isTooMuch = true }
    }

    private mutating func listen(to piece: ArraySlice<UInt8>) {
        errors.add(piece)
        listener?(piece)
    }

    /// Writes as much as the pipe accepts. A program need not read everything: it may close its input, or end.
    private mutating func write(to pipe: Pipe) {
        guard pipe.ours >= 0 else { return }
        let count = program.input.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            return Glibc.write(pipe.ours, rest.baseAddress, rest.count)
        }
        if count > 0 { written += count }
        let isOver = count < 0 ? errno != EINTR && errno != EAGAIN : written == program.input.count
        if isOver { pipe.closeOurs() }
    }

    private func ending(_ report: csupervisor_report?, file: String) -> ProgramEnding {
        guard let report else { return .lost }
        guard report.error == 0 else { return .notStarted(reason(report, file: file)) }
        if isTooMuch { return .tooMuchOutput }
        // <sys/wait.h>: the low seven bits are the signal, the next eight the exit status.
        let signal = Int(report.status & 0x7F)
        switch report.cause {
        case Int32(CSUPERVISOR_TIME_LIMIT.rawValue): return .tooSlow
        case Int32(CSUPERVISOR_TOLD.rawValue): return .stopped
        default: return signal == 0 ? .exited(Int(report.status >> 8) & 0xFF) : .signalled(signal)
        }
    }

    private func reason(_ report: csupervisor_report, file: String) -> LocalizedText {
        switch UInt32(report.step) {
        case CSUPERVISOR_PROGRAM.rawValue: ProgramFile.reason(report.error, of: file)
        case CSUPERVISOR_FOLDER.rawValue:
            .message("program.folder", ["folder": .text(program.folder), "reason": ProgramFile.words(report.error)])
        case CSUPERVISOR_SANDBOX.rawValue:
            Confinement.landlockVersion == 0
                ? .message("program.no_landlock")
                : .message("program.not_confined", ["reason": ProgramFile.words(report.error)])
        case CSUPERVISOR_SECRETS.rawValue:
            .message("program.secrets", ["reason": ProgramFile.words(report.error)])
        default: ProgramFile.notStarted(report.error)
        }
    }
}

/// Blocks SIGPIPE, so that a program that stops reading does not end this process.
private enum SigPipe {
    static func held(_ work: () -> Void) {
        var (pipes, before, pending) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&pipes)
        sigaddset(&pipes, SIGPIPE)
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &pipes, &before)
        work()
        var none = timespec()
        if !wasPending { while sigtimedwait(&pipes, nil, &none) < 0, errno == EINTR {} }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
