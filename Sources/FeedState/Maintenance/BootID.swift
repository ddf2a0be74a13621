import FeedSystem

/// Which start of the machine this is: what a killed process had written is safe as long as the machine runs.
enum BootID {
    /// The kernel's name for it (random(4) §/proc interfaces), or nil where it gives none.
    static var id: String? {
        guard case .success(let file) = SmallFile.read("/proc/sys/kernel/random/boot_id", limit: 64) else { return nil }
        let text = file.bytes.prefix { $0 != UInt8(ascii: "\n") }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
