import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// Replaces the content of a file atomically. If a user has edited the file, the edited one is saved beside it.
struct Replacing {
    let message: Message
    /// The file's name in its folder.
    let name: String
    let now: Timestamp

    /// Whether the file has exactly the message's bytes. Throws if it cannot be read.
    func isDone(in folder: borrowing Folder) throws(StageError) -> Bool {
        guard let file = try RegularFile.open(name, in: folder, for: .reading) else { return false }
        return try file.holds(message.payload)
    }

    /// Writes a temporary file, then renames it to the target. Returns the warning that the old file was saved, if it
    /// was edited or gathered deliveries that the new one does not show; else nil. Throws if any of that fails.
    func perform(in folder: borrowing Folder) throws(StageError) -> StageError? {
        let reason = try reasonToSave(in: folder)
        // Read before the file gets a second name.
        let present = try folder.status(of: name)
        removeOrphans(from: folder)
        let saved = reason == nil ? nil : try saveOriginal(in: folder)
        try folder.replace(name, by: message.payload, writtenTo: temporary, like: present)
        guard let reason, let saved else { return nil }
        return StageError(reason, subject: folder.path(of: name), facts: [.found: saved])
    }

    private func reasonToSave(in folder: borrowing Folder) throws(StageError) -> StageError.Code? {
        guard let file = try RegularFile.open(name, in: folder, for: .reading), try !file.holds(message.payload) else {
            return nil
        }
        guard let base = message.base, Int64(try file.status().st_size) == base.length,
            try file.contentHash() == base.tailHash
        else { return .editedFileSaved }
        return base.edition?.replacesGathered == true ? .gatheredPageSaved : nil
    }

    /// Saves the old file under a second, unused name, so that it stays when its first name is replaced.
    private func saveOriginal(in folder: borrowing Folder) throws(StageError) -> String? {
        guard let target = try folder.status(of: name) else { return nil }
        let isLinked = try isOurs(target, in: folder)
        for number in 0..<Self.maxOriginals {
            let original = number == 0 ? "\(name).orig" : "\(name).orig.\(number)"
            if let present = try folder.status(of: original) {
                // An interrupted attempt has already saved it.
                if present.st_ino == target.st_ino && present.st_dev == target.st_dev {
                    return folder.path(of: original)
                }
                continue
            }
            if !isLinked {
                try copyOriginal(to: original, in: folder)
                return folder.path(of: original)
            }
            if linkat(folder.descriptor, name, folder.descriptor, original, 0) == 0 {
                return folder.path(of: original)
            }
            switch errno {
            case EEXIST: continue
            case EPERM, EMLINK, EOPNOTSUPP, ENOSYS:
                // This file system has no hard links.
                try copyOriginal(to: original, in: folder)
                return folder.path(of: original)
            default: throw .writing(errno, path: folder.path(of: original))
            }
        }
        throw StageError(
            .unwritable, subject: folder.path(of: name),
            phrases: [
                .found: .message("file.many_originals", ["count": .number(Self.maxOriginals), "name": .text(name)])
            ])
    }

    /// Whether the file may get a second name. A file of another user gets none, nor one that others could exchange
    /// meanwhile; their content is copied instead.
    private func isOurs(_ target: stat, in folder: borrowing Folder) throws(StageError) -> Bool {
        guard target.st_uid == geteuid() else { return false }
        do throws(StageError) {
            try folder.requireOwn()
            return true
        } catch {
            guard error.code == .unsafePlace else { throw error }
            return false
        }
    }

    private func copyOriginal(to original: String, in folder: borrowing Folder) throws(StageError) {
        guard let file = try RegularFile.open(name, in: folder, for: .reading) else { return }
        // The copy gives nobody more rights than the file did.
        let mode = try file.status().st_mode & 0o644
        let copy = try RegularFile.create(original, in: folder, mode: mode)
        let size = Int64(try file.status().st_size)
        for offset in stride(from: 0, to: size, by: 1 << 20) {
            try copy.write(try file.read(Int(min(1 << 20, size - offset)), at: offset), at: offset)
        }
        try copy.synchronize()
    }

    /// The most edited files that are kept beside one target.
    private static let maxOriginals = 1000
    /// The age at which a temporary file of another message counts as left behind.
    private static let orphanAge = Duration.seconds(3600)

    var temporary: TemporaryName { TemporaryName(of: name, for: message.id) }

    /// Removes temporary files of other messages. A target has at most one open message, so those belong to messages
    /// that were given up. Files of other users stay.
    private func removeOrphans(from folder: borrowing Folder) {
        for orphan in folder.names(beginningWith: temporary.prefix, endingWith: TemporaryName.suffix) {
            // Each `try?`: a file that cannot be removed now may be removed later.
            guard let status = try? folder.status(of: orphan), status.st_uid == geteuid() else { continue }
            let changed = Timestamp(seconds: Int64(status.st_mtim.tv_sec))
            if now - changed > Self.orphanAge { try? folder.remove(orphan) }
        }
    }
}

extension RegularFile {
    /// Whether the file has exactly these bytes. Throws if it cannot be read.
    func holds(_ bytes: [UInt8]) throws(StageError) -> Bool {
        guard Int64(try status().st_size) == Int64(bytes.count) else { return false }
        return try read(bytes.count, at: 0) == bytes
    }

    /// The SHA-256 of the whole content. Throws if the file cannot be read.
    func contentHash() throws(StageError) -> [UInt8] {
        SHA256.hash(try read(Int(clamping: try status().st_size), at: 0))
    }
}
