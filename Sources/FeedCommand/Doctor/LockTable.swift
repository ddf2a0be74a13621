import FeedConfiguration
import FeedSystem

/// The locks of this machine as the kernel lists them (proc(5) §/proc/locks).
enum LockTable {
    private static let longest = 4 << 20

    /// Returns the process that holds a `flock` on the file with this inode, or nil. Blocks.
    static func holder(of inode: UInt) -> Int32? {
        guard case .success(let file) = SmallFile.read("/proc/locks", limit: longest) else { return nil }
        return holder(of: inode, in: String(decoding: file.bytes, as: UTF8.self))
    }

    /// Reads lines such as `1: FLOCK ADVISORY WRITE 1234 08:01:131077 0 EOF`; skips waiting processes (`->`).
    static func holder(of inode: UInt, in table: String) -> Int32? {
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", words[5].split(separator: ":").last == "\(inode)" else {
                continue
            }
            return Int32(words[4])
        }
        return nil
    }
}
