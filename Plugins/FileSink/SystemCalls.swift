import FeedStages
import Glibc

/// Repeats a system call that a signal interrupted.
func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

extension StageError {
    /// A system call on `path` failed with `number` (errno).
    static func writing(_ number: Int32, path: String) -> StageError {
        let code: Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR, EEXIST, ELOOP, ENAMETOOLONG, ETXTBSY, ENXIO:
                .unwritable
            default: .inputOutput
            }
        return StageError(code, subject: path, explanation: String(cString: strerror(number)))
    }
}

/// The folder in which the process works, or `/` if it has been taken away.
func currentFolder() -> String {
    guard let folder = getcwd(nil, 0) else { return "/" }
    defer { free(folder) }
    return String(cString: folder)
}
