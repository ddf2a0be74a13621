import FeedSystem

/// Paths as people read them.
enum ShownPath {
    /// Returns a file in the working folder by its relative path, and anything else unchanged.
    static func of(_ target: String, in folder: String) -> String {
        guard !folder.isEmpty, isPath(target, below: folder) else { return target }
        return String(decoding: target.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1), as: UTF8.self)
    }
}
