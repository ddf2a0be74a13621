import CLibYAML
import FeedMessages

/// Parses a YAML file to a tree of nodes with places, or reports its mistakes.
///
/// libyaml splits the text into events, and `YAMLComposer` interprets them. Limits: 16 MiB, 64 levels, 10,000 nodes
/// added by aliases. No type is guessed, and no tag is accepted.
package enum YAMLReader {
    /// Size limit of a file, in bytes.
    package static let maxLength = 16 << 20

    /// Reads the only document of a file; nil after a report if that fails. `file` is the path as the user gave it.
    package static func read(_ bytes: [UInt8], file: String, into diagnostics: Diagnostics) -> Node? {
        guard bytes.count <= maxLength else {
            let start = Place(file: file, line: 1, column: 1)
            diagnostics.report(
                Diagnostic(at: start, .message("yaml.too_large", ["limit": .size(Int64(maxLength))])))
            return nil
        }
        if let fault = TextFault.first(in: bytes) {
            let place = bytes.withUnsafeBufferPointer { Place.at(fault.offset, in: $0, of: file) }
            diagnostics.report(Diagnostic(at: place, fault.message, suggestion: fault.suggestion))
            return nil
        }
        let mark = bytes.starts(with: Place.byteOrderMark) ? Place.byteOrderMark.count : 0
        guard bytes.count > mark else {
            let start = Place(file: file, line: 1, column: 1)
            diagnostics.report(Diagnostic(at: start, YAMLComposer.emptyFile))
            return nil
        }
        let (node, mistake) = compose(bytes[mark...], file: file, into: diagnostics)
        guard let mistake else { return node }
        diagnostics.report(mistake.diagnostic)
        reportFurther(mistake, in: bytes[mark...], file: file, into: diagnostics)
        return nil
    }

    /// The most mistakes of one file that libyaml cannot read over.
    private static let mostMistakes = 10
    /// The longest file of which they are looked for: each costs a reading.
    private static let longestReread = 1 << 20

    /// Reports what is wrong behind a mistake: the file is read again without the lines that were found wrong.
    private static func reportFurther(
        _ first: YAMLSyntax, in bytes: ArraySlice<UInt8>, file: String, into diagnostics: Diagnostics
    ) {
        guard bytes.count <= longestReread else { return }
        var text = Array(bytes)
        var last = first
        for _ in 1..<mostMistakes {
            YAMLLeavingOut.blank(line: last.line, in: &text)
            // Other mistakes of what is left may follow from what is missing.
            let scratch = Diagnostics()
            guard let next = compose(text[...], file: file, into: scratch).mistake, next.line > last.line,
                next.diagnostic.place.line > last.diagnostic.place.line
            else { return }
            diagnostics.report(next.diagnostic)
            last = next
        }
    }

    private static func compose(
        _ bytes: ArraySlice<UInt8>, file: String, into diagnostics: Diagnostics
    ) -> (node: Node?, mistake: YAMLSyntax?) {
        var composer = YAMLComposer(file: file, diagnostics: diagnostics)
        let node = bytes.withUnsafeBufferPointer { text -> Node? in
            // The parser points into itself: it must not move.
            let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
            defer { parser.deallocate() }
            guard yaml_parser_initialize(parser) == 1 else { return nil }
            defer { yaml_parser_delete(parser) }
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(parser, text.baseAddress, text.count)
            return composer.compose(parser, of: text)
        }
        return (node, composer.mistake)
    }
}

/// Leaves a line of a YAML text out, so that what stands behind it can be read.
private enum YAMLLeavingOut {
    /// Replaces a line and those that are indented below it by blanks. All places stay the same.
    static func blank(line number: Int, in text: inout [UInt8]) {
        var line = 1
        var start = 0
        var indent: Int?
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0A) ?? text.count
            let depth = text[start..<end].firstIndex { $0 != 0x20 && $0 != 0x0D }.map { $0 - start }
            if line == number {
                indent = depth ?? 0
            } else if let indent, let depth, depth <= indent {
                return
            }
            if line >= number {
                for index in start..<end where text[index] != 0x0D { text[index] = 0x20 }
            }
            line += 1
            start = end + 1
        }
    }
}

/// Bytes that YAML does not allow. They are found before libyaml, which does not report their place well.
private struct TextFault {
    let offset: Int
    let message: LocalizedText
    var suggestion: LocalizedText?

    static func first(in bytes: [UInt8]) -> TextFault? {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return TextFault(offset: 0, message: .message("yaml.utf16"), suggestion: .message("yaml.save_as_utf8"))
        }
        if let offset = bytes.firstIndex(where: isControl) {
            let message: LocalizedText =
                bytes[offset] == 0
                ? .message("yaml.nul") : .message("yaml.control_character", ["byte": .text(hex(bytes[offset]))])
            return TextFault(offset: offset, message: message, suggestion: .message("yaml.remove"))
        }
        guard let offset = firstInvalidUTF8(bytes) else { return nil }
        return TextFault(
            offset: offset, message: .message("yaml.not_utf8", ["byte": .text(hex(bytes[offset]))]),
            suggestion: .message("yaml.save_file_as_utf8"))
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D || byte == 0x7F
    }

    private static func hex(_ byte: UInt8) -> String {
        "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    private static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}

extension Place {
    /// The byte order mark U+FEFF in UTF-8, which is not part of the text.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns the place of a byte. Lines end at LF, CR LF or CR, and columns count code points.
    static func at(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>, of file: String) -> Place {
        var (line, column) = (1, 1)
        let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        for index in start..<max(start, min(offset, bytes.count)) {
            switch bytes[index] {
            case 0x0D where index + 1 < bytes.count && bytes[index + 1] == 0x0A: break
            case 0x0A, 0x0D: (line, column) = (line + 1, 1)
            case 0x80...0xBF: break
            default: column += 1
            }
        }
        return Place(file: file, line: line, column: column)
    }
}
