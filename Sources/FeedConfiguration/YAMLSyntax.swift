import CLibYAML
import FeedMessages

/// A mistake that libyaml cannot read over: its diagnostic, and the line to leave out to find the next one.
struct YAMLSyntax {
    let diagnostic: Diagnostic
    /// The line that is probably wrong, from 1.
    let line: Int

    /// Describes the error of a parser that read `text`.
    init(of parser: yaml_parser_t, in text: UnsafeBufferPointer<UInt8>, file: String) {
        let problem = parser.problem.map { String(cString: $0) }
        var facts: [String: MessageArgument] = ["problem": problem.map { .text($0) } ?? .message("yaml.unreadable")]
        if parser.error == YAML_READER_ERROR {  // has no mark
            diagnostic = Diagnostic(at: .at(parser.problem_offset, in: text, of: file), .message("yaml.syntax", facts))
            line = diagnostic.place.line
            return
        }
        let mark = parser.problem_mark
        var isOpenedBefore = false
        if let context = parser.context.map({ String(cString: $0) }) {
            facts["context"] = .text(context)
            if parser.context_mark.line < mark.line {
                facts["line"] = .number(Int(parser.context_mark.line) + 1)
                isOpenedBefore =
                    context.contains("flow") || context.contains("quoted") || context.contains("simple key")
            }
        }
        let end = Place.at(text.count, in: text, of: file)
        let place = Place(mark, upTo: end)
        let lines = YAMLLines(text)
        if let found = lines.misreading(near: place) {
            diagnostic = Diagnostic(at: found.place, .message("yaml.syntax", facts), suggestion: found.cure)
        } else {
            diagnostic = Diagnostic(
                at: place, .message("yaml.syntax", facts),
                suggestion: problem.flatMap { Self.cure($0, at: place, in: lines) })
        }
        line = isOpenedBefore ? Place(parser.context_mark, upTo: end).line : diagnostic.place.line
    }

    /// Returns the usual cure of an error of libyaml 0.2.5, or nil.
    private static func cure(_ problem: String, at place: Place, in lines: YAMLLines) -> LocalizedText? {
        switch problem {
        case "found character that cannot start any token",
            "found a tab character where an indentation space is expected",
            "found a tab character that violates indentation":
            lines.scalar(at: place) == "\t"
                ? .message("yaml.cure.tab") : lines.quoting(before: place) ?? .message("yaml.cure.token")
        case "did not find expected alphabetic or numeric character", "did not find expected comment or line break",
            "found an indentation indicator equal to 0":
            lines.quoting(before: place)
        case "found unknown escape character": .message("yaml.cure.single_quotes")
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
