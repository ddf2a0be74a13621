import Glibc

/// Whether two paths lead to one file, though one of them may not exist yet.
enum SamePath {
    static func `is`(_ left: String, _ right: String) -> Bool { resolved(left) == resolved(right) }

    private static func resolved(_ path: String) -> String {
        if let whole = real(path) { return whole }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(path[...$0]) } ?? "."
        let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
        return real(folder).map { "\($0)/\(name)" } ?? path
    }

    private static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}
