import FeedStages
import Glibc

/// Brings one message to the end of a file, exactly once in the file's content however often it is tried.
///
/// What stands behind the committed length tells how far an earlier attempt came. Bytes of others are never cut and
/// never written over: what we write again is what already stands there.
struct Appending {
    let payload: [UInt8]
    /// What stood there when the message was planned.
    let base: TargetState
    /// Whether an attempt was begun before.
    let isRetry: Bool

    /// Where the message belongs, and whether it is already there.
    struct Finding {
        var offset: Int64
        var bytes: [UInt8]
        /// Where the file ended.
        var end: Int64
        var isComplete = false
        var warning: StageError.Code?
    }

    /// Looks at the file.
    func find(in file: borrowing RegularFile) throws(StageError) -> Finding {
        let size = Int64(try file.status().st_size)
        guard try standsOnBase(file, size: size) else { return try atEnd(of: file, size: size, .fileReplaced) }

        let bytes = try separated(in: file, at: base.length)
        let tail = try file.read(bytes.count, at: base.length)
        let common = zip(tail, bytes).prefix { $0 == $1 }.count
        if size - base.length > Int64(bytes.count) {
            guard common == bytes.count else { return try atEnd(of: file, size: size, .foreignContent) }
            return Finding(
                offset: base.length, bytes: bytes, end: size, isComplete: true, warning: .foreignContent)
        }
        // After a power cut the length may have reached the disk and some blocks may not, the first ones no sooner than
        // others: they read as zeros.
        guard zip(tail, bytes).allSatisfy({ $0 == $1 || $0 == 0 }) else {
            return try atEnd(of: file, size: size, .foreignContent)
        }
        return Finding(offset: base.length, bytes: bytes, end: size, isComplete: common == bytes.count)
    }

    /// Writes what was found to be missing. Bytes that are there already are written again, too: after a failed fsync
    /// the kernel takes its own copy for clean, whatever the disk has.
    func write(_ finding: Finding, to file: borrowing RegularFile) throws(StageError) {
        do throws(StageError) {
            try file.write(finding.bytes, at: finding.offset)
        } catch {
            cutOwnBytes(finding, from: file)
            throw error
        }
        try file.synchronize()
    }

    private func standsOnBase(_ file: borrowing RegularFile, size: Int64) throws(StageError) -> Bool {
        if base.inode == 0 { return true }
        let isSame = UInt64(try file.status().st_ino) == base.inode && size >= base.length
        guard isSame else { return false }
        return try file.tailHash(before: base.length) == base.tailHash
    }

    /// The file is not what it was, so the end of it is the place; unless an earlier attempt has begun to write there.
    private func atEnd(
        of file: borrowing RegularFile, size: Int64, _ warning: StageError.Code
    ) throws(StageError) -> Finding {
        if isRetry {
            let window = min(size, Int64(payload.count))
            let overlap = Self.overlap(of: try file.read(Int(window), at: size - window), with: payload)
            if overlap > 0 {
                return Finding(
                    offset: size - Int64(overlap), bytes: payload, end: size, isComplete: overlap == payload.count,
                    warning: warning)
            }
        }
        return Finding(offset: size, bytes: try separated(in: file, at: size), end: size, warning: warning)
    }

    /// The payload, on a line of its own.
    private func separated(in file: borrowing RegularFile, at offset: Int64) throws(StageError) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        guard offset > 0, try file.read(1, at: offset - 1) != [newline] else { return payload }
        return [newline] + payload
    }

    /// After a full disk the beginning of a message would stand there until there is room again.
    ///
    /// Only if nothing stands there but what this attempt wrote; if it cannot be cut, the next one goes on from it.
    private func cutOwnBytes(_ finding: Finding, from file: borrowing RegularFile) {
        // Each `try?`: whatever fails, the bytes stay.
        guard let size = try? file.status().st_size, Int64(size) > finding.end,
            Int64(size) - finding.offset <= Int64(finding.bytes.count),
            let tail = try? file.read(Int(Int64(size) - finding.offset), at: finding.offset),
            finding.bytes.starts(with: tail)
        else { return }
        file.truncate(to: finding.end)
    }

    /// How many bytes at the end of `text` are the beginning of `pattern` (Knuth, Morris, Pratt).
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
