import FeedMessages
import FeedModel

/// A text with places for values: `https://example.com/items/{{id}}`.
///
/// It is filled once: what a value holds is never read as a template again. What stands between the braces is a path of
/// the reader's own language (`Reference`).
public struct Template<Reference: Sendable & Hashable>: Sendable, Hashable {
    /// How values are put in.
    public enum Use: Sendable {
        /// As they are.
        case text
        /// Percent-encoded, so that a value stays one segment of a path or one value of a query.
        case address
    }

    private enum Piece: Sendable, Hashable {
        case text(String)
        case value(Reference, keepsSlashes: Bool)
    }

    private let pieces: [Piece]

    /// Whether a text is meant as a template.
    public static func isTemplate(_ text: String) -> Bool { text.contains("{{") }

    /// Reads a template; throws where braces do not close, or what `reference` throws, at the column in the whole text.
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

    /// The text with values put in, or nil if `value` has none for one of the places.
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

    /// The place of the two braces that end a reference; braces in quotes end none.
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

    /// A value that is a path of its own: its slashes and what is percent-encoded in it stay.
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
