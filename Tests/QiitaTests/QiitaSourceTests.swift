import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Qiita
import Testing

@Suite("The qiita source")
struct QiitaSourceTests {
    @Test("keeps to what every stage must keep to")
    func conformance() {
        #expect(StageConformance.problems(of: QiitaSource.self, sample: ["query": "tag:Swift", "pages": "3"]) == [])
        #expect(StageConformance.problems(of: QiitaParser.self, sample: [:]) == [])
    }

    @Test(
        "asks for what is configured, percent-encoded",
        arguments: [
            (["query": "tag:Swift stocks:>10"], "items?query=tag%3ASwift%20stocks%3A%3E10&per_page=100"),
            (["tag": "C#"], "tags/C%23/items?per_page=100"),
            (["tag": "機械"], "tags/%E6%A9%9F%E6%A2%B0/items?per_page=100"),
            (["user": "@georgeOsdDev@github"], "users/georgeOsdDev%40github/items?per_page=100"),
            (["item": "4bdbb35d9b9b0fd8c5a1"], "items/4bdbb35d9b9b0fd8c5a1"),
            (
                ["item": "https://qiita.com/mika/items/4bdbb35d9b9b0fd8c5a1?utm_source=x#top"],
                "items/4bdbb35d9b9b0fd8c5a1"
            ),
        ] as [(Node, String)])
    func addresses(section: Node, path: String) async throws {
        let bench = try QiitaBench(section)
        _ = await bench.fetch()
        #expect(bench.transport.urls == ["https://qiita.com/api/v2/" + path])
    }

    @Test("wants exactly one of query, tag, user and item, and an article's id where an article is meant")
    func mistakes() {
        #expect(QiitaSource.diagnostics(of: ["query": "tag:Swift"]).isEmpty)
        #expect(QiitaSource.diagnostics(of: [:]).count == 1)
        #expect(QiitaSource.diagnostics(of: ["tag": "Swift", "user": "mika"]).count == 1)
        #expect(QiitaSource.diagnostics(of: ["tag": " "]).count == 1)
        #expect(QiitaSource.diagnostics(of: ["item": "12345"]).count == 1)
        #expect(QiitaSource.diagnostics(of: ["tag": "Swift", "pages": "101"]).count == 1)
    }

    @Test("tells mistakes in Japanese, too")
    func japanese() {
        let mistake = QiitaSource.diagnostics(of: ["item": "12345"]).first
        #expect(mistake?.what.text(in: .ja) == "testing.item: `12345` は記事のidでもURLでもありません")
        #expect(mistake?.cure?.text(in: .ja) == "記事のURLの末尾にある16進数20桁を指定してください")
    }

    @Test("sends the token as a bearer, and never shows it")
    func token() async throws {
        let bench = try QiitaBench(token: "abc.DEF_123-x")
        bench.transport.answer(QiitaPages.first, text: "[]")
        #expect(await bench.fetch() == nil)
        let field = try #require(bench.transport.requests.first?.headers.first)
        #expect(field.name == "Authorization")
        #expect(field.value.reveal() == "Bearer abc.DEF_123-x")
        #expect(!field.value.mask.contains("abc"))
        #expect(!bench.source.canonicalRequest.contains("abc"))
    }

    @Test("tells a malformed token before anything is sent", arguments: ["a\"b", "a:b"])
    func malformedToken(token: String) async throws {
        let bench = try QiitaBench(token: token)
        let error = await bench.fetch()
        #expect(error?.code == .credentialMalformed)
        #expect(error.map { "\($0)" }?.contains(token) == false)
        #expect(bench.transport.requests.isEmpty)
    }

    @Test(
        "tells errors apart by their type, whatever the status",
        arguments: [
            (403, "rate_limit_exceeded", StageError.Code.limited), (429, "rate_limit_exceeded", .limited),
            (401, "unauthorized", .credentialRejected), (403, "forbidden", .forbidden), (404, "not_found", .notFound),
            (400, "bad_request", .badRequest), (500, "internal_server_error", .serverError),
            (418, "x", .unexpectedStatus),
        ] as [(Int, String, StageError.Code)])
    func errors(status: Int, type: String, code: StageError.Code) async throws {
        let bench = try QiitaBench(token: "abc")
        bench.transport.answer(
            QiitaPages.first, status: status, headers: QiitaPages.headers(remaining: 3),
            text: "{\"message\":\"Said so\",\"type\":\"\(type)\"}")
        let error = await bench.fetch()
        #expect(error?.code == code)
        #expect(bench.writer.documents.isEmpty)
        if code == .limited {
            #expect(error?.retryAfter == .seconds(600))
        } else {
            #expect(error?.explanation == "Said so")
        }
    }

    @Test("Y14 does not call a token rejected by a 401 where there was none")
    func unauthorizedWithoutToken() async throws {
        let bench = try QiitaBench()
        bench.transport.answer(
            QiitaPages.first, status: 401, text: "{\"message\":\"Unauthorized\",\"type\":\"unauthorized\"}")
        let error = await bench.fetch()
        #expect(error?.code == .credentialRejected)
        #expect(error?.facts[.option] == nil)
    }

    @Test(
        "Y14 a token that cannot be one is told when the options are read, and not shown",
        arguments: ["with space", "日本語", "ａｂｃ", "a\"b", "a:b", "a\nb", " qq7"])
    func toldEarly(token: String) {
        let environment = ConfigEnvironment(variables: ["TOKEN": token])
        let diagnostics = QiitaSource.diagnostics(
            of: ["tag": "Swift", "token": ["env": "TOKEN"]], environment: environment)
        #expect(diagnostics.count == 1)
        #expect(diagnostics.allSatisfy { $0.message.contains(" is malformed: ") && !$0.message.contains(token) })
    }

    @Test(
        "Y14 where Qiita finds nothing, the option is named that asked for it",
        arguments: [
            ("tag", "Swiftt", "tags/Swiftt/items?per_page=100"), ("user", "nobody", "users/nobody/items?per_page=100"),
            ("item", "0123456789abcdef0123", "items/0123456789abcdef0123"),
        ])
    func nothingThere(option: String, value: String, path: String) async throws {
        let pair = Node.Pair(key: option, place: .testing, value: Node(.scalar(value, isQuoted: true), at: .testing))
        let bench = try QiitaBench(Node(.map([pair]), at: .testing))
        bench.transport.answer("https://qiita.com/api/v2/" + path, status: 404, text: "{\"type\":\"not_found\"}")
        let error = await bench.fetch()
        #expect(error?.code == .notFound)
        #expect(error?.facts[.option] == option)
    }

    @Test("clamps the wait that a server asks for", arguments: ["-5", "99999999999999999999", "1", "soon"])
    func hostileReset(reset: String) async throws {
        let bench = try QiitaBench()
        bench.transport.answer(
            QiitaPages.first, status: 429, headers: [("Rate-Reset", reset)], text: "{\"type\":\"rate_limit_exceeded\"}")
        let wait = await bench.fetch()?.retryAfter ?? .zero
        #expect((.zero ... .seconds(86_400)).contains(wait))
    }

    @Test("has a title of its own, and one identity whatever the token and the number of pages")
    func identity() throws {
        let plain = try QiitaBench(["tag": "Swift"]).source
        let other = try QiitaBench(["tag": "Swift", "pages": "9"], token: "abc").source
        #expect(plain.canonicalRequest == other.canonicalRequest)
        #expect(plain.defaultTitle == "Qiita – Swift")
    }
}
