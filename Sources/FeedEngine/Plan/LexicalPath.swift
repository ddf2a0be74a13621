import FeedFiles
import FeedStages

/// Paths compared as text: absolute, without `.`, `..` and doubled slashes. Links are not followed.
enum LexicalPath {
    static func absolute(_ path: String) -> String {
        var parts: [Substring] = []
        let whole = path.hasPrefix("/") ? path : "\(currentFolder())/\(path)"
        for part in whole.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}

/// The files of a run that no sink may write.
struct OwnFiles {
    private let config: String
    private let state: String
    /// The state's folder, nil where the configuration lies in it, too: then only the state's own files are ours.
    private let stateFolder: String?

    init(config: String, state: String) {
        self.config = LexicalPath.absolute(config)
        let state = LexicalPath.absolute(state)
        let folder = state.lastIndex(of: "/").map { String(state[...$0]) } ?? "/"
        self.state = state
        stateFolder = self.config.hasPrefix(folder) ? nil : folder
    }

    /// Why a path may not be written, as the end of a sentence that begins with it; or nil.
    func fault(of path: String) -> String? {
        let path = LexicalPath.absolute(path)
        if path == config { return "is the configuration itself" }
        if [state, state + "-wal", state + "-shm", state + "-journal", state + ".lock"].contains(path) {
            return "is the state database"
        }
        return stateFolder.map(path.hasPrefix) == true ? "lies in the folder of the state database" : nil
    }
}
