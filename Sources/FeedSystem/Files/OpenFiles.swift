import Glibc

/// The files that this process may have open.
package enum OpenFiles {
    /// How many files this process may have open at the same time (getrlimit(2), `RLIMIT_NOFILE`).
    package static var limit: Int {
        var limit = rlimit()
        // This cannot fail: the resource is known, and the memory is ours.
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
