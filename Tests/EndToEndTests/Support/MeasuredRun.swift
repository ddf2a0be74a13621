import Foundation
import Glibc
import Testing

/// A run of the built program with what it cost.
struct MeasuredRun {
    /// Exit status, or 128 plus the signal that ended it.
    let status: Int32
    /// The most memory it had at a time, in MiB.
    let peakMemory: Int
    /// The time that it kept a processor busy.
    let processorTime: Duration

    /// Runs `kawaraban` in a workplace to its end.
    init(_ arguments: String..., in workplace: Workplace) async throws {
        let script = "cd \"$0\" && exec \"$@\" >stdout.txt 2>stderr.txt"
        let words = ["/bin/sh", "-c", script, workplace.folder, Workplace.program] + arguments
        // On a thread of its own: what is seen of memory must be looked at often, and others need not wait.
        let run = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: Self.run(words)) }
        }
        self = try #require(run)
    }

    private init(status: Int32, peakMemory: Int, processorTime: Duration) {
        self.status = status
        self.peakMemory = peakMemory
        self.processorTime = processorTime
    }

    private static func run(_ words: [String]) -> MeasuredRun? {
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        // The last one lets us read /proc about it where we are not root.
        let variables = ["PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no", "KAWARABAN_CORE_FILES=yes"]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for text in argv + environment { free(text) } }
        var process: pid_t = 0
        guard posix_spawn(&process, words[0], nil, nil, &argv, &environment) == 0 else { return nil }
        var (ended, peak) = (Int32(0), 0)
        var usage = rusage()
        // What wait4(2) says of memory includes what the process had before it became the program: that of the tests.
        while wait4(process, &ended, WNOHANG, &usage) == 0 {
            peak = max(peak, peakMemory(of: process))
            usleep(2000)
        }
        // <sys/wait.h>: the low seven bits are the signal, the next eight the exit status.
        return MeasuredRun(
            status: ended & 0x7F == 0 ? (ended >> 8) & 0xFF : 128 + (ended & 0x7F), peakMemory: peak / 1024,
            processorTime: .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec))
    }

    /// `VmHWM` of a process that is there and has become the program, in KiB (proc(5)); 0 of any other.
    ///
    /// Until then it runs in the memory of the tests, then in the shell's, and would be said to have used that.
    private static func peakMemory(of process: pid_t) -> Int {
        let image = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
        guard image == Workplace.program else { return 0 }
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
