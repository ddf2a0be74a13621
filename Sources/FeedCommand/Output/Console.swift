import FeedRendering
import FeedStages
import FeedSystem
import Glibc

/// stdout for results, stderr for everything else.
struct Console: Sendable {
    /// Whether stderr is a terminal.
    let isTerminal: Bool
    /// Whether stdout is a terminal.
    let printsToTerminal: Bool
    /// Whether the terminal behind stderr understands control sequences.
    let drawsLines: Bool
    /// Whether stderr may have colours.
    let usesColor: Bool

    /// Looks at the process's streams and at `NO_COLOR`.
    init(color: ColorChoice) {
        isTerminal = isatty(STDERR_FILENO) == 1
        printsToTerminal = isatty(STDOUT_FILENO) == 1
        let terminal = getenv("TERM").map { String(cString: $0) } ?? ""
        drawsLines = isTerminal && !terminal.isEmpty && terminal != "dumb"
        let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        usesColor =
            switch color {
            case .always: true
            case .never: false
            case .auto: drawsLines && !isRefused
            }
    }

    /// Columns of the terminal behind stderr; 80 if it does not say.
    var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Columns of the terminal behind stdout; nil if it is none, and lines may be as long as they are.
    var printColumns: Int? {
        guard printsToTerminal else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Prints a result as it stands.
    func print(bytes: [UInt8]) throws(CommandFailure) {
        guard writeAll(bytes, to: STDOUT_FILENO) else {
            // `| head` has seen enough: nobody wants to hear of it.
            guard errno != EPIPE else { throw CommandFailure(.inputOutput, [Notice]()) }
            let reason = VisibleText.line(String(cString: strerror(errno)))
            throw CommandFailure(
                .inputOutput, Surroundings.localized("output.stdout_failed", ["reason": .text(reason)]))
        }
    }

    /// Prints a document that others may have written: as it stands, but on a terminal without what could steer it.
    func print(document: [UInt8]) throws(CommandFailure) {
        try print(bytes: printsToTerminal ? VisibleText.lines(document) : document)
    }

    /// Prints a line of a result.
    func print(_ line: String) throws(CommandFailure) { try print(bytes: Array((line + "\n").utf8)) }

    /// Tells something on stderr. Returns whether somebody can have heard it; if not, that is no failure.
    @discardableResult
    func printToStderr(_ line: String) -> Bool { writeAll(Array((line + "\n").utf8), to: STDERR_FILENO) }

    /// Writes to stderr without a line end: the progress line.
    func draw(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }
}
