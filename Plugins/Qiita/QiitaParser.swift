import FeedJSON
public import FeedModel
import FeedParsing
public import FeedStages

/// Reads the responses of Qiita's API: a list of articles, or one article. It also reads files that clients saved.
///
/// Known files: `{"items": […]}`, `{"articles": […]}`, and `{"items": "…"}` with the list as JSON text in a string.
public struct QiitaParser: Parser {
    /// The value of `type` in the configuration: `qiita`.
    public static let type = "qiita"
    /// What the parser reads.
    public static let summary: LocalizedText = .message("summary.parser.qiita")

    /// Makes the parser.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Reads a document. Throws `.notAFeed` if there are no articles in it.
    public func parse(_ document: Document) throws(StageError) -> Feed {
        // The API sends UTF-8, but an editor had saved one file as CP932.
        let text = DecodedText(unpacking: document.bytes, contentType: document.contentType)
        let (value, cut): (JSONValue, Int)
        do {
            (value, cut) = try text.utf8.withUnsafeBufferPointer { (bytes) throws(JSONError) in
                try JSONReader.readCutting(bytes, isValidUTF8: true)
            }
        } catch {
            throw document.refusal(
                .notAFeed,
                found: .message(
                    "json.unreadable", ["reason": MessageArgument(error.reason), "offset": .number(error.offset)]))
        }
        guard let items = Self.items(in: value) else {
            var refusal = document.refusal(.notAFeed, found: Self.shape(of: value))
            refusal.explanation = value["message"]?.string.map { String($0.trimmedLine.prefix(200)) }
            throw refusal
        }
        var feed = Feed(format: .api)
        feed.title = "Qiita"
        feed.homePageURL = QiitaItem.base
        feed.repairs = text.repairs
        if cut > 0 { feed.repairs.append(Repair(code: "too_deep", count: cut)) }
        feed.entries = items.compactMap(QiitaItem.entry)
        let skipped = items.count - feed.entries.count
        if skipped > 0 {
            guard !feed.entries.isEmpty else {
                throw document.refusal(.notAFeed, found: .message("qiita.no_articles"))
            }
            feed.repairs.append(Repair(code: "unusable_items", count: skipped))
        }
        return feed
    }

    private static func items(in value: JSONValue) -> [JSONValue]? {
        if let list = value.array { return list }
        for name in ["items", "articles"] {
            if let list = value[name]?.array { return list }
            guard let text = value[name]?.string, let inner = try? JSONReader.read(Array(text.utf8)) else { continue }
            if let list = inner.array { return list }
        }
        return QiitaItem.entry(value).map { _ in [value] }
    }

    private static func shape(of value: JSONValue) -> LocalizedText {
        switch value {
        case .object(let object):
            let names = object.members.prefix(5).map { "`\($0.name.trimmedLine.prefix(32))`" }
            return .message("json.object", ["names": .row(names)])
        default: return .message("json.single_value")
        }
    }
}
