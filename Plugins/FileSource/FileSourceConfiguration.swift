public import FeedConfiguration
public import FeedStages

/// The options of `file`.
public struct FileSourceConfiguration: StageConfiguration {
    let patterns: [String]

    /// Reads a section.
    public init(from section: ConfigSection) {
        let path = section.require(
            "path", as: OneOrMany<String>.self,
            help:
                "files, relative to this configuration; `*`, `?`, `[a-z]` and `**` are patterns, `-` is standard input")
        var patterns: [String] = []
        for pattern in path.values where !patterns.contains(pattern) {
            if pattern.isEmpty || pattern.utf8.contains(0) {
                section.report("\(section.path).path: an empty path", at: section.node["path"]?.place)
            } else {
                patterns.append(pattern)
            }
        }
        self.patterns = patterns
    }
}
