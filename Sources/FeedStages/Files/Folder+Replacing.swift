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
        let mode = present.flatMap { FileGuard().inheritedMode(from: $0) }
        _ = try put(under: name, by: temporary, mode: mode, replaces: true) { file throws(StageError) in
            try file.write(bytes, at: 0)
        }
    }

    /// Replaces the file `name` with one for this user alone (mode 600) that `fill` writes, in one atomic step. The folder
    /// must be one where other users cannot replace it.
    ///
    /// Throws `.unsafePlace`, the errors of `StageError.writing`, and what `fill` throws.
    package func replacePrivately(
        _ name: String, writtenTo temporary: TemporaryName,
        by fill: (borrowing RegularFile) throws(StageError) -> Void
    ) throws(StageError) {
        try requireOwn()
        if let kind = try status(of: name).map({ FileKind(of: $0.st_mode) }), kind != .regular {
            throw .refused(.kind(kind), path: path(of: name))
        }
        _ = try put(under: name, by: temporary, mode: FilePurpose.privateData.fileMode, replaces: true, fill)
    }

    /// Calls `body` with a new file for this user alone, which is removed afterwards. Throws the errors of
    /// `StageError.writing`, and what `body` throws.
    package func withPrivateFile(
        _ temporary: TemporaryName, _ body: (borrowing RegularFile) throws(StageError) -> Void
    ) throws(StageError) {
        let new = try TemporaryFile.make(temporary, in: self, mode: FilePurpose.privateData.fileMode)
        do throws(StageError) {
            try body(new.file)
        } catch {
            try? remove(new.name)
            throw error
        }
        try remove(new.name)
    }

    /// Creates the file `name` in one atomic step. Returns false, and changes nothing, if the name is taken.
    ///
    /// Throws the errors of `StageError.writing`.
    ///
    /// - Parameters:
    ///   - name: one name, without a slash.
    ///   - bytes: the whole content.
    ///   - temporary: the name of the file until then. A file that an interrupted attempt left there is removed.
    public func create(
        _ name: String, with bytes: [UInt8], writtenTo temporary: TemporaryName
    ) throws(StageError) -> Bool {
        if try status(of: name) != nil { return false }
        return try put(under: name, by: temporary, mode: nil, replaces: false) { file throws(StageError) in
            try file.write(bytes, at: 0)
        }
    }

    /// Returns false if the name is taken and may not be replaced.
    ///
    /// - Parameter mode: the permissions that the new file gets, or nil for those of any new file.
    private func put(
        under name: String, by temporary: TemporaryName, mode: mode_t?, replaces: Bool,
        _ fill: (borrowing RegularFile) throws(StageError) -> Void
    ) throws(StageError) -> Bool {
        do throws(StageError) {
            // Without this, users who may not read the old content could read the new content for a moment.
            let purpose: FilePurpose = mode == nil ? .output : .privateData
            let new = try TemporaryFile.make(temporary, in: self, mode: purpose.fileMode)
            do throws(StageError) {
                try fill(new.file)
                if let mode, fchmod(new.file.descriptor, mode) != 0 { throw .writing(errno, path: new.file.path) }
                guard retrying({ fsync(new.file.descriptor) }) == 0 else { throw .writing(errno, path: new.file.path) }
                let isPut = try move(new.name, to: name, replaces: replaces)
                try synchronize()
                return isPut
            } catch {
                // The new file is of no use. The old content is still in place, unless only the last step failed.
                try? remove(new.name)
                throw error
            }
        } catch {
            var error = error
            if error.subject.hasPrefix(path(of: temporary.prefix)) { error.subject = path(of: name) }
            throw error
        }
    }

    /// Gives a new file its name. Returns false, and removes it, if the name is taken and may not be replaced.
    private func move(_ temporary: String, to name: String, replaces: Bool) throws(StageError) -> Bool {
        if replaces {
            try rename(temporary, to: name)
        } else if linkat(descriptor, temporary, descriptor, name, 0) == 0 {
            try remove(temporary)
        } else {
            switch errno {
            case EEXIST:
                try remove(temporary)
                return false
            case EPERM, EMLINK, EOPNOTSUPP, ENOSYS:
                // This file system has no second names. A file that appears between these two calls is lost.
                guard try status(of: name) == nil else {
                    try remove(temporary)
                    return false
                }
                try rename(temporary, to: name)
            default: throw .writing(errno, path: path(of: name))
            }
        }
        return true
    }
}
