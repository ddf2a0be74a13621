import Glibc

/// A path taken apart at its last `/`.
public struct PathParts {
    /// What leads to it: `.` if nothing does, `/` for what lies in the root.
    public let folder: String
    /// The last part.
    public let name: String

    /// Takes a path apart.
    public init(_ path: String) {
        let bytes = path.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
            folder = "."
            name = path
            return
        }
        folder = slash == bytes.startIndex ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
        name = String(decoding: bytes[bytes.index(after: slash)...], as: UTF8.self)
    }
}

/// The path without links, though its last part may not exist yet: the same for every way to a file.
public func realPath(_ path: String) -> String {
    if let whole = existingRealPath(path) { return whole }
    let parts = PathParts(path)
    return existingRealPath(parts.folder).map { $0 == "/" ? "/" + parts.name : $0 + "/" + parts.name } ?? path
}

/// The path without links and detours, whether it exists or not: links are followed as far as it exists, the rest is taken
/// as text. Two ways to one file, or to one that will be made, have the same.
public func truePath(_ path: String) -> String {
    var ahead: [String] = []
    var present = path.utf8.first == UInt8(ascii: "/") ? path : currentFolder() + "/" + path
    while true {
        if let real = existingRealPath(present) {
            present = real
            break
        }
        let parts = PathParts(present)
        if !parts.name.isEmpty { ahead.append(parts.name) }
        if parts.folder == "/" || parts.folder == "." {
            present = "/"
            break
        }
        present = parts.folder
    }
    for part in ahead.reversed() where part != "." {
        if part == ".." {
            present = PathParts(present).folder
        } else {
            present += (present == "/" ? "" : "/") + part
        }
    }
    return present
}

/// The path from the root, without what its text alone shows to be a detour; links and `..` stay.
public func absolutePath(_ path: String) -> String {
    let whole = path.utf8.first == UInt8(ascii: "/") ? path : currentFolder() + "/" + path
    let segments = whole.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    return "/" + segments.filter { $0 != "." }.joined(separator: "/")
}

private func existingRealPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
}

/// What a symbolic link leads to, and what that leads to, until something is no link.
package struct LinkChain: Sequence, IteratorProtocol {
    /// As many as the kernel follows (path_resolution(7)).
    private static let longest = 40
    private var path: String
    private var left = Self.longest

    /// Begins at a path, which is not among what is given.
    package init(from path: String) { self.path = path }

    /// Where the link at the last path leads; nil at the end.
    package mutating func next() -> String? {
        guard left > 0 else { return nil }
        left -= 1
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count)
        guard length > 0 else { return nil }
        let written = String(decoding: target.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        path = written.utf8.first == UInt8(ascii: "/") ? written : PathParts(path).folder + "/" + written
        return path
    }
}
