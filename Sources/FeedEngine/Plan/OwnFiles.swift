import FeedFiles
import FeedStages

/// The files of a run that no sink may write: what it reads and what it keeps. They are compared by their true paths, so
/// that no link hides one.
struct OwnFiles {
    private let config: String
    private let state: String
    /// The state's folder, nil where the configuration lies in it, too: then only the state's own files are ours.
    private let stateFolder: String?
    private let secrets: Set<String>
    private let sources: [(name: String, source: any Source)]

    /// - Parameter secrets: files that hold secrets, variables or certificates.
    init(config: String, state: String, secrets: [String], sources: [(name: String, source: any Source)]) {
        self.config = truePath(config)
        self.state = truePath(state)
        let folder = PathParts(self.state).folder
        let prefix = folder == "/" ? folder : folder + "/"
        stateFolder = self.config.hasPrefix(prefix) ? nil : prefix
        self.secrets = Set(secrets.map(truePath))
        self.sources = sources
    }

    /// Why a file may not be written, as the end of a sentence that begins with its path; or nil.
    ///
    /// - Parameter path: its true path.
    func fault(of path: String) -> String? {
        if path == config { return "is the configuration itself" }
        if [state, state + "-wal", state + "-shm", state + "-journal", state + ".lock"].contains(path) {
            return "is the state database"
        }
        if secrets.contains(path) { return "is a file that the configuration reads" }
        if let reader = sources.first(where: { $0.source.reads(file: path) }) {
            return "is read by sources.\(reader.name)"
        }
        return stateFolder.map(path.hasPrefix) == true ? "lies in the folder of the state database" : nil
    }
}
