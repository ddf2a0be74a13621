import Glibc

extension [UInt8] {
    /// Whether `needle` stands somewhere in these bytes; an empty one stands everywhere.
    public func contains(run needle: [UInt8]) -> Bool {
        guard let first = needle.first else { return true }
        guard count >= needle.count else { return false }
        return withUnsafeBytes { text in
            needle.withUnsafeBytes { needle in
                guard var place = text.baseAddress, let wanted = needle.baseAddress else { return false }
                let last = place + (text.count - needle.count)
                while place <= last {
                    guard let found = memchr(place, Int32(first), last - place + 1) else { return false }
                    if memcmp(found, wanted, needle.count) == 0 { return true }
                    place = UnsafeRawPointer(found) + 1
                }
                return false
            }
        }
    }
}
