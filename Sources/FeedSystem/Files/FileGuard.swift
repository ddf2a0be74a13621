public import Glibc

/// Says who else has a hand in a file: the one place that decides with which owner, mode, link count and folder a file
/// is written, read or replaced.
///
/// Those who are trusted are the user of this process and root. A folder with the sticky bit (`/tmp`) lets others add
/// files, but not take ours away: there the owner of each file is what counts.
///
/// Of what is written, the file and its own folder are looked at, not those above: the file that was opened is ours by
/// itself, wherever its folder is moved. Of what is obeyed (a configuration), the whole way is: see `InputPathCheck`.
/// Access control lists are not read; the group's rights in a mode are the widest that a list can give.
package struct FileGuard: Sendable {
    /// Whose files are ours.
    package let user: uid_t
    private let isHarmless: @Sendable (gid_t, _ owner: uid_t) -> Bool

    /// Makes a guard for the user of this process, or for another in tests.
    package init(
        user: uid_t = geteuid(),
        isHarmless: @escaping @Sendable (gid_t, _ owner: uid_t) -> Bool = { UserGroups.isHarmless($0, fileOf: $1) }
    ) {
        self.user = user
        self.isHarmless = isHarmless
    }

    /// Whether a user is this one or root.
    package func trusts(_ owner: uid_t) -> Bool { owner == user || owner == 0 }

    /// The same of a folder: those above a user's own are root's, whatever number root has here.
    func trusts(ownerOfFolder owner: uid_t) -> Bool { trusts(owner) || UserNamespace.hides(owner) }

    /// What is wrong with a file that is written where it stands (appended to, locked): it must be a regular one of our
    /// own with one name. Nil: nothing.
    package func fault(ofOwn file: stat) -> FileFault? {
        let kind = FileKind(of: file.st_mode)
        guard kind == .regular else { return .kind(kind) }
        guard file.st_uid == user else { return .owner(file.st_uid) }
        return file.st_nlink == 1 ? nil : .links(UInt64(file.st_nlink))
    }

    /// The same of a file in its folder: where everybody may add files, another user's was planted, unless root left
    /// it.
    package func fault(ofOwn file: stat, in folder: stat) -> FileFault? {
        let fault = fault(ofOwn: file)
        guard case .owner(let stranger)? = fault, stranger != 0, writers(of: folder) != nil else { return fault }
        return .planted(stranger)
    }

    /// What is wrong with a folder in which we keep files. Nil: nobody else can put files in the place of ours.
    package func fault(ofFolder folder: stat, path: String) -> FileFault? {
        guard trusts(ownerOfFolder: folder.st_uid) else { return .folderOwner(path, folder.st_uid) }
        guard folder.st_mode & S_ISVTX == 0 else { return nil }
        return writers(of: folder).map { .folderWritable(path, by: $0) }
    }

    /// Others who may write a file or folder, as its mode says.
    package func writers(of status: stat) -> FileFault.Writers? {
        if status.st_mode & 0o002 != 0 { return .everybody }
        return status.st_mode & 0o020 != 0 && !isHarmless(status.st_gid, status.st_uid) ? .group(status.st_gid) : nil
    }

    /// Whether a folder of others' or of ours lets others through to what lies in it, as its mode says.
    package func letsOthers(into folder: stat) -> Bool {
        !trusts(folder.st_uid) || folder.st_mode & 0o001 != 0
            || folder.st_mode & 0o010 != 0 && !isHarmless(folder.st_gid, folder.st_uid)
    }

    /// The rights that a new file takes over from the one in whose place it is put, or nil: those of any new file.
    ///
    /// Only from a regular file of our own, and never more than reading and writing: a stranger may have planted it.
    /// With several names it may be another file of ours, so that others get no right to write from it.
    package func inheritedMode(from file: stat) -> mode_t? {
        guard FileKind(of: file.st_mode) == .regular, file.st_uid == user else { return nil }
        return file.st_mode & (file.st_nlink == 1 ? 0o666 : 0o644)
    }
}

/// What a file of ours is for: decides who may read it, and its folder if we make it.
public enum FilePurpose: Sendable {
    /// For this program alone: the state with its log and lock, copies of it, given-up messages, recordings.
    case privateData
    /// For readers: digests, reports, metrics. The umask takes away what the user wants to keep from others.
    case output

    /// The rights of a new file, before the umask.
    public var fileMode: mode_t { self == .privateData ? 0o600 : 0o644 }
    /// The rights of a new folder, before the umask.
    public var folderMode: mode_t { self == .privateData ? 0o700 : 0o755 }
}
