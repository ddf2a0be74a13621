import FeedJSON
import FeedModel

/// Writes the articles elsewhere about an entry's story as JSON.
enum RelatedJSON {
    /// Writes `related`, or nothing if there are none.
    static func write(_ related: [RelatedArticle], into writer: inout JSONWriter) {
        guard !related.isEmpty else { return }
        writer.name("related")
        writer.beginArray()
        for article in related {
            writer.beginObject()
            writer.member("title", article.title)
            writer.member("url", article.url)
            writer.member("publisher", article.publisher)
            writer.endObject()
        }
        writer.endArray()
    }
}
