public import FeedConfiguration
public import FeedMessages

extension JSONPath: ConfigValue {
    /// A path.
    public static var typeName: LocalizedText { .message("type.json_path") }
    /// The value itself.
    public static var placeholder: JSONPath { JSONPath(steps: []) }
    /// Takes a path; what it has that is none is reported with its column.
    public static func read(_ node: Node, in section: ConfigSection) -> JSONPath? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        do throws(SelectorError) {
            return try JSONPath(text)
        } catch {
            section.report(error, in: node)
            return nil
        }
    }
    /// In its shortest form.
    public var manualText: String { description }
}

extension ConfigSection {
    /// Reports what is wrong with a path or a template, at its place in the file as far as that can be told.
    public func report(_ error: SelectorError, in node: Node) {
        let place = node.place
        // In quotes, over several lines or behind variables the file's columns are others than the text's.
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
