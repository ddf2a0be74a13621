import FeedSystem
public import Glibc

extension Folder {
    /// Puts a whole new file in the place of whatever stands under `name`, at one stroke: readers see the old one or the
    /// new one. No link is followed, and what stood there is not changed.
    ///
    /// - Parameters:
    ///   - name: one name, without a slash.
    ///   - bytes: the whole new content.
    ///   - temporary: the new file's name until then. What an attempt that was cut short has left there is taken away.
    ///   - present: what stood under `name` before, or nil; decides with which rights the new file goes on.
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

    /// - Parameter mode: the rights that the new file takes over, or nil: those of any new file.
    private func put(
        _ bytes: [UInt8], under name: String, by temporary: TemporaryName, mode: mode_t?
    ) throws(StageError) {
        // Nobody may read the new content who may not read the old one, not even for a moment.
        let purpose: FilePurpose = mode == nil ? .output : .privateData
        let new = try TemporaryFile.make(temporary, in: self, mode: purpose.fileMode)
        do throws(StageError) {
            try new.file.write(bytes, at: 0)
            if let mode, fchmod(new.file.descriptor, mode) != 0 { throw .writing(errno, path: new.file.path) }
            guard retrying({ fsync(new.file.descriptor) }) == 0 else { throw .writing(errno, path: new.file.path) }
            try rename(new.name, to: name)
            try synchronize()
        } catch {
            // Whatever failed, the old content stands; what is left of the new one is of no use to anybody.
            try? remove(new.name)
            throw error
        }
    }
}
