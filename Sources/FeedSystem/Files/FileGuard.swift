public import Glibc

/// Tells whether another user can change a file. It is the one place that decides with which owner, mode, link count
/// and folder a file is written, read or replaced.
///
/// It trusts the user of this process and root. A folder with the sticky bit (`/tmp`) lets others add files, but not
/// remove ours; in such a folder the owner of each file decides.
///
/// For a file that is written it checks the file and its own folder, but no folder above: an open file stays ours,
/// wherever its folder is moved. For a file that is obeyed (a configuration), `InputPathCheck` checks the whole path.
/// Access control lists are not read: the group's rights in a mode are the widest that a list can give.
package struct FileGuard: Sendable {
    /// The user whose files are our own.
    package let user: uid_t
    private let isHarmless: @Sendable (gid_t, _ owner: uid_t) -> Bool

    /// Makes a guard for the user of this process, or for another one in tests.
    package init(
        user: uid_t = geteuid(),
        isHarmless: @escaping @Sendable (gid_t, _ owner: uid_t) -> Bool = { UserGroups.isHarmless($0, fileOf: $1) }
    ) {
        self.user = user
        self.isHarmless = isHarmless
    }

    /// Whether a user is this one or root.
    package func trusts(_ owner: uid_t) -> Bool { owner == user || owner == 0 }

    /// Whether a folder's owner is trusted. Folders above the user's own belong to root, whatever number root has in
    /// this namespace.
    func trusts(ownerOfFolder owner: uid_t) -> Bool { trusts(owner) || UserNamespace.hides(owner) }

    /// The fault of a file that is written in place (appended to, locked), or nil. It must be a regular file of our own
    /// with one name.
    package func fault(ofOwn file: stat) -> FileFault? {
        let kind = FileKind(of: file.st_mode)
        guard kind == .regular else { return .kind(kind) }
        guard file.st_uid == user else { return .owner(file.st_uid) }
        return file.st_nlink == 1 ? nil : .links(UInt64(file.st_nlink))
    }

    /// The fault of a file in its folder, or nil. In a folder to which others may add files, another user's file was
    /// planted, unless it belongs to root.
    package func fault(ofOwn file: stat, in folder: stat) -> FileFault? {
        let fault = fault(ofOwn: file)
        guard case .owner(let stranger)? = fault, stranger != 0, writers(of: folder) != nil else { return fault }
        return .planted(stranger)
    }

    /// The fault of a folder in which we keep files. Nil: no other user can replace our files.
    package func fault(ofFolder folder: stat, path: String) -> FileFault? {
        guard trusts(ownerOfFolder: folder.st_uid) else { return .folderOwner(path, folder.st_uid) }
        guard folder.st_mode & S_ISVTX == 0 else { return nil }
        return writers(of: folder).map { .folderWritable(path, by: $0) }
    }

    /// The others who may write a file or folder by its mode, or nil.
    package func writers(of status: stat) -> FileFault.Writers? {
        if status.st_mode & 0o002 != 0 { return .everybody }
        return status.st_mode & 0o020 != 0 && !isHarmless(status.st_gid, status.st_uid) ? .group(status.st_gid) : nil
    }

    /// Whether others may reach the files in a folder, by its mode. A folder of an untrusted owner always lets them.
    package func letsOthers(into folder: stat) -> Bool {
        !trusts(folder.st_uid) || folder.st_mode & 0o001 != 0
            || folder.st_mode & 0o010 != 0 && !isHarmless(folder.st_gid, folder.st_uid)
    }

    /// The rights that a new file inherits from the file that it replaces; nil: it gets those of any new file.
    ///
    /// Only a regular file of our own passes rights on, and only those to read and write: another user may have planted
    /// the file. If it has several names, it may be another file of ours, so the right of others to write is not passed
    /// on.
    package func inheritedMode(from file: stat) -> mode_t? {
        guard FileKind(of: file.st_mode) == .regular, file.st_uid == user else { return nil }
        return file.st_mode & (file.st_nlink == 1 ? 0o666 : 0o644)
    }
}

/// The purpose of a file of ours: it decides who may read the file, and its folder if we make it.
public enum FilePurpose: Sendable {
    /// Only for this program: the state with its log and lock, copies of it, given-up messages, recordings.
    case privateData
    /// For other readers: digests, reports, metrics. The umask removes the rights that the user does not grant.
    case output

    /// The mode of a new file, before the umask.
    public var fileMode: mode_t { self == .privateData ? 0o600 : 0o644 }
    /// The mode of a new folder, before the umask.
    public var folderMode: mode_t { self == .privateData ? 0o700 : 0o755 }
}
