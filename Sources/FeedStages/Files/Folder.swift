public import FeedSystem
public import Glibc

/// An open folder: what happens in it is told by its descriptor, so that nobody can swap it for another meanwhile.
public struct Folder: ~Copyable {
    /// The path by which the folder was opened.
    public let path: String
    /// For system calls; closed with this value.
    public let descriptor: Int32

    /// Opens the folder, or gives nil if there is none.
    public static func open(_ path: String) throws(StageError) -> Folder? {
        let descriptor = retrying { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw .writing(errno, path: path) }
        return Folder(path: path, descriptor: descriptor)
    }

    /// Opens the folder and makes it, and those above it, if need be; what was made is on the disk afterwards.
    ///
    /// The purpose decides who may look into the folder, if it is made; those above it are made for everybody.
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

    /// The path of something in this folder.
    public func path(of name: String) -> String { path == "/" ? "/" + name : path + "/" + name }

    /// Of the folder itself.
    public func status() throws(StageError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .writing(errno, path: path) }
        return status
    }

    /// What stands under `name`, links not followed, or nil if nothing does.
    public func status(of name: String) throws(StageError) -> stat? {
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
        guard errno == ENOENT else { throw .writing(errno, path: path(of: name)) }
        return nil
    }

    /// Waits until the names in this folder are on the disk.
    public func synchronize() throws(StageError) {
        guard retrying({ fsync(descriptor) }) == 0 else { throw .writing(errno, path: path) }
    }

    /// Waits until the names in this folder and in those above it are on the disk: an attempt that was cut short may
    /// have made them and not have waited.
    public func synchronizeWithAncestors() throws(StageError) {
        try synchronize()
        var ancestor = path
        while ancestor != "/", ancestor != "." {
            ancestor = PathParts(ancestor).folder
            // A folder that we may not read is none that we made.
            if let folder = try? Folder.open(ancestor) { try folder.synchronize() }
        }
    }

    /// Names in this folder, in no order; none if it cannot be read.
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

    /// Takes a file away; none is as well.
    public func remove(_ name: String) throws(StageError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .writing(errno, path: path(of: name)) }
    }

    /// Puts `name` in the place of `other` at one stroke.
    public func rename(_ name: String, to other: String) throws(StageError) {
        guard retrying({ renameat(descriptor, name, descriptor, other) }) == 0 else {
            throw .writing(errno, path: path(of: other))
        }
    }
}

extension Folder {
    /// Throws `.unsafePlace` if others can put files in the place of ours here.
    public func requireOwn() throws(StageError) {
        if let fault = FileGuard().fault(ofFolder: try status(), path: path) { throw .refused(fault, path: path) }
    }

    /// Throws `.unsafePlace` unless a file here, of which this is the status, is a regular one of our own with one name.
    public func requireOwn(_ file: stat, called name: String) throws(StageError) {
        if let fault = FileGuard().fault(ofOwn: file, in: try status()) { throw .refused(fault, path: path(of: name)) }
    }

    /// What stands under `name`, or nil if nothing does. Throws `.unsafePlace` unless it is a regular file of our own
    /// with one name, in a folder where others cannot put another in its place.
    package func ownFile(_ name: String) throws(StageError) -> stat? {
        let status = try status(of: name)
        if let status { try requireOwn(status, called: name) }
        try requireOwn()
        return status
    }

    /// Takes the rights of others from a private file of ours; gives the mode that it had if others had any.
    ///
    /// Throws as `ownFile`. Nothing is opened, so that locks on the file stay (fcntl(2) §Record locks).
    package func narrow(_ name: String) throws(StageError) -> mode_t? {
        guard let status = try ownFile(name), status.st_mode & 0o077 != 0 else { return nil }
        let mode = status.st_mode & 0o7777
        // It is no link, and others cannot make it one in this folder.
        guard fchmodat(descriptor, name, mode & 0o700, 0) == 0 else {
            throw .writing(errno, path: path(of: name))
        }
        return mode
    }
}
