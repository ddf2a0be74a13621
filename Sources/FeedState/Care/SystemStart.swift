import Glibc

/// Which start of the machine this is: what a killed process had written is safe as long as the machine runs.
enum SystemStart {
    /// The kernel's name for it (random(4) §/proc interfaces), or nil where it gives none.
    static var id: String? {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        let text = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
