import FeedConfiguration
import FeedStages
import FeedSystem

extension PathTemplate: ConfigValue {
    static var typeName: LocalizedText { .message("type.path_template", ["placeholders": .text(Placeholder.words)]) }
    static var schema: ValueSchema { FilePath.schema }
    static var placeholder: PathTemplate { PathTemplate(pieces: [.text("digest")]) }
    var manualText: String { text { "{{\($0.rawValue)}}" } }

    static func read(_ node: Node, in section: ConfigSection) -> PathTemplate? {
        guard let text = section.text(of: node, expected: .message("type.file_path")) else { return nil }
        if let (mistake, cure) = mistake(in: text, at: section.path) {
            section.report(mistake, at: node.place, suggestion: cure)
            return nil
        }
        if let meant = DateConversions.replaced(in: text) {
            section.report(
                .message("file.date_conversions", ["path": .text(section.path)]), at: node.place, severity: .warning,
                suggestion: .message("file.date_conversions.cure", ["meant": .text(meant)]))
        }
        do {
            return try PathTemplate(text)
        } catch {
            let meant = section.diagnostics.nearest(to: error.word, among: Placeholder.allCases.map(\.rawValue))
            section.report(
                .message("file.unknown_placeholder", ["path": .text(section.path), "name": .text(error.word)]),
                at: node.place,
                suggestion: meant.map { .message("plugin.did_you_mean", ["name": .text("{{\($0)}}")]) }
                    ?? .message("plugin.there_are", ["names": .text(Placeholder.words)]))
            return nil
        }
    }

    private static func mistake(
        in path: String, at option: String
    ) -> (LocalizedText, cure: LocalizedText)? {
        let place = ["path": MessageArgument(option)]
        let bytes = path.utf8
        let name = PathParts(path).name
        if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return (.message("file.control_characters", place), .message("file.control_characters.cure"))
        }
        if bytes.count > maxLength {
            return (
                .message("file.long_path", ["path": .text(option), "most": .number(maxLength)]),
                .message("file.long_path.cure")
            )
        }
        if name.isEmpty || name == "." || name == ".." {
            return (.message("file.folder_given", place), .message("file.folder_given.cure"))
        }
        if path == "~" || path.hasPrefix("~/") {
            return (.message("file.no_tilde", place), .message("file.no_tilde.cure"))
        }
        return nil
    }

    /// The most bytes of a template, as in the system's PATH_MAX.
    private static let maxLength = 4095
}

extension PathTemplate.Placeholder {
    fileprivate static var words: String { allCases.map { "{{\($0.rawValue)}}" }.joined(separator: " ") }
}
