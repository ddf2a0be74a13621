public import FeedConfiguration
import FeedModel
public import FeedStages
import FeedSystem

/// Reads documents from files: saved feeds, exports, output of other programs.
public struct FileSource: Source {
    /// The value of `type` in the configuration: `file`.
    public static let type = "file"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.source.file")
    /// The option that the value of a short form fills: `path`.
    public static let mainOption: MainOption? = "path"

    private let patterns: [String]
    private let services: Services

    /// Makes the source.
    public init(_ configuration: FileSourceConfiguration, services: Services) throws(StageError) {
        patterns = configuration.patterns
        self.services = services
    }

    /// The configured paths and patterns, one a line.
    public var canonicalRequest: String { patterns.joined(separator: "\n") }

    /// Whether a configured path or pattern matches the file at an absolute path.
    public func reads(file path: String) -> Bool {
        patterns.contains { PathPattern($0, in: services.directory).leads(to: path) }
    }

    /// The configured paths that are no patterns, resolved against the configuration's folder.
    public var readPaths: [String] {
        patterns.filter { $0 != "-" && !FilePattern.isPattern($0[...].utf8) }.map(services.resolve)
    }

    /// Reads every changed file in the order of paths. A file that cannot be read is reported, and the others are still
    /// read.
    ///
    /// Throws `.noMatch` if no path or pattern matches a file, `.tooLarge` if too many match, and `.cancelled`.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        for file in try await search() {
            if Task.isCancelled { throw StageError(.cancelled, subject: file.key) }
            do throws(StageError) {
                try await fetch(file, since: previous, into: writer)
            } catch {
                if error.code == .cancelled { throw error }
                await writer.failed(DocumentKey(rawValue: file.key), error)
            }
        }
    }

    private func search() async throws(StageError) -> [FoundFile] {
        let (patterns, folder) = (patterns, services.directory)
        return try await services.blocking.run { () throws(StageError) -> [FoundFile] in
            var search = FileSearch(in: folder)
            for pattern in patterns { try search.add(pattern) }
            guard !search.files.isEmpty else {
                throw StageError(.noMatch, subject: patterns.joined(separator: ", "), facts: [.option: "path"])
            }
            return search.files
        }
    }

    private func fetch(
        _ file: FoundFile, since previous: some Previous, into writer: some DocumentWriter
    ) async throws(StageError) {
        let key = DocumentKey(rawValue: file.key)
        let known = await previous.validators(for: key)
        let (limit, now, isOfState) = (services.maxBody, services.clock.now, services.isOfState)
        let content = try await services.blocking.run { () throws(StageError) -> FileContent in
            try FileReader(file, limit: limit, now: now, isOfState: isOfState).read(unless: known)
        }
        guard case .changed(let bytes, let validators) = content else { return try await writer.unchanged(key) }
        try await writer.write(Document(key: key, bytes: bytes, validators: validators, fetchedAt: now))
    }
}

/// The options of `file`.
public struct FileSourceConfiguration: StageConfiguration {
    let patterns: [String]

    /// Reads the options; mistakes are reported to the section.
    public init(from section: ConfigSection) {
        let path = section.require(
            "path", as: OneOrMany<String>.self,
            help: .message("option.file_source.path"))
        var patterns: [String] = []
        for pattern in path.values where !patterns.contains(pattern) {
            if pattern.isEmpty || pattern.utf8.contains(0) {
                section.report(
                    .message("file.empty_path", ["path": .text(section.path)]), at: section.node["path"]?.place)
            } else {
                patterns.append(pattern)
            }
        }
        self.patterns = patterns
    }
}
