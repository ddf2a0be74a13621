public import FeedSystem
import Glibc

/// Errors for failed system calls on files (errno(3)). The code depends on whether the file was read or written.
extension StageError {
    /// Returns the error for a file that could not be read.
    public static func reading(_ number: Int32, path: String) -> StageError {
        let code: Code =
            switch number {
            case ENOENT, ENOTDIR: .noSuchFile
            case EIO: .inputOutput
            case EMFILE, ENFILE, ENOMEM: .outOfResources
            default: .unreadable
            }
        return StageError(code, subject: path, explanation: String(cString: strerror(number)))
    }

    /// Returns the error for a file that could not be read whole.
    public static func reading(_ failure: SmallFile.Failure, path: String) -> StageError {
        switch failure {
        case .missing: reading(ENOENT, path: path)
        case .unreadable(let number): reading(number, path: path)
        case .tooLarge(let limit): StageError(.tooLarge, subject: path, facts: [.limit: String(limit)])
        case .kind, .silentPipe: StageError(.unreadable, subject: path, phrases: [.found: failure.text()])
        }
    }

    /// Returns the error for a file or folder that could not be created or written.
    public static func writing(_ number: Int32, path: String) -> StageError {
        let code: Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EPIPE, EBADF: .outputClosed
            case EMFILE, ENFILE, ENOMEM: .outOfResources
            case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR, EEXIST, ELOOP, ENAMETOOLONG, ETXTBSY, ENXIO:
                .unwritable
            default: .inputOutput
            }
        return StageError(code, subject: path, explanation: String(cString: strerror(number)))
    }

    /// Returns the error for a file that is not used: it is no regular file, or other users can change it.
    package static func refused(_ fault: FileFault, path: String) -> StageError {
        var phrases = [Fact.found: fault.words()]
        var facts: [Fact: String] = [:]
        switch fault {
        case .kind(let kind): return StageError(.unwritable, subject: path, phrases: [.found: kind.text])
        case .folderOwner(let folder, _), .folderWritable(let folder, _): facts[.folder] = folder
        case .owner, .planted, .links: phrases[.advice] = fault.cure()
        case .writable: break
        }
        return StageError(.unsafePlace, subject: path, facts: facts, phrases: phrases)
    }
}
