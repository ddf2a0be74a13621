import FeedMessages

/// The lines of a configuration, to show them with a mark under a place.
package struct SourceExcerpt: Sendable {
    private static let longestLine = 1000
    /// Words of keys whose values nobody should see, and copy into a question.
    private static let secretWords = ["token", "secret", "password", "passwd", "auth", "cookie", "key", "headers"]

    private let file: String
    private let text: [UInt8]

    /// Makes it of the bytes of a file, whose path is as the user gave it.
    package init(_ bytes: [UInt8], file: String) {
        self.file = file
        text = bytes.starts(with: Place.byteOrderMark) ? Array(bytes.dropFirst(Place.byteOrderMark.count)) : bytes
    }

    /// A line as a terminal can show it, and the part of it before a place.
    package struct Line: Sendable, Hashable {
        /// The number of the line.
        package let number: Int
        /// The line without its indentation and what nobody sees.
        package let text: String
        /// What of it is before the place.
        package let before: String
    }

    /// Returns the line of a place; nil if it is in another file, the beginning of the file, an empty line, or one that
    /// may hold a secret.
    package func line(of place: Place) -> Line? {
        guard place.file == file, place.line > 1 || place.column > 1 else { return nil }
        guard let bytes = line(place.line), bytes.count <= Self.longestLine else { return nil }
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        guard scalars.contains(where: { $0 != " " }), place.column - 1 <= scalars.count,
            !mayHoldSecret(String(decoding: bytes, as: UTF8.self))
        else {
            return nil
        }
        let indent = min(scalars.prefix { $0 == " " }.count, place.column - 1)
        func shown(_ part: ArraySlice<Unicode.Scalar>) -> String {
            let text = String(String.UnicodeScalarView(part)).replacing("\t", with: "\\t")
            return Diagnostic.printable(text)
        }
        return Line(
            number: place.line, text: shown(scalars[indent...]), before: shown(scalars[indent..<(place.column - 1)]))
    }

    private func line(_ number: Int) -> ArraySlice<UInt8>? {
        var (line, start) = (1, 0)
        while start <= text.count {
            let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
            if line == number { return text[start..<end] }
            line += 1
            let isPair = end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A
            start = end + (isPair ? 2 : 1)
        }
        return nil
    }

    private func mayHoldSecret(_ line: String) -> Bool {
        let lower = line.lowercased()
        if Self.secretWords.contains(where: lower.contains) { return true }
        // User and password of an address.
        return lower.firstRange(of: "://").map { lower[$0.upperBound...].contains("@") } ?? false
    }
}
