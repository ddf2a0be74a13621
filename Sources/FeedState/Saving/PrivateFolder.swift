import FeedStages
import FeedSystem
import Glibc

/// A folder for this process alone, for files that may be large: in `TMPDIR`, or `/var/tmp`, which is on a disk. It is
/// removed with this value. What a killed process left there is removed by the next one.
struct PrivateFolder: ~Copyable {
    let folder: Folder
    private static let prefix = "kawaraban-state-"

    /// Makes one, in another folder if that is given.
    init(in place: String? = nil) throws(StageError) {
        let parent = place ?? Self.parent
        Self.removeAbandoned(in: parent)
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .writing(errno, path: parent) }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let folder = try Folder.open(path) else { throw .writing(ENOENT, path: path) }
        // Others of this user take the folder as abandoned otherwise.
        _ = flock(folder.descriptor, LOCK_EX | LOCK_NB)
        self.folder = folder
    }

    deinit { Self.remove(folder) }

    private static var parent: String {
        if let given = getenv("TMPDIR").map({ String(cString: $0) }), !given.isEmpty { return given }
        return access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp"
    }

    /// Removes the folders of this user that no process holds.
    private static func removeAbandoned(in parent: String) {
        guard let place = try? Folder.open(parent) else { return }
        for name in place.names(beginningWith: prefix, endingWith: "") {
            guard let status = try? place.status(of: name), FileKind(of: status.st_mode) == .folder,
                status.st_uid == geteuid(), let folder = try? Folder.open(place.path(of: name)),
                // One that was just made is not locked yet.
                time(nil) - status.st_mtim.tv_sec > 10, flock(folder.descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            remove(folder)
        }
    }

    private static func remove(_ folder: borrowing Folder) {
        for name in folder.names(beginningWith: "", endingWith: "") where name != "." && name != ".." {
            try? folder.remove(name)
        }
        rmdir(folder.path)
    }
}
