import FeedMessages
import FeedModel

/// A text with places for values: `https://example.com/items/{{id}}`.
///
/// It is filled once: braces in a value are never read as a template. The text between braces is a `Reference`, a path
/// in the reader's own language.
public struct Template<Reference: Sendable & Hashable>: Sendable, Hashable {
    /// How values are inserted.
    public enum Use: Sendable {
        /// Unchanged.
        case text
        /// Percent-encoded, so that a value stays one segment of a path or one value of a query. `{{+path}}` keeps
        /// slashes.
        case address
    }

    private enum Piece: Sendable, Hashable {
        case text(String)
        case value(Reference, keepsSlashes: Bool)
    }

    private let pieces: [Piece]

    /// Returns whether a text has the braces of a template.
    public static func isTemplate(_ text: String) -> Bool { text.contains("{{") }

    /// Parses a template. Throws `SelectorError` for open or empty braces, and what `reference` throws, with the column
    /// in the whole text.
    public init(
        _ text: String, reference: (String) throws(SelectorError) -> Reference
    ) throws(SelectorError) {
        var pieces: [Piece] = []
        let scalars = Array(text.unicodeScalars)
        var index = 0
        var plain = String.UnicodeScalarView()
        while index < scalars.count {
            guard scalars[index...].starts(with: ["{", "{"]) else {
                plain.append(scalars[index])
                index += 1
                continue
            }
            if !plain.isEmpty { pieces.append(.text(String(plain))) }
            plain = String.UnicodeScalarView()
            let opening = index
            index += 2
            guard let closing = Self.closing(in: scalars, from: index) else {
                throw SelectorError(
                    column: opening + 1, reason: .message("selecting.open_braces"),
                    advice: .message("selecting.open_braces.cure"))
            }
            var start = index
            var end = closing
            let keepsSlashes = start < end && scalars[start] == "+"
            if keepsSlashes { start += 1 }
            while start < end, scalars[start] == " " { start += 1 }
            while start < end, scalars[end - 1] == " " { end -= 1 }
            guard start < end else {
                throw SelectorError(column: opening + 1, reason: .message("selecting.empty_braces"))
            }
            var path = String.UnicodeScalarView()
            path.append(contentsOf: scalars[start..<end])
            do throws(SelectorError) {
                pieces.append(.value(try reference(String(path)), keepsSlashes: keepsSlashes))
            } catch {
                throw error.moved(by: start)
            }
            index = closing + 2
        }
        if !plain.isEmpty { pieces.append(.text(String(plain))) }
        self.pieces = pieces
    }

    /// Returns the text with all values inserted; nil if `value` returns nil for one of them.
    public func filled(as use: Use, _ value: (Reference) -> String?) -> String? {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let plain): text += plain
            case .value(let reference, let keepsSlashes):
                guard let found = value(reference) else { return nil }
                switch use {
                case .text: text += found
                case .address: text += keepsSlashes ? Self.encoded(path: found) : Address.encoded(component: found)
                }
            }
        }
        return text
    }

    /// The position of the two braces that end a reference. Braces in quotes do not count.
    private static func closing(in text: [Unicode.Scalar], from start: Int) -> Int? {
        var quote: Unicode.Scalar?
        var index = start
        while index < text.count {
            let scalar = text[index]
            if let open = quote {
                if scalar == "\\" { index += 1 } else if scalar == open { quote = nil }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
            } else if scalar == "}", index + 1 < text.count, text[index + 1] == "}" {
                return index
            }
            index += 1
        }
        return nil
    }

    /// Encodes a value that is itself a path. Its slashes and existing percent-encodings stay.
    private static func encoded(path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            var text = ""
            var rest = segment.unicodeScalars[...]
            while let percent = rest.firstIndex(of: "%") {
                text += Address.encoded(component: String(rest[..<percent]))
                let digits = rest[percent...].dropFirst().prefix(2)
                let isOctet = digits.count == 2 && digits.allSatisfy { $0.isASCII && $0.properties.isASCIIHexDigit }
                text += isOctet ? "%" + String(digits) : "%25"
                rest = isOctet ? rest[digits.endIndex...] : rest[percent...].dropFirst()
            }
            return text + Address.encoded(component: String(rest))
        }.joined(separator: "/")
    }
}
