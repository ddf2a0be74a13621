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
    init(_ arguments: String..., in workplace: Workplace) throws {
        let script = "cd \"$0\" && exec \"$@\" >stdout.txt 2>stderr.txt"
        let words = ["/bin/sh", "-c", script, workplace.folder, Workplace.program] + arguments
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let variables = ["PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no"]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for text in argv + environment { free(text) } }
        var process: pid_t = 0
        try #require(posix_spawn(&process, words[0], nil, nil, &argv, &environment) == 0)
        var ended: Int32 = 0
        var usage = rusage()
        while wait4(process, &ended, 0, &usage) < 0 { try #require(errno == EINTR) }
        // <sys/wait.h>: the low seven bits are the signal, the next eight the exit status.
        status = ended & 0x7F == 0 ? (ended >> 8) & 0xFF : 128 + (ended & 0x7F)
        peakMemory = usage.ru_maxrss / 1024
        processorTime =
            .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    }
}
