import FeedRendering
import FeedStages
import FeedSystem
import Glibc

/// The output of this process: stdout for results, stderr for everything else.
struct Console: Sendable {
    /// Whether stderr is a terminal.
    let isTerminal: Bool
    /// Whether stdout is a terminal.
    let printsToTerminal: Bool
    /// Whether stderr is a terminal that understands control sequences.
    let drawsLines: Bool
    /// Whether stderr may have colours.
    let usesColor: Bool

    /// Examines the process's streams, `TERM` and `NO_COLOR`.
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

    /// The width of stderr's terminal in columns; 80 if it is unknown.
    var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// The width of stdout's terminal in columns; nil if stdout is no terminal and lines need not be broken.
    var printColumns: Int? {
        guard printsToTerminal else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Prints a result unchanged. Throws with status 74 if stdout cannot be written.
    func print(bytes: [UInt8]) throws(CommandFailure) {
        guard writeAll(bytes, to: STDOUT_FILENO) else {
            // The reader has closed the pipe, as `| head` does. That needs no message.
            guard errno != EPIPE else { throw CommandFailure(.closedPipe, [Notice]()) }
            let reason = VisibleText.line(String(cString: strerror(errno)))
            throw CommandFailure(
                .inputOutput, Surroundings.localized("output.stdout_failed", ["reason": .text(reason)]))
        }
    }

    /// Prints a document from outside: on a terminal without control sequences, otherwise unchanged.
    func print(document: [UInt8]) throws(CommandFailure) {
        try print(bytes: printsToTerminal ? VisibleText.lines(document) : document)
    }

    /// Prints one line of a result.
    func print(_ line: String) throws(CommandFailure) { try print(bytes: Array((line + "\n").utf8)) }

    /// Prints a line for people, broken on a terminal where it is full. Throws with status 74 as the others do.
    func print(text line: String) throws(CommandFailure) {
        for line in DisplayWidth.hanging(line, in: printColumns) { try print(line) }
    }

    /// Prints a line for people on stderr, broken on a terminal where it is full. Returns whether it was written.
    @discardableResult
    func tell(_ line: String) -> Bool {
        printToStderr(DisplayWidth.hanging(line, in: isTerminal ? columns : nil).joined(separator: "\n"))
    }

    /// Prints a line on stderr. Returns whether it was written. A failure is no error.
    @discardableResult
    func printToStderr(_ line: String) -> Bool { writeAll(Array((line + "\n").utf8), to: STDERR_FILENO) }

    /// Writes a question to stderr without a line end: the answer follows on the same line.
    func ask(_ question: String) { _ = writeAll(Array(question.utf8), to: STDERR_FILENO) }
}
