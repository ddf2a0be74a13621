import FeedStages
import FeedSystem
import Glibc

/// Whether a file is a mount point (`mount --bind FILE FILE`, a container's volume that is one file): then it has
/// another name elsewhere, though its link count does not tell.
enum MountedFile {
    private static let longest = 4096

    /// Whether another mount begins between a folder and its file; no, where the kernel does not tell.
    static func isMounted(_ name: String, in folder: borrowing Folder) -> Bool {
        let file = retrying { openat(folder.descriptor, name, pathOnly | O_NOFOLLOW | O_CLOEXEC) }
        guard file >= 0 else { return false }
        defer { close(file) }
        guard let above = mount(of: folder.descriptor), let here = mount(of: file) else { return false }
        return above != here
    }

    /// The number of the mount through which a descriptor was opened (proc(5) §/proc/pid/fdinfo, `mnt_id`).
    private static func mount(of descriptor: Int32) -> String? {
        guard case .success(let file) = SmallFile.read("/proc/self/fdinfo/\(descriptor)", limit: longest) else {
            return nil
        }
        let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("mnt_id:") }.map(String.init)
    }
}
