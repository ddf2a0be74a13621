import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// One path to which messages are delivered. All its functions block, and throw if the file or its folder is unsafe or
/// fails.
struct FileTarget {
    let path: String
    private let parts: PathParts

    init(path: String) {
        self.path = path
        parts = PathParts(path)
    }

    /// The present state of the file, to recognise it later; `.nothing` if there is none.
    func tailState() throws(StageError) -> TargetState {
        guard let folder = try Folder.open(parts.folder),
            let file = try RegularFile.open(parts.name, in: folder, for: .changing)
        else { return .nothing }
        return try file.tailState()
    }

    /// Throws the error that a delivery would throw before it writes. A missing folder is no error.
    func examine(isAppended: Bool) throws(StageError) {
        guard let folder = try Folder.open(parts.folder) else { return }
        if let file = try RegularFile.open(parts.name, in: folder, for: isAppended ? .changing : .reading) {
            _ = file
            return
        }
        if isAppended { try folder.requireOwn() }
    }

    /// Whether the file exists.
    func isPresent() throws(StageError) -> Bool {
        guard let folder = try Folder.open(parts.folder) else { return false }
        return try folder.status(of: parts.name) != nil
    }

    /// Appends the message, or the missing part of it.
    func append(_ message: Message) throws(StageError) -> Receipt {
        let folder = try Folder.make(parts.folder)
        if let file = try RegularFile.open(parts.name, in: folder, for: .changing) {
            return try append(message, to: file, from: message.base ?? .nothing, in: folder)
        }
        let file = try RegularFile.openOrCreate(parts.name, in: folder, for: .output)
        var receipt = try append(message, to: file, from: .nothing, in: folder)
        // The folder may be new as well: another sink may have made it without synchronising it yet.
        try folder.synchronizeWithAncestors()
        if let base = message.base, base.inode != 0 {
            receipt.warnings = [StageError(.fileReplaced, subject: path)]
        }
        return receipt
    }

    private func append(
        _ message: Message, to file: borrowing RegularFile, from base: TargetState, in folder: borrowing Folder
    ) throws(StageError) -> Receipt {
        let appending = Appending(payload: message.payload, base: base, isRetry: message.attempts > 0)
        let placement = try appending.placement(in: file)
        try appending.write(placement, to: file)
        if message.attempts > 0 { try folder.synchronizeWithAncestors() }
        let warnings = placement.warning.map { [StageError($0, subject: path)] } ?? []
        return Receipt(memo: try file.tailState().memo, warnings: warnings)
    }

    /// Replaces the file by the message.
    func replace(_ message: Message, now: Timestamp) throws(StageError) -> Receipt {
        let folder = try Folder.make(parts.folder)
        let isNew = try folder.status(of: parts.name) == nil
        let saved = try Replacing(message: message, name: parts.name, now: now).perform(in: folder)
        if isNew || message.attempts > 0 { try folder.synchronizeWithAncestors() }
        var receipt = try receipt(of: message, under: parts.name, in: folder)
        if let saved { receipt.warnings = [saved] }
        return receipt
    }

    /// Whether nothing stands in the way of a file with these bytes: there is none, or it has them already.
    func isFree(for bytes: [UInt8]) throws(StageError) -> Bool {
        guard let folder = try Folder.open(parts.folder), try folder.status(of: parts.name) != nil else { return true }
        return try folder.holds(bytes, under: parts.name)
    }

    /// Writes the file of one entry, or leaves it as it is if it is there.
    ///
    /// - Parameter isFolderOnDisk: whether its folder and those above it are known to be on the disk.
    func create(_ message: Message, isFolderOnDisk: Bool) throws(StageError) -> Receipt {
        let folder = try Folder.make(parts.folder)
        let name = try NoteWriting(message: message, name: parts.name).perform(in: folder)
        if !isFolderOnDisk || message.attempts > 0 { try folder.synchronizeWithAncestors() }
        return try receipt(of: message, under: name, in: folder)
    }

    /// Removes the file if it is the one that this sink wrote, by inode, length and hash, and this user's own. No link
    /// is followed.
    ///
    /// - Parameters:
    ///   - written: the state after the last delivery, or nil if it cannot be read. Then the file stays.
    ///   - isPreview: whether nothing is removed.
    func remove(ifStill written: TargetState?, isPreview: Bool) throws(StageError) -> FileRemoval {
        guard let folder = try Folder.open(parts.folder), let status = try folder.status(of: parts.name) else {
            return .missing
        }
        guard let written, FileKind(of: status.st_mode) == .regular, status.st_uid == geteuid(),
            UInt64(status.st_ino) == written.inode, Int64(status.st_size) == written.length,
            let file = try RegularFile.open(parts.name, in: folder, for: .reading)
        else { return .changed }
        var hash = try file.tailHash(before: written.length)
        // The hash of a page is that of its whole content.
        if hash != written.tailHash { hash = try file.contentHash() }
        // Nobody may have put another file there meanwhile.
        let present = try folder.status(of: parts.name)
        guard hash == written.tailHash, present?.st_ino == status.st_ino else { return .changed }
        if isPreview { return .removed }
        try folder.remove(parts.name)
        // The file may not come back after a power cut: it will be forgotten.
        try folder.synchronize()
        return .removed
    }

    /// Whether the whole message is in the file.
    func holds(_ message: Message, now: Timestamp) throws(StageError) -> Bool {
        guard let folder = try Folder.open(parts.folder) else { return false }
        if message.base?.isNote == true {
            return try NoteWriting(message: message, name: parts.name).present(in: folder) != nil
        }
        if message.mode == .replace {
            return try Replacing(message: message, name: parts.name, now: now).isDone(in: folder)
        }
        guard let file = try RegularFile.open(parts.name, in: folder, for: .changing) else { return false }
        let appending = Appending(payload: message.payload, base: message.base ?? .nothing, isRetry: true)
        return try appending.placement(in: file).isComplete
    }

    private func receipt(
        of message: Message, under name: String, in folder: borrowing Folder
    ) throws(StageError) -> Receipt {
        let hash = SHA256.hash(message.payload)
        let status = try folder.status(of: name)
        var state = TargetState(
            device: status.map { UInt64($0.st_dev) } ?? 0, inode: status.map { UInt64($0.st_ino) } ?? 0,
            length: Int64(message.payload.count), tailHash: hash)
        state.edition = message.base?.edition
        state.edition?.replacesGathered = false
        return Receipt(memo: state.memo)
    }
}
