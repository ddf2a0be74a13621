package import FeedStages
import FeedSystem
import Glibc

/// What a run asks of the files of a state before it opens it, asked without opening, making or changing anything.
package enum StateExamination {
    /// Why a run would not work with the state at `path`, as it would tell it; nil: its files and their folder are in
    /// order, or not there yet. Blocks.
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

    /// Whether other users can read the state, until the next run takes that right from them. Blocks.
    package static func isOpenToOthers(_ path: String) -> Bool {
        guard let files = try? files(of: path) else { return false }
        return files.areOpenToOthers
    }

    /// Whether a path is of the files of a state, or of those that are kept beside it.
    ///
    /// - Parameters:
    ///   - path: without links, whether there is a file or not.
    ///   - state: the database, in the same way.
    package static func isFile(_ path: String, ofStateAt state: String) -> Bool {
        StateFiles.hold(path, ofStateAt: state)
    }

    /// Nil if the folder is not there yet.
    private static func files(of path: String) throws(StageError) -> StateFiles? {
        let parts = PathParts(realPath(path))
        guard access(parts.folder, F_OK) == 0 || errno != ENOENT else { return nil }
        return try StateFiles(parts)
    }
}
