import FeedStages
import FeedSystem
import Glibc

/// Detects files that are mount points (`mount --bind FILE FILE`, a container's volume of one file). Such a file has
/// another name elsewhere, though its link count is 1.
enum MountedFile {
    private static let longest = 4096

    /// Whether a file belongs to another mount than its folder; false if the kernel does not tell.
    static func isMounted(_ name: String, in folder: borrowing Folder) -> Bool {
        let file = retrying { openat(folder.descriptor, name, pathOnly | O_NOFOLLOW | O_CLOEXEC) }
        guard file >= 0 else { return false }
        defer { close(file) }
        guard let above = mount(of: folder.descriptor), let here = mount(of: file) else { return false }
        return above != here
    }

    /// Returns the mount through which a descriptor was opened, as its line `mnt_id` (proc(5) §/proc/pid/fdinfo).
    private static func mount(of descriptor: Int32) -> String? {
        guard case .success(let file) = SmallFile.read("/proc/self/fdinfo/\(descriptor)", limit: longest) else {
            return nil
        }
        let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("mnt_id:") }.map(String.init)
    }
}
