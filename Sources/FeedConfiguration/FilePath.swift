public import FeedMessages

/// A path as an option. Its user resolves a relative path against the configuration's folder.
public struct FilePath: ConfigValue, Hashable {
    /// The path as written, with variables replaced; never empty.
    public var text: String

    /// Makes a path.
    public init(_ text: String) { self.text = text }

    /// A path.
    public static var typeName: LocalizedText { .message("type.path") }
    /// What is accepted.
    public static var schema: ValueSchema { .pattern("^(?!~(/|$))[^\\u0000-\\u001f\\u007f]{1,4095}$") }
    /// The configuration's folder.
    public static var placeholder: FilePath { FilePath(".") }
    /// Length limit of a path in bytes, from the system's PATH_MAX.
    private static let maxLength = 4095

    /// Reads a path of 1 to 4095 bytes without control characters. `~` and `~/…` are reported.
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

    /// The path as written.
    public var manualText: String { text }
}

extension ConfigSection {
    /// Records a file that is read beside the configuration, so that no sink writes it.
    public func recordFile(_ path: String) { record(path, for: .content) }

    /// Records a program that a run starts, or the script of an interpreter.
    public func recordProgram(_ path: String) { record(path, for: .program) }

    func record(_ path: String, for use: NamedFile.Use) { secrets.record(NamedFile(path, for: use, at: node.place)) }

    /// Reports a file that this program trusts, if other users can change it because of its owner, its mode or the way
    /// to it. That is a warning, and an error if root would trust more than one of them. Blocks.
    public func reportIfOthersCanChange(_ file: String, at place: Place) {
        guard let diagnostic = Diagnostic(othersCanChange: file, .text(path), at: place) else { return }
        report(diagnostic.what, at: place, severity: diagnostic.severity, suggestion: diagnostic.cure)
    }
}
