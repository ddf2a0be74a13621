public import FeedSystem
import Glibc

/// What a failed system call on a file means (errno(3)): one meaning for those who read, one for those who write.
extension StageError {
    /// A file that should be read could not be.
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

    /// A file that should be read whole could not be.
    public static func reading(_ failure: SmallFile.Failure, path: String) -> StageError {
        switch failure {
        case .missing: reading(ENOENT, path: path)
        case .unreadable(let number): reading(number, path: path)
        case .tooLarge(let limit): StageError(.tooLarge, subject: path, facts: [.limit: String(limit)])
        case .kind, .silentPipe: StageError(.unreadable, subject: path, phrases: [.found: failure.text()])
        }
    }

    /// A file or folder that should be made or written could not be.
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

    /// A file is not used: it is none, or others have a hand in it.
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
