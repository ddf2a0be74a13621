import FeedSystem
public import Glibc

extension Folder {
    /// Replaces the file `name` with a new one in one atomic step. Readers see the old content or the new content. No
    /// link is followed, and the old file is not changed.
    ///
    /// Throws the errors of `StageError.writing`, and `.unwritable` if `present` is not a regular file.
    ///
    /// - Parameters:
    ///   - name: one name, without a slash.
    ///   - bytes: the whole new content.
    ///   - temporary: the name of the new file until then. A file that an interrupted attempt left there is removed.
    ///   - present: the status of `name` before, or nil. It decides the permissions of the new file.
    public func replace(
        _ name: String, by bytes: [UInt8], writtenTo temporary: TemporaryName, like present: stat?
    ) throws(StageError) {
        if let kind = present.map({ FileKind(of: $0.st_mode) }), kind != .regular {
            throw .refused(.kind(kind), path: path(of: name))
        }
        do throws(StageError) {
            try put(bytes, under: name, by: temporary, mode: present.flatMap { FileGuard().inheritedMode(from: $0) })
        } catch {
            var error = error
            if error.subject.hasPrefix(path(of: temporary.prefix)) { error.subject = path(of: name) }
            throw error
        }
    }

    /// - Parameter mode: the permissions that the new file gets, or nil for those of any new file.
    private func put(
        _ bytes: [UInt8], under name: String, by temporary: TemporaryName, mode: mode_t?
    ) throws(StageError) {
        // Without this, users who may not read the old content could read the new content for a moment.
        let purpose: FilePurpose = mode == nil ? .output : .privateData
        let new = try TemporaryFile.make(temporary, in: self, mode: purpose.fileMode)
        do throws(StageError) {
            try new.file.write(bytes, at: 0)
            if let mode, fchmod(new.file.descriptor, mode) != 0 { throw .writing(errno, path: new.file.path) }
            guard retrying({ fsync(new.file.descriptor) }) == 0 else { throw .writing(errno, path: new.file.path) }
            try rename(new.name, to: name)
            try synchronize()
        } catch {
            // The new file is of no use. The old content is still in place, unless only the last step failed.
            try? remove(new.name)
            throw error
        }
    }
}
