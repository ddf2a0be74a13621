import FeedModel
import FeedStages
import FeedSystem
import Glibc

extension FileSink {
    /// Composes a file for each entry (`each: entry`). Throws if an entry cannot be rendered.
    func composeNotes(of digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        var taken: Set<String> = []
        var notes: [ComposedMessage] = []
        for entry in digest.entries {
            let payload = try context.format.render(digest.note(of: entry))
            let path = freePath(for: entry, of: digest.pipeline, payload, besides: taken)
            taken.insert(path.lowercased())
            notes.append(
                ComposedMessage(
                    target: path, mode: .replace, payload: payload, entries: [entry.key], retained: [entry.key],
                    memo: TargetState.note.memo))
        }
        return notes
    }

    /// Returns the path of an entry's file. If another file has it, the entry's key is added to the name. Folders of notes
    /// travel to systems for which two names may not differ by case alone.
    private func freePath(
        for entry: DigestEntry, of pipeline: String, _ payload: [UInt8], besides taken: Set<String>
    ) -> String {
        let path = absolute(configuration.path.path(of: entry, in: zone, pipeline: pipeline))
        // A path that cannot be examined is no reason to keep back the other entries. Its delivery tells what is wrong.
        let isFree = (try? FileTarget(path: path).isFree(for: payload)) ?? true
        if isFree, !taken.contains(path.lowercased()) { return path }
        return SuffixedPath.text(path, suffix: "-" + entry.key)
    }
}

/// Writes the file of one entry. It belongs to its reader as soon as it is there: nothing ever overwrites it.
struct NoteWriting {
    let message: Message
    /// The file's name in its folder.
    let name: String

    /// The name if another file has the wanted one. No other message has it.
    private var otherName: String { SuffixedPath.text(name, suffix: "-" + message.id.suffix(8)) }

    /// Returns the name under which the message is already there, or nil. Throws if the folder cannot be read.
    func present(in folder: borrowing Folder) throws(StageError) -> String? {
        // The reader may have changed it meanwhile.
        if try folder.status(of: otherName) != nil { return otherName }
        if try isFirstName(of: TemporaryName(of: name, for: message.id).text, in: folder) { return name }
        return try folder.holds(message.payload, under: name) ? name : nil
    }

    /// Whether the file is the one that an interrupted attempt wrote: it still has its first name, too.
    private func isFirstName(of temporary: String, in folder: borrowing Folder) throws(StageError) -> Bool {
        guard let first = try folder.status(of: temporary), let present = try folder.status(of: name) else {
            return false
        }
        return first.st_uid == geteuid() && first.st_ino == present.st_ino && first.st_dev == present.st_dev
    }

    /// Writes the file unless it is there, and returns its name. Throws if it cannot be written.
    func perform(in folder: borrowing Folder) throws(StageError) -> String {
        let temporary = TemporaryName(of: name, for: message.id)
        if let present = try present(in: folder) {
            // An interrupted attempt may have left the file's first name.
            try folder.remove(temporary.text)
            return present
        }
        for name in [name, otherName] where try folder.create(name, with: message.payload, writtenTo: temporary) {
            return name
        }
        throw .writing(EEXIST, path: folder.path(of: otherName))
    }
}

extension Folder {
    /// Whether a file of this user has exactly these bytes. Throws if it cannot be read.
    func holds(_ bytes: [UInt8], under name: String) throws(StageError) -> Bool {
        guard let status = try status(of: name), FileKind(of: status.st_mode) == .regular, status.st_uid == geteuid(),
            Int64(status.st_size) == Int64(bytes.count),
            let file = try RegularFile.open(name, in: self, for: .reading)
        else { return false }
        return try file.holds(bytes)
    }
}
