public import FeedMessages
import Glibc

/// A file that was read whole, up to a size limit: a configuration, an `env_file`, a secret, a zone.
public struct SmallFile: Sendable {
    /// The whole content.
    public let bytes: [UInt8]
    /// The permission bits of the file's mode (inode(7)), without the file type.
    public let mode: UInt32
    /// The number of the user who owns it.
    public let owner: UInt32

    /// Why a file could not be read.
    public enum Failure: Error, Hashable {
        case missing
        case kind(FileKind)
        /// A pipe that nobody has opened for writing, or that stayed silent for `longestSilence`.
        case silentPipe
        case tooLarge(limit: Int)
        case unreadable(Int32)

        /// Describes the failure; the sentence calls the file `file`.
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

    /// The longest silence of a pipe, in milliseconds.
    public static let longestSilence: Int32 = 60_000

    /// Reads a regular file of at most `limit` bytes, or a pipe if `allowsPipe`. Blocks, but never for ever: a pipe may
    /// be silent for at most `longestSilence` milliseconds.
    public static func read(
        _ path: String, limit: Int, allowsPipe: Bool = false, longestSilence: Int32 = SmallFile.longestSilence
    ) -> Result<SmallFile, Failure> {
        guard !path.utf8.contains(0) else { return .failure(.missing) }
        var status = stat()
        // Checked before opening: to open a device can already have an effect.
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

    /// Reads an open descriptor to its end, at most `limit` bytes. Blocks. A non-blocking descriptor may be silent for
    /// at most `silence` milliseconds at a time; -1: for ever.
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

    /// The fault of its mode as a file of credentials (`settings.env_file`), or nil. Only its owner may have rights,
    /// and it must belong to us or to root, unless we are root. The sentence calls it `file`.
    public func faultAsPrivateFile(called file: MessageArgument) -> LocalizedText? {
        if mode & 0o077 != 0 { return .message("file.open_to_others", ["file": file, "mode": shownMode]) }
        return owner == geteuid() || owner == 0 || geteuid() == 0
            ? nil : .message("file.of_another_user", ["file": file])
    }

    /// The fault of its mode as a file that holds one secret, or nil. Service managers pass secrets as files of root
    /// that everybody may read and nobody may write (mode 444). The sentence calls it `file`.
    public func faultAsSecret(called file: MessageArgument) -> LocalizedText? {
        if mode & 0o022 != 0 { return .message("file.writable_by_others", ["file": file, "mode": shownMode]) }
        if mode & 0o004 != 0, owner != 0 || mode & 0o222 != 0 {
            return .message("file.readable_by_others", ["file": file, "mode": shownMode])
        }
        return nil
    }

    private var shownMode: MessageArgument { .text(String(mode, radix: 8)) }
}
