import FeedFiles
package import Glibc

extension Folder {
    /// Puts a whole new file in the place of whatever stands under `name`, at one stroke: readers see the old one or the
    /// new one. No link is followed, and what stood there is not changed.
    ///
    /// - Parameters:
    ///   - temporary: the new file's name until then; nothing may stand there.
    ///   - present: what stood under `name` before, or nil; decides with which rights the new file goes on.
    package func replace(
        _ name: String, by bytes: [UInt8], writtenTo temporary: String, like present: stat?
    ) throws(StageError) {
        if let kind = present.map({ FileKind(of: $0.st_mode) }), kind != .regular {
            throw .refused(.kind(kind), path: path(of: name))
        }
        let mode = present.flatMap { FileGuard().inheritedMode(from: $0) }
        // Nobody may read the new content who may not read the old one, not even for a moment.
        let file = try RegularFile.create(
            temporary, in: self, mode: mode == nil ? FilePurpose.output.fileMode : FilePurpose.privateData.fileMode)
        do throws(StageError) {
            try file.write(bytes, at: 0)
            if let mode, fchmod(file.descriptor, mode) != 0 { throw .writing(errno, path: file.path) }
            guard retrying({ fsync(file.descriptor) }) == 0 else { throw .writing(errno, path: file.path) }
            try rename(temporary, to: name)
            try synchronize()
        } catch {
            // Whatever failed, the old content stands; what is left of the new one is of no use to anybody.
            try? remove(temporary)
            throw error
        }
    }
}
