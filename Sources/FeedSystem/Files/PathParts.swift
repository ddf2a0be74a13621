import Glibc

/// A path, split at its last `/`.
public struct PathParts {
    /// The path before the last `/`: `.` if there is no `/`, `/` for an entry of the root.
    public let folder: String
    /// The part after the last `/`.
    public let name: String

    /// Splits a path.
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

/// Returns the path with all links resolved, the same for every path to a file. Its last part need not exist. If the
/// folder does not exist, the path is returned unchanged. Blocks.
public func realPath(_ path: String) -> String {
    if let whole = existingRealPath(path) { return whole }
    let parts = PathParts(path)
    return existingRealPath(parts.folder).map { $0 == "/" ? "/" + parts.name : $0 + "/" + parts.name } ?? path
}

/// Returns the absolute path with links and detours resolved, whether it exists or not. Links are followed as far as
/// the path exists; the rest is resolved as text. So two paths to one file have the same result, even before the file
/// exists. Blocks.
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

/// Returns the absolute path without `.` and empty parts; links and `..` stay.
public func absolutePath(_ path: String) -> String {
    plainPath(path.utf8.first == UInt8(ascii: "/") ? path : currentFolder() + "/" + path)
}

/// Returns the path without `.` and empty parts, which change nothing. `..` stays: behind a link it leads elsewhere.
public func plainPath(_ path: String) -> String {
    let segments = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    let plain = segments.filter { $0 != "." }.joined(separator: "/")
    return path.utf8.first == UInt8(ascii: "/") ? "/" + plain : plain
}

/// Whether a path lies below a folder, by their bytes. A combining mark behind a `/` is part of a name to the system,
/// and one `Character` with the `/` to Swift.
public func isPath(_ path: String, below folder: String) -> Bool {
    path.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
}

private func existingRealPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
}

/// The targets of a symbolic link: its own target, then that target's if it is a link, and so on.
package struct LinkChain: Sequence, IteratorProtocol {
    /// The most links that the kernel follows (path_resolution(7)).
    private static let longest = 40
    private var path: String
    private var left = Self.longest

    /// Begins at a path, which is not part of the sequence.
    package init(from path: String) { self.path = path }

    /// Returns the target of the present link; nil at the end. Blocks.
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
