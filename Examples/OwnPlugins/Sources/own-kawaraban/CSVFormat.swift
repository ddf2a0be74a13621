import FeedConfiguration
import FeedModel
import FeedStages

/// A line an entry for spreadsheets (RFC 4180): when, from where, what, its address.
struct CSVFormat: DigestFormat {
    static let type = "csv"
    static let summary: LocalizedText = "a line an entry for spreadsheets: when, from where, what, its address"
    static let isAppendable = true
    static let mediaType = "text/csv; charset=utf-8"

    init(_ configuration: NoOptions, services: Services) {}

    func render(_ digest: Digest) -> [UInt8] {
        digest.entries.flatMap { entry -> [UInt8] in
            let offset = digest.zone.offset(at: entry.date)
            let fields = [
                entry.date.rfc3339(offset: offset), entry.sourceTitle, entry.entry.title ?? "", entry.entry.url ?? "",
            ]
            return Array((fields.map(Self.quoted).joined(separator: ",") + "\r\n").utf8)
        }
    }

    /// Titles are the text of others: one that begins like a formula would be one in a spreadsheet.
    private static func quoted(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map("=+-@\t\r".unicodeScalars.contains) ?? false
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return "\"" + (isFormula ? "'" : "") + parts.joined(separator: "\"\"") + "\""
    }
}
