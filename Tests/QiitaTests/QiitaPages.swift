import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Qiita

/// Answers in the shape of Qiita's API, made as a test wants them.
enum QiitaPages {
    static let first = "https://qiita.com/api/v2/tags/Swift/items?per_page=100"

    /// The id of the article with a number.
    static func id(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 20 - digits.utf8.count) + digits
    }

    /// A page of articles with these numbers, newest first.
    static func page(_ numbers: some Sequence<Int>) -> String {
        "[" + numbers.map(article).joined(separator: ",") + "]"
    }

    static func article(_ number: Int) -> String {
        """
        {"id":"\(id(number))","title":"Article \(number)","url":"https://qiita.com/mika/items/\(id(number))",\
        "created_at":"2026-11-19T21:00:00+09:00","updated_at":"2026-11-19T21:30:00+09:00",\
        "rendered_body":"<p>Text \(number)</p>","body":"Text","likes_count":\(number),"stocks_count":2,\
        "comments_count":0,"tags":[{"name":"Swift","versions":[]}],"user":{"id":"mika","name":""},"private":false}
        """
    }

    /// Header fields of a page; `next` is the address of the next one.
    static func headers(next: String? = nil, remaining: Int = 990) -> [(String, String)] {
        var fields = [
            ("Content-Type", "application/json; charset=utf-8"), ("Rate-Limit", "1000"),
            ("Rate-Remaining", String(remaining)), ("Rate-Reset", "1795126200"), ("Total-Count", "680484"),
        ]
        if let next {
            fields.append(
                ("Link", "<\(first)&page=1>; rel=\"first\", <\(next)>; rel=\"next\", <\(first)&page=34>; rel=\"last\""))
        }
        return fields
    }
}

/// A `qiita` source over a stub transport, with a writer that reads by the source's own parser.
struct QiitaBench {
    let clock = ManualClock()
    let transport: StubTransport
    let writer: RecordingWriter
    let source: QiitaSource

    init(_ section: Node = ["tag": "Swift"], token: String? = nil) throws {
        transport = StubTransport(clock: clock)
        let services = Services.testing(transport: transport, clock: clock)
        var section = section
        var environment = ConfigEnvironment()
        if let token {
            environment.variables["QIITA_TOKEN"] = token
            section = Node(.map((section.map ?? []) + [Self.token]), at: .testing)
        }
        source = try QiitaSource.configured(section, services: services, environment: environment).stage
        writer = RecordingWriter(parser: try QiitaParser.configured([:], services: services).stage)
    }

    private static let token = Node.Pair(key: "token", place: .testing, value: ["env": "QIITA_TOKEN"])

    /// Fetches; the error it ends with, or nil.
    func fetch(since previous: StubPrevious = StubPrevious()) async -> StageError? {
        do throws(StageError) {
            try await source.fetch(since: previous, into: writer)
            return nil
        } catch {
            return error
        }
    }
}
