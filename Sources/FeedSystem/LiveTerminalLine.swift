import Glibc
import Synchronization

/// The line of progress at the bottom of this process's terminal.
///
/// It is one for the process, as its terminal is: whoever prints on the terminal removes it first.
public enum LiveTerminalLine {
    private struct State {
        var isShown = false
        var isOver = false
    }

    private static let state = Mutex(State())
    /// ECMA-48: carriage return, and EL (erase in line).
    private static let erase = "\r\u{1B}[K"

    /// Replaces the line on stderr, unless it is over.
    package static func draw(_ text: String) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.isShown = true
            write(erase + text)
        }
    }

    /// Removes the line. It may be drawn again.
    package static func remove() { state.withLock { remove(&$0) } }

    /// Removes the line for good: what is printed next may not end its last line. A sink that prints on the terminal calls
    /// this first.
    public static func end() {
        state.withLock { state in
            remove(&state)
            state.isOver = true
        }
    }

    private static func remove(_ state: inout State) {
        guard state.isShown else { return }
        state.isShown = false
        write(erase)
    }

    /// Nothing can be done about an error of such a line.
    private static func write(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }
}
