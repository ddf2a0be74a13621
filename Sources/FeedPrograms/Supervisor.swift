import CSupervisor
import FeedMessages
import FeedModel
import FeedSystem
import Glibc

/// A running supervisor: the process of our own executable that watches one program.
///
/// A class, because it owns a descriptor and a child process.
final class Supervisor {
    /// The connection on which the supervisor's report arrives.
    let control: Int32
    private let process: pid_t

    /// Starts a supervisor; the three descriptors become the standard streams of its program. Throws the system's
    /// error.
    init(_ program: Program, file: String, input: Int32, output: Int32, errors: Int32) throws(SystemFailure) {
        let order = Self.order(program, file: file)
        var (control, process): (Int32, pid_t) = (-1, 0)
        let number = csupervisor_start(order, order.count, input, output, errors, &control, &process)
        guard number == 0 else { throw SystemFailure(number: number) }
        (self.control, self.process) = (control, process)
    }

    struct SystemFailure: Error {
        let number: Int32

        /// The reason as the end of a sentence that begins with the program's name.
        var reason: LocalizedText {
            switch number {
            case ENOTSUP: .message("program.in_library")
            case ENOENT: .message("program.no_proc")
            default: ProgramFile.notStarted(number)
            }
        }
    }

    deinit {
        close(control)
        // It ends with its report. If it still waits for a process that hangs in the kernel, it is left alone after 0.1
        // s.
        for _ in 0..<100 {
            let ended = retrying { waitpid(process, nil, WNOHANG) }
            if ended != 0 { return }
            usleep(1000)
        }
    }

    /// Asks it to end the program: first by SIGTERM, or at once by SIGKILL.
    func end(atOnce: Bool) {
        var word = UInt8(atOnce ? CSUPERVISOR_KILL.rawValue : CSUPERVISOR_END.rawValue)
        // The supervisor may be gone.
        _ = send(control, &word, 1, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Reads its report, once `control` is readable; nil if the supervisor itself was killed.
    func report() -> csupervisor_report? { Self.report(from: control) }

    static func report(from control: Int32) -> csupervisor_report? {
        var report = csupervisor_report()
        var count = 0
        repeat {
            count = retrying { recv(control, &report, MemoryLayout<csupervisor_report>.size, 0) }
            // It ended before it read our word. The system reports that first, once; the supervisor's report comes
            // after it.
        } while count < 0 && errno == ECONNRESET
        return count == MemoryLayout<csupervisor_report>.size ? report : nil
    }

    private static func order(_ program: Program, file: String) -> [UInt8] {
        let limits = program.limits
        let variables = program.variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        var head = csupervisor_order()
        head.time_limit = max(1, limits.time.clampedMilliseconds)
        head.grace = limits.grace.clampedMilliseconds
        head.memory = UInt64(clamping: limits.memory ?? 0)
        head.file_size = UInt64(clamping: limits.fileSize ?? 0)
        head.open_files = UInt64(clamping: limits.openFiles ?? 0)
        head.cpu_seconds = UInt64(clamping: limits.processorSeconds ?? 0)
        head.spares_daemons = limits.sparesDaemons ? 1 : 0
        head.keeps_core = limits.keepsCore ? 1 : 0
        let readable = program.isConfined ? Confinement.readable(by: program, file: file) : []
        head.is_confined = program.isConfined ? 1 : 0
        head.readable = UInt32(clamping: readable.count)
        head.arguments = UInt32(clamping: program.words.count)
        head.variables = UInt32(clamping: variables.count)
        head.secrets = UInt32(clamping: program.secrets.count)
        var order = withUnsafeBytes(of: &head) { Array($0) }
        for text in [program.folder, file] + program.words + variables + readable { order += Array(text.utf8) + [0] }
        for (name, bytes) in program.secrets.sorted(by: { $0.key < $1.key }) {
            order += Array(name.utf8) + [0]
            withUnsafeBytes(of: UInt64(bytes.count)) { order += $0 }
            order += bytes
        }
        return order
    }
}
