import Glibc

extension StageError {
    /// The error that a failed system call on a file stands for; `errno` in, the path as the subject.
    public init(posix number: Int32, subject: String) {
        let code: Code =
            switch number {
            case ENOSPC, EDQUOT: .diskFull
            case ENOENT: .noSuchFile
            case EACCES, EPERM, EROFS, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, ETXTBSY: .unwritable
            case EPIPE: .outputClosed
            default: .inputOutput
            }
        self.init(code, subject: subject, explanation: String(cString: strerror(number)))
    }
}
