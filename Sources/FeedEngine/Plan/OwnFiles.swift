import FeedStages
import FeedState
import FeedSystem

/// The files of a run that no sink may write: what it reads and what it keeps. They are compared by their true paths, so
/// that no link hides one.
struct OwnFiles: Sendable {
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

    /// Why no sink may write a file, as the end of a sentence that begins with its path; or nil.
    ///
    /// - Parameter path: its true path.
    func fault(of path: String) -> String? {
        use(of: path) ?? (stateFolder.map(path.hasPrefix) == true ? "lies in the folder of the state database" : nil)
    }

    /// What a run has a file for, as the end of a sentence that begins with its path; or nil.
    ///
    /// - Parameter path: its true path.
    func use(of path: String) -> String? {
        if path == config { return "is the configuration itself" }
        if StateExamination.isFile(path, ofStateAt: state) { return "is the state database" }
        if secrets.contains(path) { return "is a file that the configuration reads" }
        return sources.first { $0.source.reads(file: path) }.map { "is read by sources.\($0.name)" }
    }

    /// The same of a file that has another name here: a hard link, or another mount.
    func use(of file: FileNumber) -> String? {
        if FileNumber(config) == file { return "is the configuration itself" }
        if FileNumber(state) == file { return "is the state database" }
        return secrets.contains { FileNumber($0) == file } ? "is a file that the configuration reads" : nil
    }
}

/// The files that a plan has a use for: those of the run itself, and those that its sinks write.
package struct UsedFiles: Sendable {
    private let own: OwnFiles?
    /// The sinks, by the true paths that they write.
    private let writers: [String: String]

    /// None.
    package init() { (own, writers) = (nil, [:]) }

    init(_ own: OwnFiles, writers: [String: String]) { (self.own, self.writers) = (own, writers) }

    /// What a file is for, as the end of a sentence that begins with its path; nil: nothing. Links are followed. Blocks.
    package func use(of path: String) -> String? {
        let file = truePath(path)
        if let use = own?.use(of: file) { return use }
        if let sink = writers[file] { return "is written by sinks.\(sink)" }
        guard let number = FileNumber(file) else { return nil }
        if let use = own?.use(of: number) { return use }
        return writers.first { FileNumber($0.key) == number }.map { "is written by sinks.\($0.value)" }
    }
}
