import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// A folder of letters with its three folders `tmp`, `new` and `cur`. All its functions block.
struct Maildir {
    private let path: String

    init(_ path: String) { self.path = path }

    /// Puts a letter into `new`, or does nothing if it was there before. It is on the disk afterwards. Throws the errors
    /// of `StageError.writing`.
    func put(_ letter: [UInt8], as file: MaildirFile) throws(StageError) {
        let folders = try open()
        if try wasDelivered(file, of: letter.count, tmp: folders.tmp, new: folders.new) {
            return try folders.new.synchronize()
        }
        try write(letter, as: file, in: folders.tmp)
        if linkat(folders.tmp.descriptor, file.name, folders.new.descriptor, file.name, 0) != 0 {
            switch errno {
            case EEXIST: break
            case EPERM, EMLINK, EOPNOTSUPP, ENOSYS:
                // This file system has no second names: there is no proof, but a letter.
                guard renameat(folders.tmp.descriptor, file.name, folders.new.descriptor, file.name) == 0 else {
                    throw .writing(errno, path: folders.new.path(of: file.name))
                }
            default: throw .writing(errno, path: folders.new.path(of: file.name))
            }
        }
        try folders.new.synchronize()
    }

    /// Whether a letter of `size` bytes is or was in `new`. Throws if the folders cannot be read.
    func hasReceived(_ file: MaildirFile, of size: Int) throws(StageError) -> Bool {
        guard let tmp = try Folder.open(path + "/tmp"), let new = try Folder.open(path + "/new") else { return false }
        if try wasDelivered(file, of: size, tmp: tmp, new: new) {
            // The name may not be on the disk yet.
            try new.synchronize()
            return true
        }
        guard let cur = try Folder.open(path + "/cur") else { return false }
        return cur.names(beginningWith: file.name, endingWith: "").contains { name in
            name == file.name || name.utf8.dropFirst(file.name.utf8.count).first == UInt8(ascii: ":")
        }
    }

    /// Removes the first names of letters whose delivery is recorded, and those that a killed run left, after the 36 hours
    /// that the form of a Maildir gives them.
    func removeProofs(_ names: [String], now: Timestamp) {
        guard let tmp = try? Folder.open(path + "/tmp") else { return }
        // Each `try?`: what cannot be removed now is removed later.
        for name in names { try? tmp.remove(name) }
        for name in tmp.names(beginningWith: "", endingWith: MaildirFile.suffix) {
            guard let status = try? tmp.status(of: name), status.st_uid == geteuid() else { continue }
            if now - Timestamp(seconds: Int64(status.st_ctim.tv_sec)) > Self.longestUse { try? tmp.remove(name) }
        }
    }

    private static let longestUse = Duration.seconds(36 * 3600)

    private struct Folders: ~Copyable {
        let tmp: Folder
        let new: Folder
    }

    /// Opens the folders, and makes those that are missing.
    private func open() throws(StageError) -> Folders {
        _ = try Folder.make(path, for: .privateData)
        _ = try Folder.make(path + "/cur", for: .privateData)
        return Folders(
            tmp: try Folder.make(path + "/tmp", for: .privateData),
            new: try Folder.make(path + "/new", for: .privateData))
    }

    private func wasDelivered(
        _ file: MaildirFile, of size: Int, tmp: borrowing Folder, new: borrowing Folder
    ) throws(StageError) -> Bool {
        if try isProven(file, of: size, in: tmp) { return true }
        return try new.status(of: file.name) != nil
    }

    /// Whether the file in `tmp` is whole and ever had a second name. A link changes the status of a file but not its
    /// content, and nothing else does so to a file that is written to the end.
    private func isProven(_ file: MaildirFile, of size: Int, in tmp: borrowing Folder) throws(StageError) -> Bool {
        guard let status = try tmp.status(of: file.name), status.st_uid == geteuid(), Int(status.st_size) == size else {
            return false
        }
        let (changed, written) = (status.st_ctim, status.st_mtim)
        return status.st_nlink > 1 || (changed.tv_sec, changed.tv_nsec) > (written.tv_sec, written.tv_nsec)
    }

    /// Writes a letter to `tmp`. Afterwards the clock of the file system has gone on: a link will show.
    private func write(_ letter: [UInt8], as file: MaildirFile, in tmp: borrowing Folder) throws(StageError) {
        // An interrupted attempt has left it.
        try tmp.remove(file.name)
        let new = try RegularFile.create(file.name, in: tmp, mode: FilePurpose.privateData.fileMode)
        try new.write(letter, at: 0)
        try new.synchronize()
        try tmp.synchronize()
        let written = try new.status().st_mtim
        for _ in 0..<Self.mostWaits {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &now)
            if (now.tv_sec, now.tv_nsec) > (written.tv_sec, written.tv_nsec) { return }
            usleep(1000)
        }
    }

    /// How many milliseconds to wait at most: a tick of the slowest kernel's clock has ten.
    private static let mostWaits = 20
}
