/// Blocks of text, a line each, made to be read on one line.
enum Blocks {
    /// The lines of `text`, a dot between two where the first does not end as a sentence does: items of a list, rows of
    /// a table, what a writer set apart by its place alone. Stops after the line with which there are `limit` bytes.
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

    /// Whether two texts say the same, spaces and our dots left aside.
    static func areSame(_ one: String, _ other: String) -> Bool {
        one.unicodeScalars.lazy.filter(isText).elementsEqual(other.unicodeScalars.lazy.filter(isText))
    }

    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        scalar != " " && scalar != VisibleText.ideographicSpace && scalar != "·"
    }

    private static let separator = " · "
    private static let sentenceEnds = Set("。．！？、，：…」』.!?,:;—–-→·".unicodeScalars)
}
