import FeedModel
import FeedTesting

extension Digest {
    /// A digest of entries with these titles and summaries.
    static func of(
        _ entries: [(title: String, summary: String?)], title: String = "Morning <news>", section: String = "Section"
    ) -> Digest {
        .testing(entries, title: title, section: section) { "https://example.com/\($0)?a=1&b=2" }
    }
}
