/// Regular expressions (ECMA-262) of what a short form may be, for the schema of configurations.
extension ShortForm {
    /// The expression of addresses.
    package static let addressExpression = "^([hH][tT][tT][pP][sS]?|feed)://[^\\s/]"

    /// The expression of paths of documents.
    package static var documentExpression: String {
        "^(?![^/.][^/]*\\.[^/]*/)(?![A-Za-z][A-Za-z0-9_-]*:).*[^/]\\.(?:\(anyCase(documents)))$"
    }

    /// The expression of paths whose suffix names a format.
    package var pathExpression: String { "^(?![A-Za-z][A-Za-z0-9_-]*:).*\(suffixExpression)$" }

    /// The expression of the end of such a path.
    package var suffixExpression: String { "[^/]\\.(?:\(Self.anyCase(Set(suffixes.keys))))" }

    private static func anyCase(_ words: Set<String>) -> String {
        words.sorted().map { word in
            word.map { $0.isLetter ? "[\($0.lowercased())\($0.uppercased())]" : "\($0)" }.joined()
        }.joined(separator: "|")
    }
}
