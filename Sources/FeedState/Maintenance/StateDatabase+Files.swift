import FeedSystem
import Glibc

extension StateDatabase {
    package nonisolated func owns(device: UInt64, inode: UInt64) -> Bool {
        guard server == nil else { return false }
        let file = realPath(path)
        return StateFiles.suffixes.contains { suffix in
            var status = stat()
            return stat(file + suffix, &status) == 0 && UInt64(status.st_dev) == device
                && UInt64(status.st_ino) == inode
        }
    }
}
