import Glibc

/// A path taken apart at its last `/`.
package struct PathParts {
    /// What leads to it: `.` if nothing does, `/` for what lies in the root.
    package let folder: String
    /// The last part.
    package let name: String

    /// Takes a path apart.
    package init(_ path: String) {
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
package func realPath(_ path: String) -> String {
    if let whole = existingRealPath(path) { return whole }
    let parts = PathParts(path)
    return existingRealPath(parts.folder).map { $0 == "/" ? "/" + parts.name : $0 + "/" + parts.name } ?? path
}

private func existingRealPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
}
