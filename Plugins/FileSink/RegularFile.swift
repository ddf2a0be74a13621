import FeedModel
import FeedStages
import Glibc

/// An open regular file, closed when it goes out of scope.
struct RegularFile: ~Copyable {
    let path: String
    let descriptor: Int32

    /// Opens the file `name` in `folder` to read and write it, or gives nil if there is none.
    ///
    /// Symbolic links, folders, pipes and devices are refused before they are opened: opening one may block or act.
    static func open(_ name: String, in folder: borrowing Folder) throws(StageError) -> RegularFile? {
        guard let status = try folder.status(of: name) else { return nil }
        let path = folder.path(of: name)
        try requireRegular(status, path: path)
        let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let descriptor = retrying { openat(folder.descriptor, name, flags) }
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw .writing(errno, path: path) }
        let file = RegularFile(path: path, descriptor: descriptor)
        try requireRegular(try file.status(), path: path)  // swapped between the two looks
        return file
    }

    /// Makes the file `name` in `folder`; there must be none.
    static func create(_ name: String, in folder: borrowing Folder, mode: mode_t) throws(StageError) -> RegularFile {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = retrying { openat(folder.descriptor, name, flags, mode) }
        guard descriptor >= 0 else { throw .writing(errno, path: folder.path(of: name)) }
        return RegularFile(path: folder.path(of: name), descriptor: descriptor)
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func status() throws(StageError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .writing(errno, path: path) }
        return status
    }

    /// Up to `count` bytes from `offset` on; fewer only at the end of the file.
    func read(_ count: Int, at offset: Int64) throws(StageError) -> [UInt8] {
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

    /// Writes all bytes at `offset`.
    func write(_ bytes: [UInt8], at offset: Int64) throws(StageError) {
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

    /// Cuts what stands behind `length`, if that can be done.
    func truncate(to length: Int64) { _ = retrying { ftruncate(descriptor, off_t(length)) } }

    /// Waits until content and length are on the disk.
    func synchronize() throws(StageError) {
        guard retrying({ fdatasync(descriptor) }) == 0 else { throw .writing(errno, path: path) }
    }

    /// What stands there now, told by at most `TargetState.tailLength` bytes before the end.
    func tailState() throws(StageError) -> TargetState {
        let status = try status()
        return TargetState(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), length: Int64(status.st_size),
            tailHash: try tailHash(before: Int64(status.st_size)))
    }

    /// The hash of at most `TargetState.tailLength` bytes before `end`.
    func tailHash(before end: Int64) throws(StageError) -> [UInt8] {
        let start = max(0, end - TargetState.tailLength)
        return SHA256.hash(try read(Int(end - start), at: start))
    }
}

/// Refuses what is no regular file.
private func requireRegular(_ status: stat, path: String) throws(StageError) {
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: kind = "a folder"
    case S_IFLNK: kind = "a symbolic link"
    case S_IFIFO: kind = "a named pipe"
    case S_IFSOCK: kind = "a socket"
    default: kind = "a device"
    }
    throw StageError(.unwritable, subject: path, facts: [.found: kind])
}

extension TargetState {
    /// How many bytes before the end tell an appended file from another, in bytes.
    static let tailLength: Int64 = 4096

    /// Nothing was there.
    static let nothing = TargetState(device: 0, inode: 0, length: 0, tailHash: SHA256.hash([]))
}
