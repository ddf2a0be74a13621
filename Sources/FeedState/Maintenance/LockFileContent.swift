/// What stands in the file of a state's lock: who holds it, how far the state beside it has come, and which failures
/// were told that it could not keep.
///
/// It is written after the state has committed and never synced, so it can only lag behind. A state that lags behind
/// that file has been put back to an older copy, or has lost its end.
struct LockFileContent: Sendable, Hashable {
    /// The process that holds the lock, or held it last.
    var process: Int32?
    /// Which state.
    var instance: String?
    /// How often it had been opened for writing.
    var generation: Int64?
    /// What the state could not keep.
    var troubles = NotifiedFailures()

    /// Bytes at most.
    static let longest = 500

    init() {}

    /// Reads it; what is no such content reads as an empty one. Bytes: `PROCESS\nINSTANCE GENERATION\n`,
    /// then told troubles.
    init(_ bytes: some Collection<UInt8>) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The last piece is what no line break ends: half a line, if anything.
        guard lines.count > 1 else { return }
        process = Int32(String(decoding: lines[0], as: UTF8.self))
        troubles = NotifiedFailures(lines: lines[1..<(lines.count - 1)])
        guard lines.count > 2 else { return }
        let words = lines[1].split(separator: UInt8(ascii: " "))
        guard words.count == 2, let number = Int64(String(decoding: words[1], as: UTF8.self)) else { return }
        instance = String(decoding: words[0], as: UTF8.self)
        generation = number
    }

    /// As it is written.
    var bytes: [UInt8] {
        var text = "\(process ?? 0)\n"
        if let instance, let generation { text += "\(instance) \(generation)\n" }
        return Array((text + troubles.text).utf8)
    }
}
