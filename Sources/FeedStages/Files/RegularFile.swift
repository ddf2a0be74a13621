public import FeedSystem
public import Glibc

/// An open regular file. It is closed with this value.
public struct RegularFile: ~Copyable {
    /// The path of the folder and the name, as at opening.
    public let path: String
    /// The descriptor for system calls. It is closed with this value.
    public let descriptor: Int32

    /// The purpose of an open file.
    public enum Access: Sendable {
        /// Reading, whoever owns the file.
        case reading
        /// Changing the file in place. The file is refused unless this user alone can change it (`FileGuard`).
        case changing
    }

    /// Opens the file `name` in `folder`, or returns nil if it does not exist.
    ///
    /// Symbolic links, folders, pipes and devices are refused before they are opened, because opening one may block or
    /// have effects. Throws `.unwritable`, `.unsafePlace` and the other errors of `StageError.writing`.
    public static func open(
        _ name: String, in folder: borrowing Folder, for access: Access
    ) throws(StageError) -> RegularFile? {
        guard let status = try folder.status(of: name) else { return nil }
        let path = folder.path(of: name)
        try check(status, access, name, in: folder)
        let flags = (access == .reading ? O_RDONLY : O_RDWR) | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let descriptor = retrying { openat(folder.descriptor, name, flags) }
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw .writing(errno, path: path) }
        let file = RegularFile(path: path, descriptor: descriptor)
        try check(try file.status(), access, name, in: folder)  // swapped between the two looks
        if access == .changing { try folder.requireOwn() }
        return file
    }

    private static func check(
        _ status: stat, _ access: Access, _ name: String, in folder: borrowing Folder
    ) throws(StageError) {
        let kind = FileKind(of: status.st_mode)
        guard kind == .regular else { throw .refused(.kind(kind), path: folder.path(of: name)) }
        if access == .changing { try folder.requireOwn(status, called: name) }
    }

    /// Creates the file `name` in `folder`. Throws `.unwritable` if it exists, and the other errors of
    /// `StageError.writing`.
    public static func create(
        _ name: String, in folder: borrowing Folder, mode: mode_t
    ) throws(StageError) -> RegularFile {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = retrying { openat(folder.descriptor, name, flags, mode) }
        guard descriptor >= 0 else { throw .writing(errno, path: folder.path(of: name)) }
        return RegularFile(path: folder.path(of: name), descriptor: descriptor)
    }

    /// Opens the file `name` in `folder` to change it in place, and creates it if it is missing. It must be this user's
    /// own, in a folder where other users cannot replace it.
    ///
    /// A file of `.privateData` that others may read loses their permissions first. Throws as `open`.
    public static func openOrCreate(
        _ name: String, in folder: borrowing Folder, for purpose: FilePurpose
    ) throws(StageError) -> RegularFile {
        if purpose == .privateData { _ = try folder.narrow(name) }
        if let file = try open(name, in: folder, for: .changing) { return file }
        try folder.requireOwn()
        return try create(name, in: folder, mode: purpose.fileMode)
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Returns the status that fstat(2) reports. Throws the errors of `StageError.writing`.
    public func status() throws(StageError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .writing(errno, path: path) }
        return status
    }

    /// Reads `count` bytes from `offset` on, or fewer at the end of the file. Throws the errors of
    /// `StageError.writing`.
    public func read(_ count: Int, at offset: Int64) throws(StageError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, initialized in
            while initialized < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[initialized...])
                let got = retrying { pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + initialized) }
                if got < 0 { failure = errno }
                guard got > 0 else { return }
                initialized += got
            }
        }
        guard failure == 0 else { throw .writing(failure, path: path) }
        return bytes
    }

    /// Writes all bytes at `offset`. Throws the errors of `StageError.writing`.
    public func write(_ bytes: [UInt8], at offset: Int64) throws(StageError) {
        var failure: Int32 = 0
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count, failure == 0 {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = retrying { pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + written) }
                if count > 0 { written += count } else { failure = count < 0 ? errno : EIO }
            }
        }
        guard failure == 0 else { throw .writing(failure, path: path) }
    }

    /// Removes the bytes after `length`, if the file system allows it.
    public func truncate(to length: Int64) { _ = retrying { ftruncate(descriptor, off_t(length)) } }

    /// Waits until content and length are on the disk. Throws the errors of `StageError.writing`.
    public func synchronize() throws(StageError) {
        guard retrying({ fdatasync(descriptor) }) == 0 else { throw .writing(errno, path: path) }
    }
}
