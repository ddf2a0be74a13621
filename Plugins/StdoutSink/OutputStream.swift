import FeedStages
import Glibc
import Synchronization

/// A descriptor that is written to, whatever it is: a terminal, a pipe, a file.
struct OutputStream: Sendable {
    let name: String
    let descriptor: Int32

    /// Whether people look at it, and control characters are obeyed.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    static let standardOutput = OutputStream(name: "stdout", descriptor: STDOUT_FILENO)

    /// Writes all bytes; blocks as long as nobody reads them and nobody cancels.
    func write(_ bytes: [UInt8], unless cancellation: Cancellation = Cancellation()) throws(StageError) {
        var failure: Int32 = 0
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count, failure == 0 {
                guard !cancellation.isCancelled else {
                    failure = ECANCELED
                    break
                }
                guard isWritable() else { continue }
                let piece = UnsafeRawBufferPointer(rebasing: buffer[written...].prefix(Self.pieceLength))
                let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
                if count > 0 {
                    written += count
                } else if count == 0 || errno != EINTR && errno != EAGAIN {
                    failure = count == 0 ? EIO : errno
                }
            }
        }
        guard failure == 0 else { throw error(failure) }
    }

    /// A pipe that is writable takes this many bytes without blocking (pipe(7) §PIPE_BUF).
    private static let pieceLength = 4096
    /// How long a reader may be waited for between two looks at the cancellation, in milliseconds.
    private static let patience: Int32 = 200

    /// Whether bytes would be taken, or an error be told, at once.
    private func isWritable() -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return Glibc.poll(&poll, 1, Self.patience) != 0
    }

    private func error(_ number: Int32) -> StageError {
        number == ECANCELED ? StageError(.cancelled, subject: name) : .writing(number, path: name)
    }
}

/// Tells work on another thread that nobody waits for it any more. A class, because both sides share it.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
