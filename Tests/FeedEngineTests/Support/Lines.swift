import FeedConfiguration
import FeedModel
import FeedStages

/// A source that asks an address, or `pages` of it one after the other.
struct LinesSource: Source {
    static let type = "lines"
    static let summary: LocalizedText = "titles at an address, one a line"
    let url: String
    let pages: Int
    let token: String?
    let services: Services
    /// The address with what is shown of it, where that is less.
    var address: Secret?

    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        self.init(url: "", pages: 1, token: nil, services: services)
    }

    init(url: String, pages: Int, token: String?, services: Services) {
        self.url = url
        self.pages = pages
        self.token = token
        self.services = services
    }

    var canonicalRequest: String { Address.normalised(url) }

    func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        let headers = token.map { [HTTPField("Authorization", $0)] } ?? []
        guard pages > 1 else {
            return try await SingleDocument(url: address ?? Secret(url, mask: url), headers: headers).fetch(
                over: services.transport, since: previous, into: writer)
        }
        for page in 1...pages {
            let response = try await services.transport.send(HTTPRequest(url: "\(url)?page=\(page)", headers: headers))
            if let failure = response.failure(of: url) { throw failure }
            var document = Document(response)
            document.validators = nil
            try await writer.write(document)
        }
    }
}

/// A title a line is an entry with that guid, dated if seconds since 1970 stand behind a tab; `id: x` is the feed's id, `ttl: 60` its minutes. A page of HTML is no feed,
/// and a document without a last line `end` was cut off.
struct LinesParser: Parser {
    static let type = "lines"
    static let summary: LocalizedText = "a title a line"
    init() {}
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    func parse(_ document: Document) throws(StageError) -> Feed {
        var feed = Feed(format: .rss20)
        var lines = String(decoding: document.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        if lines.first?.hasPrefix("<html") == true { throw document.refusal(.notAFeed) }
        feed.isComplete = lines.popLast() == "end"
        for line in lines {
            if line.hasPrefix("id: ") {
                feed.id = String(line.dropFirst(4))
            } else if line.hasPrefix("ttl: ") {
                feed.timeToLive = Int(line.dropFirst(5)).map { .seconds($0 * 60) }
            } else {
                let parts = line.split(separator: "\t")
                feed.entries.append(
                    .named(
                        String(parts[0]),
                        at: parts.dropFirst().first.flatMap { Int64($0) }.map(Timestamp.init(seconds:))))
            }
        }
        return feed
    }
}
