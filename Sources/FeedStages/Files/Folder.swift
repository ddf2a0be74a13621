public import FeedSystem
public import Glibc

/// An open folder. All calls use its descriptor, so that nobody can exchange the folder between two of them.
public struct Folder: ~Copyable {
    /// The path by which the folder was opened.
    public let path: String
    /// The open descriptor, for system calls. The end of this value closes it.
    public let descriptor: Int32

    /// Opens the folder, or returns nil if it does not exist. Throws the errors of `StageError.writing`.
    public static func open(_ path: String) throws(StageError) -> Folder? {
        let descriptor = retrying { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw .writing(errno, path: path) }
        return Folder(path: path, descriptor: descriptor)
    }

    /// Opens the folder, and creates it and the folders above it if they are missing. They are on the disk afterwards.
    ///
    /// `purpose` decides the permissions of a new folder; new folders above it are open to everybody. Throws the errors
    /// of `StageError.writing`.
    public static func make(_ path: String, for purpose: FilePurpose = .output) throws(StageError) -> Folder {
        var missing: [String] = []
        var present = path
        while access(present, F_OK) != 0, errno == ENOENT, present != "/", present != "." {
            missing.append(present)
            present = PathParts(present).folder
        }
        for folder in missing.reversed() {
            let mode = folder == path ? purpose.folderMode : FilePurpose.output.folderMode
            guard retrying({ mkdir(folder, mode) }) == 0 || errno == EEXIST else {
                throw .writing(errno, path: folder)
            }
            try open(PathParts(folder).folder)?.synchronize()
        }
        guard let folder = try open(path) else { throw .writing(ENOENT, path: path) }
        return folder
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Returns the path of `name` in this folder.
    public func path(of name: String) -> String { path == "/" ? "/" + name : path + "/" + name }

    /// Returns the status of the folder itself. Throws the errors of `StageError.writing`.
    public func status() throws(StageError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .writing(errno, path: path) }
        return status
    }

    /// Returns the status of `name`, without following links, or nil if it does not exist. Throws as `status()`.
    public func status(of name: String) throws(StageError) -> stat? {
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
        guard errno == ENOENT else { throw .writing(errno, path: path(of: name)) }
        return nil
    }

    /// Waits until the names in this folder are on the disk. Throws the errors of `StageError.writing`.
    public func synchronize() throws(StageError) {
        guard retrying({ fsync(descriptor) }) == 0 else { throw .writing(errno, path: path) }
    }

    /// Waits until the names in this folder and in all folders above it are on the disk: an interrupted attempt may
    /// have created them without waiting. Throws the errors of `StageError.writing`.
    public func synchronizeWithAncestors() throws(StageError) {
        try synchronize()
        var ancestor = path
        while ancestor != "/", ancestor != "." {
            ancestor = PathParts(ancestor).folder
            // The process did not create a folder that it may not read.
            if let folder = try? Folder.open(ancestor) { try folder.synchronize() }
        }
    }

    /// Returns the names in this folder with this prefix and suffix, unordered; none if the folder cannot be read.
    public func names(beginningWith prefix: String, endingWith suffix: String) -> [String] {
        let copy = retrying { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.utf8.starts(with: prefix.utf8), name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
                names.append(name)
            }
        }
        return names
    }

    /// Removes a file. A missing file is no error. Throws the errors of `StageError.writing`.
    public func remove(_ name: String) throws(StageError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .writing(errno, path: path(of: name)) }
    }

    /// Renames `name` to `other` in one atomic step, and replaces `other`. Throws the errors of `StageError.writing`.
    public func rename(_ name: String, to other: String) throws(StageError) {
        guard retrying({ renameat(descriptor, name, descriptor, other) }) == 0 else {
            throw .writing(errno, path: path(of: other))
        }
    }
}

extension Folder {
    /// Throws `.unsafePlace` if other users can replace files in this folder.
    public func requireOwn() throws(StageError) {
        if let fault = FileGuard().fault(ofFolder: try status(), path: path) { throw .refused(fault, path: path) }
    }

    /// Throws `.unsafePlace` or `.unwritable` unless `file` here is a regular file of this user with one name.
    public func requireOwn(_ file: stat, called name: String) throws(StageError) {
        if let fault = FileGuard().fault(ofOwn: file, in: try status()) { throw .refused(fault, path: path(of: name)) }
    }

    /// Returns the status of `name`, or nil if it does not exist. Throws `.unsafePlace` or `.unwritable` unless it is a
    /// regular file of this user with one name, in a folder where other users cannot replace it.
    package func ownFile(_ name: String) throws(StageError) -> stat? {
        let status = try status(of: name)
        if let status { try requireOwn(status, called: name) }
        try requireOwn()
        return status
    }

    /// Removes the permissions of other users from a private file. Returns the old mode, or nil if they had none.
    ///
    /// Throws as `ownFile`. It does not open the file, because closing it would drop locks (fcntl(2) §Record locks).
    package func narrow(_ name: String) throws(StageError) -> mode_t? {
        guard let status = try ownFile(name), status.st_mode & 0o077 != 0 else { return nil }
        let mode = status.st_mode & 0o7777
        // The file is no link, and other users cannot replace it in this folder.
        guard fchmodat(descriptor, name, mode & 0o700, 0) == 0 else {
            throw .writing(errno, path: path(of: name))
        }
        return mode
    }
}
