import CProcess
import Glibc

/// Who may look into the memory of this process: it holds secrets from the first moment on, for the environment may
/// have some.
enum ProcessMemory {
    /// A variable that leaves everything as it is, for those who look for a mistake with a debugger or in a core file.
    static let permission = "KAWARABAN_CORE_FILES"

    /// Lets no core file be written of this process, and no other process of the same user read its memory.
    static func close() {
        if let value = getenv(permission), String(cString: value) == "yes" { return }
        // It cannot fail: the request is known, and 0 is one of its values (prctl(2)).
        _ = cprocess_set_dumpable(0)
        // A program that prints a secret begins anew with the first; this one it keeps.
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        limit.rlim_cur = 0
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
