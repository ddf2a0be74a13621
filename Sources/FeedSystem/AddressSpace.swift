import Glibc

/// The address space of this process (`ulimit -v`).
package enum AddressSpace {
    /// The most bytes that it may have, or nil if it is not limited.
    package static var limit: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
            return nil
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Whether so many bytes more are to be had. They are reserved, and given back.
    package static func hasRoom(for bytes: Int) -> Bool {
        let space = mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        return space != MAP_FAILED && munmap(space, bytes) == 0
    }
}
