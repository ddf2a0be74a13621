/// Joins blocks of text, each on a line of its own, into one line.
enum Blocks {
    /// Returns the lines of `text`, with a dot between two lines if the first does not end as a sentence does: items of
    /// a list, rows of a table, other separate lines. Stops after the line that reaches `limit` bytes.
    static func joined(_ text: String, limit: Int) -> String {
        var joined = ""
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) where joined.utf8.count < limit {
            if let last = joined.unicodeScalars.last(where: { $0 != " " && $0 != VisibleText.ideographicSpace }) {
                joined += sentenceEnds.contains(last) ? "\n" : separator
            }
            joined += Substring(line)
        }
        return joined
    }

    /// Whether two texts are equal except for spaces and the dots of `joined`.
    static func areSame(_ one: String, _ other: String) -> Bool {
        one.unicodeScalars.lazy.filter(isText).elementsEqual(other.unicodeScalars.lazy.filter(isText))
    }

    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        scalar != " " && scalar != VisibleText.ideographicSpace && scalar != "·"
    }

    private static let separator = " · "
    private static let sentenceEnds = Set("。．！？、，：…」』.!?,:;—–-→·".unicodeScalars)
}
