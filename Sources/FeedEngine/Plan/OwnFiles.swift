package import FeedMessages
import FeedModel
import FeedStages
import FeedState
import FeedSystem

/// The files that no sink may write: those that a run reads and those of the state. They are compared by true paths, so
/// that no link hides one.
struct OwnFiles: Sendable {
    private let config: String
    /// Nil if the state is no file.
    private let state: String?
    /// The state's folder. It is nil if the configuration is in it, too: then only the state's own files are protected.
    private let stateFolder: String?
    private let read: Set<String>
    private let sources: [(name: String, source: any Source)]

    /// - Parameter read: files with secrets, variables, certificates or rules.
    init(config: String, state: String?, read: [String], sources: [(name: String, source: any Source)]) {
        self.config = truePath(config)
        self.state = state.map(truePath)
        let folder = self.state.map { PathParts($0).folder }
        let prefix = folder.map { $0 == "/" ? $0 : $0 + "/" }
        stateFolder = prefix.map(self.config.hasPrefix) == true ? nil : prefix
        self.read = Set(read.map(truePath))
        // A source that asks an address reads no files but those of `readPaths`. There may be 100,000, so they are not kept.
        self.sources = sources.filter { !$0.source.readPaths.isEmpty || !Address.isHTTP($0.source.canonicalRequest) }
    }

    /// Returns why no sink may write a file, as the end of a sentence that begins with its path; nil if one may.
    ///
    /// - Parameter path: its true path.
    func fault(of path: String) -> LocalizedText? {
        use(of: path) ?? (stateFolder.map(path.hasPrefix) == true ? .message("use.in_state_folder") : nil)
    }

    /// Returns what a run uses a file for, as the end of a sentence that begins with its path; nil if it is unused.
    ///
    /// - Parameter path: its true path.
    func use(of path: String) -> LocalizedText? {
        if path == config { return .message("use.configuration") }
        if let state, StateExamination.isFile(path, ofStateAt: state) { return .message("use.state") }
        if read.contains(path) { return .message("use.read_by_configuration") }
        return sources.first { $0.source.reads(file: path) }
            .map { .message("use.read_by_source", ["source": Name.label($0.name, in: "sources")]) }
    }

    /// Returns the same for a file that has another name here: a hard link, or another mount.
    func use(of file: FileNumber) -> LocalizedText? {
        if FileNumber(config) == file { return .message("use.configuration") }
        if let state, FileNumber(state) == file { return .message("use.state") }
        return read.contains { FileNumber($0) == file } ? .message("use.read_by_configuration") : nil
    }
}

/// The files that a plan uses: those of the run itself, and those that its sinks write.
package struct UsedFiles: Sendable {
    private let own: OwnFiles?
    /// The names of the sinks by the true paths that they write.
    private let writers: [String: String]

    /// Makes an empty set.
    package init() { (own, writers) = (nil, [:]) }

    init(_ own: OwnFiles, writers: [String: String]) { (self.own, self.writers) = (own, writers) }

    /// Returns the use of a file, as the end of a sentence that begins with its path, or nil. Follows links. Blocks.
    package func use(of path: String) -> LocalizedText? {
        let file = truePath(path)
        if let use = own?.use(of: file) { return use }
        if let sink = writers[file] { return Self.written(by: sink) }
        guard let number = FileNumber(file) else { return nil }
        if let use = own?.use(of: number) { return use }
        return writers.first { FileNumber($0.key) == number }.map { Self.written(by: $0.value) }
    }

    private static func written(by sink: String) -> LocalizedText {
        .message("use.written_by_sink", ["sink": Name.label(sink, in: "sinks")])
    }
}
