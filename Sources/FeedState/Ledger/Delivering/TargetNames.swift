import FeedStages
import FeedSystem

/// The names of target files in the state. A file in the folder of the configuration is named relative to it, so that
/// it is still known when that folder gets another name.
struct TargetNames {
    private static let mark = "./"
    private let folder: String
    /// The path of `folder` without links, with a `/` at its end.
    private let trueFolder: String

    /// - Parameter folder: that of the configuration.
    init(in folder: String) {
        self.folder = Self.ended(absolutePath(folder))
        trueFolder = Self.ended(truePath(self.folder))
    }

    private static func ended(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }

    /// Returns the stored name of a target. An address stays as it is.
    func stored(_ target: String) -> String {
        guard target.utf8.first == UInt8(ascii: "/") else { return target }
        if let inside = Self.part(of: target, in: folder) { return Self.mark + inside }
        let parts = PathParts(target)
        return Self.part(of: Self.ended(truePath(parts.folder)) + parts.name, in: trueFolder).map { Self.mark + $0 }
            ?? target
    }

    /// Returns the path of a stored name.
    func path(ofStored target: String) -> String {
        Self.part(of: target, in: Self.mark).map { folder + $0 } ?? target
    }

    private static func part(of path: String, in folder: String) -> String? {
        guard path.utf8.starts(with: folder.utf8) else { return nil }
        return String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
    }
}

extension StateDatabase {
    /// Returns the stored name of a target.
    func stored(_ target: String) -> String { targetNames?.stored(target) ?? target }

    /// Returns the path of a stored name.
    func path(ofStored target: String) -> String { targetNames?.path(ofStored: target) ?? target }
}

extension TargetNames {
    /// Renames files of the folder that are stored with their whole path, as all were once.
    func adopt(in connection: StateConnection) throws(StageError) {
        try adopt(
            "SELECT id, path FROM target",
            """
            UPDATE target SET path = ?1 WHERE id = ?2 AND NOT EXISTS(
                SELECT 1 FROM target AS other WHERE other.sink = target.sink AND other.path = ?1)
            """, connection)
        try adopt(
            "SELECT id, target FROM message WHERE state = 0 AND mode <> 'post'",
            "UPDATE message SET target = ? WHERE id = ?", connection)
    }

    private func adopt(
        _ query: Statement, _ change: Statement, _ connection: StateConnection
    ) throws(StageError) {
        for row in try connection.all(query, read: { (id: $0.integer(0), name: $0.text(1)) }) {
            let name = stored(row.name)
            if name != row.name { try connection.run(change, .text(name), .integer(row.id)) }
        }
    }
}
