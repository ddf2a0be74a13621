import Glibc

/// stdin, stdout and stderr, which a caller may have closed (`>&-`).
enum StandardStreams {
    /// Puts something that gives and takes nothing where one of them is missing. To be called before anything is opened:
    /// else the next file that is, such as the state, would become stdout, and digests would be printed into it.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is this one. Open for reading alone, so that printing fails and is told.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
