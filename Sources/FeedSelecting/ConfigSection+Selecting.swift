public import FeedConfiguration
public import FeedMessages

extension JSONPath: ConfigValue {
    /// The type's name in messages.
    public static var typeName: LocalizedText { .message("type.json_path") }
    /// A path to the root.
    public static var placeholder: JSONPath { JSONPath(steps: []) }
    /// Reads a path. Reports errors with their column to `section` and returns nil.
    public static func read(_ node: Node, in section: ConfigSection) -> JSONPath? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        do throws(SelectorError) {
            return try JSONPath(text)
        } catch {
            section.report(error, in: node)
            return nil
        }
    }
    /// The path in its shortest form.
    public var manualText: String { description }
}

extension ConfigSection {
    /// Reports an error in a path or a template, with its place in the file if that is known.
    public func report(_ error: SelectorError, in node: Node) {
        let place = node.place
        // In quoted, multi-line or substituted text, the columns of the file and of the text differ.
        let isPlain = if case .scalar(let text, false) = node.content { !text.contains("\n") } else { false }
        report(
            .message(
                "selecting.mistake",
                [
                    "path": .text(path), "text": MessageArgument(node.shown), "column": .number(error.column),
                    "reason": .message(error.reason),
                ]),
            at: isPlain ? Place(file: place.file, line: place.line, column: place.column + error.column - 1) : place,
            suggestion: error.advice)
    }
}
