import FeedStages
import Glibc

/// Appends one message to a file. The message is in the file exactly once, however many attempts there are.
///
/// The bytes after the committed length show how far an earlier attempt came. Bytes of others are never cut or
/// overwritten: a rewrite only writes the bytes that are already there.
struct Appending {
    let payload: [UInt8]
    /// The state of the file when the message was composed.
    let base: TargetState
    /// Whether there was an earlier attempt.
    let isRetry: Bool

    /// Where the message belongs in the file, and whether it is already complete there.
    struct Placement {
        var offset: Int64
        /// The bytes at `offset`: the payload, after a line break where one is missing.
        var bytesToWrite: [UInt8]
        /// The length of the file when it was examined.
        var end: Int64
        var isComplete = false
        var warning: StageError.Code?
    }

    /// Finds the place of the message in the file. Throws if the file cannot be read.
    func placement(in file: borrowing RegularFile) throws(StageError) -> Placement {
        let size = Int64(try file.status().st_size)
        guard try standsOnBase(file, size: size) else { return try atEnd(of: file, size: size, .fileReplaced) }

        let bytes = try separated(in: file, at: base.length)
        let tail = try file.read(bytes.count, at: base.length)
        let common = zip(tail, bytes).prefix { $0 == $1 }.count
        if size - base.length > Int64(bytes.count) {
            guard common == bytes.count else { return try atEnd(of: file, size: size, .foreignContent) }
            return Placement(
                offset: base.length, bytesToWrite: bytes, end: size, isComplete: true, warning: .foreignContent)
        }
        // After a power cut the file's length may be on the disk without some of its blocks, in any order. These read
        // as zeros.
        guard zip(tail, bytes).allSatisfy({ $0 == $1 || $0 == 0 }) else {
            return try atEnd(of: file, size: size, .foreignContent)
        }
        return Placement(offset: base.length, bytesToWrite: bytes, end: size, isComplete: common == bytes.count)
    }

    /// Writes the message and synchronises the file. Bytes of the message that are already there are written again,
    /// because after a failed fsync the kernel counts its own copy as clean, whatever the disk has. Throws if the
    /// message cannot be written or the file cannot be synchronised.
    func write(_ placement: Placement, to file: borrowing RegularFile) throws(StageError) {
        do throws(StageError) {
            try file.write(placement.bytesToWrite, at: placement.offset)
        } catch {
            cutOwnBytes(placement, from: file)
            throw error
        }
        try file.synchronize()
    }

    private func standsOnBase(_ file: borrowing RegularFile, size: Int64) throws(StageError) -> Bool {
        if base.inode == 0 { return true }
        guard size >= base.length else { return false }
        // A file with the same content is as good: it was copied along with the state. Of nothing there is no content.
        guard base.length > 0 else { return UInt64(try file.status().st_ino) == base.inode }
        return try file.tailHash(before: base.length) == base.tailHash
    }

    /// Places the message at the end of a file that is not the known one. If an earlier attempt began to write it
    /// there, the place is the start of those bytes.
    private func atEnd(
        of file: borrowing RegularFile, size: Int64, _ warning: StageError.Code
    ) throws(StageError) -> Placement {
        if isRetry {
            let window = min(size, Int64(payload.count))
            let overlap = Self.overlap(of: try file.read(Int(window), at: size - window), with: payload)
            if overlap > 0 {
                return Placement(
                    offset: size - Int64(overlap), bytesToWrite: payload, end: size,
                    isComplete: overlap == payload.count, warning: warning)
            }
        }
        return Placement(offset: size, bytesToWrite: try separated(in: file, at: size), end: size, warning: warning)
    }

    /// The payload, after a line break if the file's last line has none.
    private func separated(in file: borrowing RegularFile, at offset: Int64) throws(StageError) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        guard offset > 0, try file.read(1, at: offset - 1) != [newline] else { return payload }
        return [newline] + payload
    }

    /// Removes what this attempt wrote before it failed, so that no incomplete message stays on a full disk.
    ///
    /// The bytes stay if anybody else has written there. The next attempt then continues from them.
    private func cutOwnBytes(_ placement: Placement, from file: borrowing RegularFile) {
        // Each `try?`: on any failure the bytes stay.
        guard let size = try? file.status().st_size, Int64(size) > placement.end,
            Int64(size) - placement.offset <= Int64(placement.bytesToWrite.count),
            let tail = try? file.read(Int(Int64(size) - placement.offset), at: placement.offset),
            placement.bytesToWrite.starts(with: tail)
        else { return }
        file.truncate(to: placement.end)
    }

    /// The length of the longest end of `text` that is a beginning of `pattern` (Knuth, Morris, Pratt).
    static func overlap(of text: [UInt8], with pattern: [UInt8]) -> Int {
        var borders = [Int](repeating: 0, count: pattern.count)
        var matched = 0
        for index in pattern.indices.dropFirst() {
            while matched > 0, pattern[index] != pattern[matched] { matched = borders[matched - 1] }
            if pattern[index] == pattern[matched] { matched += 1 }
            borders[index] = matched
        }
        matched = 0
        for byte in text.suffix(pattern.count) {
            while matched > 0, matched == pattern.count || byte != pattern[matched] { matched = borders[matched - 1] }
            if !pattern.isEmpty, byte == pattern[matched] { matched += 1 }
        }
        return matched
    }
}
