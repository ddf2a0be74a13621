import Glibc

/// A limit on the memory that this process may have (getrlimit(2)).
package enum MemoryLimit: CaseIterable, Sendable {
    /// The limit on its address space (`ulimit -v`).
    case addressSpace
    /// The limit on what of that it can write to, such as heaps and the stacks of threads (`ulimit -d`).
    case data

    /// The limits that are set.
    package static var set: [MemoryLimit] { allCases.filter { $0.bytes != nil } }

    /// The most bytes that the process may have, or nil if they are not limited.
    package var bytes: Int? {
        let resource =
            switch self {
            case .addressSpace: RLIMIT_AS
            case .data: RLIMIT_DATA
            }
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
            return nil
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// The option of `ulimit` that sets it.
    package var option: String {
        switch self {
        case .addressSpace: "-v"
        case .data: "-d"
        }
    }

    /// Whether so many bytes more are to be had. They are reserved, and given back.
    package func hasRoom(for bytes: Int) -> Bool {
        // Only what can be written to counts as data.
        let protection = self == .data ? PROT_READ | PROT_WRITE : PROT_NONE
        let space = mmap(nil, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        return space != MAP_FAILED && munmap(space, bytes) == 0
    }
}
