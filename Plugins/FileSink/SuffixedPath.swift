import FeedSystem

/// Paths of files that belong beside another one.
enum SuffixedPath {
    /// Returns a path with a suffix before its extension: `morning-omitted.html` for `morning.html`.
    static func text(_ path: String, suffix: String) -> String {
        let name = PathParts(path).name
        let folder = String(path.utf8.dropLast(name.utf8.count)) ?? ""
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return folder + name + suffix
        }
        return folder + name[..<dot] + suffix + name[dot...]
    }
}
