import FeedStages
import Glibc
import Synchronization

/// A descriptor for output: a terminal, a pipe or a file.
struct OutputStream: Sendable {
    let name: String
    let descriptor: Int32

    /// Whether the stream is a terminal, which obeys control characters.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    static let standardOutput = OutputStream(name: "stdout", descriptor: STDOUT_FILENO)

    /// Writes all bytes. Blocks until a reader takes them or `cancellation` is set. Throws `.cancelled`, or the
    /// system's error.
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

    /// The bytes that a writable pipe accepts without blocking (pipe(7) §PIPE_BUF).
    private static let pieceLength = 4096
    /// The time between two checks of the cancellation, in milliseconds.
    private static let patience: Int32 = 200

    /// Whether a write would not block: it would take bytes, or fail.
    private func isWritable() -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return Glibc.poll(&poll, 1, Self.patience) != 0
    }

    private func error(_ number: Int32) -> StageError {
        number == ECANCELED ? StageError(.cancelled, subject: name) : .writing(number, path: name)
    }
}

/// A flag that asks work on another thread to stop. A class, because both threads share it.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
