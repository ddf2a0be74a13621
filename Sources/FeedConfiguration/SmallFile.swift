import Glibc

/// A file that is read whole, with a bound: a configuration, an `env_file`, a secret, a zone.
package struct SmallFile: Sendable {
    package let bytes: [UInt8]
    package let mode: UInt32
    package let owner: UInt32

    /// Why a file could not be read.
    package enum Failure: Error, Hashable {
        case missing
        case isFolder
        case notRegular
        case tooLarge(limit: Int)
        case unreadable(Int32)

        /// As the end of a sentence that begins with the path.
        package var reason: String {
            switch self {
            case .missing: "does not exist"
            case .isFolder: "is a folder"
            case .notRegular: "is no regular file"
            case .tooLarge(let limit):
                limit >= 1 << 20 ? "is larger than \(limit >> 20) MiB" : "is larger than \(limit >> 10) KiB"
            case .unreadable(let number): "cannot be read: \(String(cString: strerror(number)))"
            }
        }
    }

    /// Reads a file of at most `limit` bytes. Pipes only where `allowsPipe` says so: somebody must have opened them
    /// for writing, else this would wait for ever. Blocks.
    package static func read(
        _ path: String, limit: Int, allowsPipe: Bool = false
    ) -> Result<SmallFile, Failure> {
        guard !path.utf8.contains(0) else { return .failure(.missing) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            return .failure(errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(errno))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(.unreadable(errno)) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: return .failure(.isFolder)
        case S_IFIFO where allowsPipe: _ = fcntl(descriptor, F_SETFL, O_RDONLY)  // read waits for the writer
        default: return .failure(.notRegular)
        }
        guard status.st_size <= limit else { return .failure(.tooLarge(limit: limit)) }
        return readAll(descriptor, sizeHint: Int(status.st_size), limit: limit).map {
            SmallFile(bytes: $0, mode: status.st_mode & 0o7777, owner: status.st_uid)
        }
    }

    /// Reads what is open to its end, at most `limit` bytes. Blocks.
    package static func readAll(_ descriptor: Int32, sizeHint: Int, limit: Int) -> Result<[UInt8], Failure> {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(sizeHint, 0), limit) + 1)
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return .success(bytes) }
            guard count > 0 else {
                if errno == EINTR { continue }
                return .failure(.unreadable(errno))
            }
            guard bytes.count + count <= limit else { return .failure(.tooLarge(limit: limit)) }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    /// What is wrong with its mode for a file of credentials that we name in `settings.env_file`, or nil.
    package var faultAsPrivateFile: String? {
        if mode & 0o077 != 0 { return "may be read or written by others (mode \(String(mode, radix: 8)))" }
        return owner == geteuid() || owner == 0 || geteuid() == 0 ? nil : "belongs to another user"
    }

    /// What is wrong with its mode for a file that holds one secret, or nil. Service managers hand out secrets as
    /// files of root that everybody may read and nobody write (mode 444).
    var faultAsSecret: String? {
        if mode & 0o022 != 0 { return "may be written by others (mode \(String(mode, radix: 8)))" }
        if mode & 0o004 != 0, owner != 0 || mode & 0o222 != 0 {
            return "may be read by others (mode \(String(mode, radix: 8)))"
        }
        return nil
    }
}
