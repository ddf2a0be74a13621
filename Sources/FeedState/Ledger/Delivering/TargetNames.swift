import FeedStages
import FeedSystem

/// How files that are delivered to are named in the state: relative to the folder of the configuration if they lie in it,
/// so that they are known again after that folder got another name.
struct TargetNames {
    private static let mark = "./"
    private let folder: String
    /// With the `/` at its end, without links.
    private let trueFolder: String

    /// - Parameter folder: of the configuration.
    init(in folder: String) {
        self.folder = Self.ended(absolutePath(folder))
        trueFolder = Self.ended(truePath(self.folder))
    }

    private static func ended(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }

    /// What the state has for a target; addresses stay as they are.
    func stored(_ target: String) -> String {
        guard target.utf8.first == UInt8(ascii: "/") else { return target }
        if let inside = Self.part(of: target, in: folder) { return Self.mark + inside }
        let parts = PathParts(target)
        return Self.part(of: Self.ended(truePath(parts.folder)) + parts.name, in: trueFolder).map { Self.mark + $0 }
            ?? target
    }

    /// The path of what the state has.
    func path(ofStored target: String) -> String {
        Self.part(of: target, in: Self.mark).map { folder + $0 } ?? target
    }

    private static func part(of path: String, in folder: String) -> String? {
        guard path.utf8.starts(with: folder.utf8) else { return nil }
        return String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
    }
}

extension StateDatabase {
    /// What the state has for a target.
    func stored(_ target: String) -> String { targetNames?.stored(target) ?? target }

    /// The path of what the state has.
    func path(ofStored target: String) -> String { targetNames?.path(ofStored: target) ?? target }
}

extension TargetNames {
    /// Files of the folder that the state has by their whole path, as all did once, get their names in it.
    func adopt(in connection: SQLiteConnection) throws(StageError) {
        try adopt("SELECT id, path FROM target", "UPDATE OR IGNORE target SET path = ? WHERE id = ?", connection)
        try adopt(
            "SELECT id, target FROM message WHERE state = 0 AND mode <> 'post'",
            "UPDATE message SET target = ? WHERE id = ?", connection)
    }

    private func adopt(
        _ query: StaticString, _ change: StaticString, _ connection: SQLiteConnection
    ) throws(StageError) {
        for row in try connection.all(query, read: { (id: $0.integer(0), name: $0.text(1)) }) {
            let name = stored(row.name)
            if name != row.name { try connection.run(change, .text(name), .integer(row.id)) }
        }
    }
}
