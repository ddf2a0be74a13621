import FeedSystem

/// The id of the machine's present boot. Everything that a killed process had written is safe until the machine stops.
enum BootID {
    /// The kernel's id (random(4) §/proc interfaces), or nil if it gives none.
    static var id: String? {
        guard case .success(let file) = SmallFile.read("/proc/sys/kernel/random/boot_id", limit: 64) else { return nil }
        let text = file.bytes.prefix { $0 != UInt8(ascii: "\n") }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
