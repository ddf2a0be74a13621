/// The content of a lock file: who holds the lock, how far the state has come, and which failures were reported that
/// the state could not store.
///
/// It is written after the state has committed and is never synced, so it can only lag behind. If the state lags behind
/// it, the state was replaced by an older copy or has lost its end.
struct LockFileContent: Sendable, Hashable {
    /// The id of the process that holds the lock, or held it last.
    var process: Int32?
    /// The instance of the state.
    var instance: String?
    /// How many times the state was opened for writing.
    var generation: Int64?
    /// The reported failures that the state could not store.
    var notifiedFailures = NotifiedFailures()

    /// The most bytes of the file that are read.
    static let longest = 500

    init() {}

    /// Reads the bytes of a lock file: `PROCESS\nINSTANCE GENERATION\n`, then reported failures. Anything else reads as
    /// empty.
    init(_ bytes: some Collection<UInt8>) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The last piece has no line break at its end: it is half a line or empty.
        guard lines.count > 1 else { return }
        process = Int32(String(decoding: lines[0], as: UTF8.self))
        notifiedFailures = NotifiedFailures(lines: lines[1..<(lines.count - 1)])
        guard lines.count > 2 else { return }
        let words = lines[1].split(separator: UInt8(ascii: " "))
        guard words.count == 2, let number = Int64(String(decoding: words[1], as: UTF8.self)) else { return }
        instance = String(decoding: words[0], as: UTF8.self)
        generation = number
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        var text = "\(process ?? 0)\n"
        if let instance, let generation { text += "\(instance) \(generation)\n" }
        return Array((text + notifiedFailures.text).utf8)
    }
}
