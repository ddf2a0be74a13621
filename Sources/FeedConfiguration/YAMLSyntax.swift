import CLibYAML
import FeedMessages

/// Diagnostics of libyaml's errors.
enum YAMLSyntax {
    static func diagnostic(
        of parser: yaml_parser_t, in text: UnsafeBufferPointer<UInt8>, file: String
    ) -> Diagnostic {
        let problem = parser.problem.map { String(cString: $0) }
        var facts: [String: MessageArgument] = ["problem": problem.map { .text($0) } ?? .message("yaml.unreadable")]
        if parser.error == YAML_READER_ERROR {  // has no mark
            return Diagnostic(
                at: .at(parser.problem_offset, in: text, of: file), .message("yaml.syntax", facts))
        }
        let mark = parser.problem_mark
        if let context = parser.context.map({ String(cString: $0) }) {
            facts["context"] = .text(context)
            if parser.context_mark.line < mark.line { facts["line"] = .number(Int(parser.context_mark.line) + 1) }
        }
        let place = Place(mark, upTo: .at(text.count, in: text, of: file))
        return Diagnostic(at: place, .message("yaml.syntax", facts), suggestion: problem.flatMap(cure))
    }

    /// Returns the usual cure of an error of libyaml 0.2.5, or nil.
    private static func cure(_ problem: String) -> LocalizedText? {
        switch problem {
        case "found character that cannot start any token":
            .message("yaml.cure.token")
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            .message("yaml.cure.tab")
        case "mapping values are not allowed in this context":
            .message("yaml.cure.mapping")
        case "did not find expected key", "did not find expected '-' indicator":
            .message("yaml.cure.indentation")
        case "found unexpected end of stream": .message("yaml.cure.quote")
        case "did not find expected ',' or '}'":
            .message("yaml.cure.brace")
        case "did not find expected ',' or ']'":
            .message("yaml.cure.bracket")
        case "could not find expected ':'": .message("yaml.cure.colon")
        default: nil
        }
    }
}

extension Place {
    /// Makes the place of a mark in a text that ends at `end`. libyaml adds a line end to a last line without one, and
    /// could report an error on a line that no editor shows.
    init(_ mark: yaml_mark_t, upTo end: Place) {
        let place = Place(file: end.file, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
        self = place.line > end.line ? end : place
    }
}
