public import FeedMessages

/// A path as an option; relative ones are resolved against the configuration's folder by whoever uses it.
public struct FilePath: ConfigValue, Hashable {
    /// As written, variables put in; never empty.
    public var text: String

    /// Makes a path.
    public init(_ text: String) { self.text = text }

    /// A path.
    public static var typeName: LocalizedText { .message("type.path") }
    /// The folder itself.
    public static var placeholder: FilePath { FilePath(".") }
    /// Bytes of a path, as the system's PATH_MAX.
    private static let maxLength = 4095

    /// Takes text that can be a path.
    public static func read(_ node: Node, in section: ConfigSection) -> FilePath? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        if text.isEmpty || text.utf8.count > maxLength || text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            section.reportMismatch(
                node, expected: .message("type.bounded_path", ["limit": .number(maxLength)]))
            return nil
        }
        if text == "~" || text.hasPrefix("~/") {
            section.report(
                .message("config.tilde", ["path": .text(section.path)]), at: node.place,
                suggestion: .message("config.write_home"))
            return nil
        }
        return FilePath(text)
    }

    /// As written.
    public var manualText: String { text }
}

extension ConfigSection {
    /// Remembers a file that is read beside the configuration: no sink may write it.
    package func recordFile(_ path: String) { secrets.recordFile(path) }

    /// Reports a file that this program obeys or believes, if its owner, its mode or the way to it let others change
    /// it: a warning; an error where root would obey more than one of them. Blocks.
    public func reportIfOthersCanChange(_ file: String, at place: Place) {
        guard let diagnostic = Diagnostic(othersCanChange: file, .text(path), at: place) else { return }
        report(diagnostic.what, at: place, severity: diagnostic.severity, suggestion: diagnostic.cure)
    }
}
