import CLibYAML

/// libyaml's complaints as diagnostics.
enum YAMLSyntax {
    static func diagnostic(
        of parser: yaml_parser_t, in text: UnsafeBufferPointer<UInt8>, file: String
    ) -> Diagnostic {
        let problem = parser.problem.map { String(cString: $0) } ?? "cannot be read as YAML"
        if parser.error == YAML_READER_ERROR {  // has no mark
            return Diagnostic(at: .at(parser.problem_offset, in: text, of: file), problem)
        }
        let mark = parser.problem_mark
        var message = problem
        if let context = parser.context.map({ String(cString: $0) }) {
            message += ", \(context)"
            if parser.context_mark.line < mark.line {
                message += " that begins in line \(parser.context_mark.line + 1)"
            }
        }
        let place = Place(mark, upTo: .at(text.count, in: text, of: file))
        return Diagnostic(at: place, message, suggestion: cure(problem))
    }

    /// What usually is the reason; the complaints are those of libyaml 0.2.5.
    private static func cure(_ problem: String) -> String? {
        switch problem {
        case "found character that cannot start any token":
            "no tabs for indentation; put quotes around text that begins with @, ` or %"
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            "indent with spaces, not with tabs"
        case "mapping values are not allowed in this context":
            "put quotes around text that holds \": \", or indent as the line above"
        case "did not find expected key", "did not find expected '-' indicator":
            "the indentation differs from the lines above"
        case "found unexpected end of stream": "a closing quote is missing"
        case "did not find expected ',' or '}'":
            "a closing } or a comma is missing; within { } text that holds { } [ ] or , needs quotes, as \"${NAME}\" does"
        case "did not find expected ',' or ']'":
            "a closing ] or a comma is missing; within [ ] text that holds { } [ ] or , needs quotes"
        case "could not find expected ':'": "a key is followed by a colon and a space"
        default: nil
        }
    }
}

extension Place {
    /// A mark of libyaml in a text with this end. libyaml ends a last line that has no end: what it misses there would
    /// stand in a line that no editor has.
    init(_ mark: yaml_mark_t, upTo end: Place) {
        let place = Place(file: end.file, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
        self = place.line > end.line ? end : place
    }
}
