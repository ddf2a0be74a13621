import Glibc

/// Runs programs to their end.
enum Command {
    /// The exit status, 128 plus the signal that ended it, or 127 if it cannot be started.
    static func run(_ words: [String]) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, words[0], nil, nil, &arguments, environ) == 0 else { return 127 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return 127 } }
        // <sys/wait.h>: the low seven bits are the signal, the next eight the exit status.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
