import FeedStages
import FeedSystem
import Glibc

extension RegularFile {
    /// What stands there now, told by at most `TargetState.tailLength` bytes before the end.
    func tailState() throws(StageError) -> TargetState {
        let status = try status()
        return TargetState(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), length: Int64(status.st_size),
            tailHash: try tailHash(before: Int64(status.st_size)))
    }

    /// The hash of at most `TargetState.tailLength` bytes before `end`.
    func tailHash(before end: Int64) throws(StageError) -> [UInt8] {
        let start = max(0, end - TargetState.tailLength)
        return SHA256.hash(try read(Int(end - start), at: start))
    }
}

extension TargetState {
    /// How many bytes before the end tell an appended file from another, in bytes.
    static let tailLength: Int64 = 4096

    /// Nothing was there.
    static let nothing = TargetState(device: 0, inode: 0, length: 0, tailHash: SHA256.hash([]))
}
