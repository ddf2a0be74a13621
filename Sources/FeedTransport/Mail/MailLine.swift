import Glibc
import Synchronization

/// The connection that carries one letter, so that another thread can end it. Some calls of libcurl wait for a mail
/// server for minutes, past every time limit.
///
/// A class, because libcurl's thread and the caller share it.
final class MailLine: Sendable {
    /// Why a connection was ended from outside.
    enum Cut: Sendable {
        case cancelled, timeout
    }

    private struct State {
        var sockets: Set<Int32> = []
        var cut: Cut?
    }

    private let state = Mutex(State())

    /// Why it was ended from outside, or nil.
    var cut: Cut? { state.withLock { $0.cut } }

    /// Adds a socket. Closes it and returns -1 if the line was ended.
    func add(_ socket: Int32) -> Int32 {
        state.withLock { state in
            guard state.cut == nil else {
                close(socket)
                return -1
            }
            state.sockets.insert(socket)
            return socket
        }
    }

    /// Closes a socket. Nobody else may close it: the system gives its number to another one at once.
    func remove(_ socket: Int32) -> Int32 {
        state.withLock { state in
            state.sockets.remove(socket)
            return close(socket)
        }
    }

    /// Ends every read and write, for the caller's reason.
    func end(because cut: Cut) {
        state.withLock { state in
            state.cut = state.cut ?? cut
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Ends every read and write, for a reason that the conversation has.
    func end() { state.withLock { state in for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) } } }

    /// Ends every read. What was written still arrives.
    func endReading() { state.withLock { state in for socket in state.sockets { shutdown(socket, Int32(SHUT_RD)) } } }
}
