public import FeedMessages
import Glibc

/// A file that is read whole, with a bound: a configuration, an `env_file`, a secret, a zone.
public struct SmallFile: Sendable {
    /// All of it.
    public let bytes: [UInt8]
    /// Kind and rights (inode(7)).
    public let mode: UInt32
    /// The user to whom it belongs.
    public let owner: UInt32

    /// Why a file could not be read.
    public enum Failure: Error, Hashable {
        case missing
        case kind(FileKind)
        /// A pipe that nobody has opened for writing, or into which nobody has written for `longestSilence`.
        case silentPipe
        case tooLarge(limit: Int)
        case unreadable(Int32)

        /// What is wrong with the file, which is called `file` in the sentence.
        public func text(of file: MessageArgument = .message("file.it")) -> LocalizedText {
            switch self {
            case .missing: .message("file.missing", ["file": file])
            case .kind(let kind): .message("file.wrong_kind", ["file": file, "kind": .message(kind.text)])
            case .silentPipe: .message("file.silent_pipe", ["file": file])
            case .tooLarge(let limit): .message("file.too_large", ["file": file, "limit": .size(Int64(limit))])
            case .unreadable(let number):
                .message("file.unreadable", ["file": file, "reason": .text(String(cString: strerror(number)))])
            }
        }
    }

    /// How long a pipe may stay silent, in milliseconds.
    public static let longestSilence: Int32 = 60_000

    /// Reads a file of at most `limit` bytes. Pipes only where `allowsPipe` says so. Blocks, but never for ever.
    public static func read(
        _ path: String, limit: Int, allowsPipe: Bool = false, longestSilence: Int32 = SmallFile.longestSilence
    ) -> Result<SmallFile, Failure> {
        guard !path.utf8.contains(0) else { return .failure(.missing) }
        var status = stat()
        // Looked at before it is opened: opening a device can already do something.
        guard stat(path, &status) == 0 else { return .failure(failure(errno)) }
        if let failure = failure(of: status, allowsPipe) { return .failure(failure) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return .failure(failure(errno)) }
        defer { close(descriptor) }
        guard fstat(descriptor, &status) == 0 else { return .failure(.unreadable(errno)) }
        if let failure = failure(of: status, allowsPipe) { return .failure(failure) }
        guard status.st_size <= limit else { return .failure(.tooLarge(limit: limit)) }
        let isPipe = FileKind(of: status.st_mode) == .pipe
        return readAll(descriptor, sizeHint: Int(status.st_size), limit: limit, silence: longestSilence).flatMap {
            if isPipe, $0.isEmpty { return .failure(.silentPipe) }
            return .success(SmallFile(bytes: $0, mode: status.st_mode & 0o7777, owner: status.st_uid))
        }
    }

    private static func failure(_ number: Int32) -> Failure {
        number == ENOENT || number == ENOTDIR ? .missing : .unreadable(number)
    }

    private static func failure(of status: stat, _ allowsPipe: Bool) -> Failure? {
        switch FileKind(of: status.st_mode) {
        case .regular: nil
        case .pipe where allowsPipe: nil
        case let kind: .kind(kind)
        }
    }

    /// Reads what is open to its end, at most `limit` bytes. Blocks; where nothing may be waited for at a time longer
    /// than `silence` milliseconds, no longer than that.
    public static func readAll(
        _ descriptor: Int32, sizeHint: Int, limit: Int, silence: Int32 = -1
    ) -> Result<[UInt8], Failure> {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(sizeHint, 0), limit) + 1)
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return .success(bytes) }
            guard count > 0 else {
                if errno == EINTR { continue }
                guard errno == EAGAIN else { return .failure(.unreadable(errno)) }
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard retrying({ poll(&request, 1, silence) }) > 0 else { return .failure(.silentPipe) }
                continue
            }
            guard bytes.count + count <= limit else { return .failure(.tooLarge(limit: limit)) }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    /// What is wrong with its mode for a file of credentials that we name in `settings.env_file`, or nil; `file` is what the
    /// sentence calls it.
    public func faultAsPrivateFile(called file: MessageArgument) -> LocalizedText? {
        if mode & 0o077 != 0 { return .message("file.open_to_others", ["file": file, "mode": shownMode]) }
        return owner == geteuid() || owner == 0 || geteuid() == 0
            ? nil : .message("file.of_another_user", ["file": file])
    }

    /// What is wrong with its mode for a file that holds one secret, or nil. Service managers hand out secrets as
    /// files of root that everybody may read and nobody write (mode 444). `file` is what the sentence calls it.
    public func faultAsSecret(called file: MessageArgument) -> LocalizedText? {
        if mode & 0o022 != 0 { return .message("file.writable_by_others", ["file": file, "mode": shownMode]) }
        if mode & 0o004 != 0, owner != 0 || mode & 0o222 != 0 {
            return .message("file.readable_by_others", ["file": file, "mode": shownMode])
        }
        return nil
    }

    private var shownMode: MessageArgument { .text(String(mode, radix: 8)) }
}
