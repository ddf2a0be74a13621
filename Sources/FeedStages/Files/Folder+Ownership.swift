import FeedSystem
public import Glibc

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
