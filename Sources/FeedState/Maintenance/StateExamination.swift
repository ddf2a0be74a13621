package import FeedStages
import FeedSystem
import Glibc

/// Checks of a state's files that open, make and change none of them.
package enum StateExamination {
    /// Returns the error with which a run would refuse the state at `path`; nil if its files and their folder are in
    /// order or do not exist yet. Blocks.
    package static func refusal(of path: String) -> StageError? {
        do throws(StageError) {
            guard let files = try files(of: path) else { return nil }
            try files.refuseForeign(path: path)
            try files.refuseUnwritable()
            return nil
        } catch {
            return error
        }
    }

    /// Whether other users can read the state now; the next run takes that right from them. Blocks.
    package static func isOpenToOthers(_ path: String) -> Bool {
        guard let files = try? files(of: path) else { return false }
        return files.areOpenToOthers
    }

    /// Whether a path is a file of a state, or one that is kept beside it.
    ///
    /// - Parameters:
    ///   - path: a path without links; the file need not exist.
    ///   - state: the path of the database, without links.
    package static func isFile(_ path: String, ofStateAt state: String) -> Bool {
        StateFiles.hold(path, ofStateAt: state)
    }

    /// Returns nil if the folder does not exist yet.
    private static func files(of path: String) throws(StageError) -> StateFiles? {
        let parts = PathParts(realPath(path))
        guard access(parts.folder, F_OK) == 0 || errno != ENOENT else { return nil }
        return try StateFiles(parts)
    }
}
