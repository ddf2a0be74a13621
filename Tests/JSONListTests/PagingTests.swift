import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import JSONList
import Testing

@Suite("Lists that go on")
struct PagingTests {
    private static let url = "https://api.example/items"

    /// A page with these entries and what else it says.
    private static func page(_ ids: some Sequence<Int>, _ more: String = "") -> String {
        "{\"items\": [\(ids.map { "{\"id\": \($0)}" }.joined(separator: ", "))]\(more.isEmpty ? "" : ", " + more)}"
    }

    private static func bench(_ paging: String, url: String = PagingTests.url) throws -> JSONListBench {
        try JSONListBench("url: \"\(url)\"\nentries: items\nid: id\n\(paging)")
    }

    /// What a source remembers that has seen entry 1 alone.
    private static func seen() async throws -> StubPrevious {
        let bench = try bench("page: { parameter: page }")
        bench.transport.answer(url, text: page([1]))
        #expect(await bench.fetch() == nil)
        return StubPrevious(after: bench.writer)
    }

    private func ids(_ bench: JSONListBench) -> [String] { bench.writer.entries.compactMap(\.guid) }

    @Test("are read as one page at first, and as five later")
    func depth() async throws {
        let first = try Self.bench("page: { parameter: page }")
        first.transport.answer(Self.url, text: Self.page(1...3))
        #expect(await first.fetch() == nil)
        #expect(first.transport.urls == [Self.url])
        #expect(first.writer.unread == nil)

        let later = try Self.bench("page: { parameter: page }")
        later.transport.answer(Self.url, text: Self.page(100...101))
        for number in 2...9 {
            later.transport.answer("\(Self.url)?page=\(number)", text: Self.page([number * 1000]))
        }
        #expect(await later.fetch(since: try Self.seen()) == nil)
        #expect(later.transport.urls == [Self.url] + (2...5).map { "\(Self.url)?page=\($0)" })
        #expect(later.writer.unread == ["pages"])
        #expect(later.writer.cursor != nil)
    }

    @Test(
        "are followed in each of five ways",
        arguments: [
            ("link_header: yes", "https://api.example/items?page=2&x=1"),
            ("next: links.next", "https://api.example/items?page=2&x=1"),
            ("cursor: { from: after, parameter: after }", "https://api.example/items?after=w%2F%3D"),
            ("page: { parameter: p, first: 0 }", "https://api.example/items?p=1"),
            ("offset: { parameter: start, first: 1, by: 100 }", "https://api.example/items?start=101"),
        ])
    func forms(paging: String, second: String) async throws {
        let bench = try Self.bench("\(paging)\npages: 2")
        bench.transport.answer(
            Self.url, headers: [("Link", "<?page=2&x=1>; rel=\"next\"")],
            text: Self.page([1], #""links": {"next": "/items?page=2&x=1"}, "after": "w/=""#))
        bench.transport.answer(second, text: Self.page([2]))
        #expect(await bench.fetch() == nil)
        #expect(bench.transport.urls == [Self.url, second])
        #expect(ids(bench) == ["1", "2"])
    }

    @Test(
        "carry a parameter in what is posted, and keep what stands there",
        arguments: [
            ("json: { q: x, after: \"\" }", #"{"q":"x","after":"w/="}"#),
            ("form: { q: x y }", "q=x%20y&after=w%2F%3D"),
            ("graphql: { query: Q, variables: { n: 5 } }", #"{"query":"Q","variables":{"n":5,"after":"w/="}}"#),
        ])
    func posted(body: String, second: String) async throws {
        let bench = try Self.bench("\(body)\ncursor: { from: after, parameter: after }\npages: 2")
        bench.transport.answer(Self.url, text: Self.page([1], #""after": "w/=""#))
        bench.transport.answer(Self.url, text: Self.page([2], #""after": null"#))
        #expect(await bench.fetch() == nil)
        #expect(bench.transport.requests.map(\.method) == ["POST", "POST"])
        #expect(bench.transport.requests.last?.body == Array(second.utf8))
        #expect(ids(bench) == ["1", "2"])
    }

    @Test("replace a parameter that stands in the address")
    func replaces() async throws {
        let bench = try Self.bench("page: { parameter: page }\npages: 2", url: Self.url + "?page=1&q=a%20b#x")
        bench.transport.answer(Self.url + "?page=1&q=a%20b#x", text: Self.page([1]))
        bench.transport.answer(Self.url + "?q=a%20b&page=2", text: Self.page([2]))
        #expect(await bench.fetch() == nil)
        #expect(ids(bench) == ["1", "2"])
    }

    // MARK: servers that misbehave; each fetch ends, and asks nobody else

    /// A server, what is asked of it, how many requests it gets, and how the fetch ends.
    struct Server: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var paging: String
        var answers: @Sendable (StubTransport) -> Void
        var requests: Int
        var entries: Int
        var error: StageError.Code?
        var isComplete: Bool { error == nil }
    }

    static let servers: [Server] = [
        Server(
            testDescription: "the second page leads back to the first", paging: "next: next",
            answers: { web in
                web.answer(url, text: page(10...11, #""next": "/items?p=2""#))
                web.answer(url + "?p=2", text: page(12...13, #""next": "https://api.example/items""#))
            }, requests: 2, entries: 4),
        Server(
            testDescription: "each page leads to itself", paging: "next: next",
            answers: { $0.answer(url, text: page(10...11, #""next": "/items""#)) }, requests: 1, entries: 2),
        Server(
            testDescription: "a page is empty", paging: "page: { parameter: p }",
            answers: { web in
                web.answer(url, text: page(10...11))
                web.answer(url + "?p=2", text: page([]))
            }, requests: 2, entries: 2),
        Server(
            testDescription: "the parameter is not understood: each page is the first",
            paging: "page: { parameter: p }",
            answers: { web in
                for address in [url, url + "?p=2", url + "?p=3"] { web.answer(address, text: page(10...11)) }
            }, requests: 2, entries: 4),
        Server(
            testDescription: "the next page is on another host", paging: "next: next",
            answers: { $0.answer(url, text: page(10...11, #""next": "https://evil.example/items?p=2""#)) },
            requests: 1, entries: 2, error: .redirectRefused),
        Server(
            testDescription: "the next page is on another port", paging: "link_header: yes",
            answers: { web in
                web.answer(
                    url, headers: [("Link", "<https://api.example:8443/items>; rel=next")], text: page(10...11))
            }, requests: 1, entries: 2, error: .redirectRefused),
        Server(
            testDescription: "the next page is without TLS", paging: "next: next",
            answers: { $0.answer(url, text: page(10...11, #""next": "http://api.example/items?p=2""#)) },
            requests: 1, entries: 2, error: .redirectRefused),
        Server(
            testDescription: "the next page is no address of the web", paging: "next: next",
            answers: { $0.answer(url, text: page(10...11, #""next": "javascript:alert(1)""#)) },
            requests: 1, entries: 2, error: .redirectRefused),
        Server(
            testDescription: "429 on the third page", paging: "page: { parameter: p }",
            answers: { web in
                web.answer(url, text: page(10...11))
                web.answer(url + "?p=2", text: page(12...13))
                web.answer(url + "?p=3", status: 429, headers: [("Retry-After", "60")])
            }, requests: 3, entries: 4, error: .limited),
        Server(
            testDescription: "the cursor repeats", paging: "cursor: { from: after, parameter: a }",
            answers: { web in
                web.answer(url, text: page(10...11, #""after": "x""#))
                web.answer(url + "?a=x", text: page(12...13, #""after": "x""#))
            }, requests: 2, entries: 4),
        Server(
            testDescription: "the cursor is an object", paging: "cursor: { from: after, parameter: a }",
            answers: { $0.answer(url, text: page(10...11, #""after": {"x": 1}"#)) }, requests: 1, entries: 2),
        Server(
            testDescription: "the second page is no JSON", paging: "page: { parameter: p }",
            answers: { web in
                web.answer(url, text: page(10...11))
                web.answer(url + "?p=2", text: "<html>busy</html>")
            }, requests: 2, entries: 2, error: .notAFeed),
        Server(
            testDescription: "the second page has no list", paging: "page: { parameter: p }",
            answers: { web in
                web.answer(url, text: page(10...11))
                web.answer(url + "?p=2", text: #"{"error": "page out of range"}"#)
            }, requests: 2, entries: 2, error: .listNotFound),
        Server(
            testDescription: "every page leads to a new one", paging: "cursor: { from: after, parameter: a }\npages: 7",
            answers: { web in
                web.answer(url, text: page([10], #""after": 1"#))
                for number in 1...20 {
                    web.answer("\(url)?a=\(number)", text: page([10 + number], #""after": \#(number + 1)"#))
                }
            }, requests: 7, entries: 7),
        Server(
            testDescription: "the connection breaks on the second page", paging: "page: { parameter: p }",
            answers: { web in
                web.answer(url, text: page(10...11))
                web.fail(url + "?p=2", with: StageError(.reset, subject: url))
            }, requests: 2, entries: 2, error: .reset),
    ]

    @Test("J09 end, however a server behaves, keep what came, and ask no other server", arguments: servers)
    func misbehaving(_ server: Server) async throws {
        let bench = try Self.bench(server.paging)
        server.answers(bench.transport)
        let error = await bench.fetch(since: try await Self.seen())
        #expect(error?.code == server.error)
        #expect(bench.transport.requests.count == server.requests)
        #expect(bench.writer.entries.count == server.entries)
        #expect((bench.writer.cursor != nil) == server.isComplete)
        let hosts = Set(bench.transport.urls.compactMap(Address.host))
        #expect(hosts == ["api.example"])
    }

    @Test("begin anew after a failure, and then read as far")
    func resumes() async throws {
        let previous = try await Self.seen()
        let bench = try Self.bench("page: { parameter: p }")
        bench.transport.answer(Self.url, headers: [("ETag", "\"1\"")], text: Self.page(10...11))
        bench.transport.answer(Self.url + "?p=2", text: Self.page(8...9))
        bench.transport.answer(Self.url + "?p=3", status: 500)
        bench.transport.answer(Self.url + "?p=3", text: Self.page([7, 1]))
        bench.transport.answer(Self.url + "?p=4", text: Self.page([]))
        #expect(await bench.fetch(since: previous)?.code == .serverError)
        // Nothing stands for the whole list yet: neither a cursor nor validators.
        #expect(bench.writer.cursor == nil)
        #expect(bench.writer.validators.isEmpty)
        #expect(await bench.fetch(since: previous) == nil)
        #expect(Set(ids(bench)) == ["10", "11", "8", "9", "7", "1"])
        #expect(bench.writer.cursor != nil)
    }

    @Test(
        "J05 one new entry above known ones asks for no second page, in whatever order: older ones would come as news")
    func known() async throws {
        let bench = try Self.bench("page: { parameter: p }")
        bench.transport.answer(Self.url, text: Self.page(101...200))
        #expect(await bench.fetch() == nil)
        for ids in [[201] + Array((102...200).reversed()), Array(102...201), Array((101...200).reversed())] {
            let later = try Self.bench("page: { parameter: p }")
            later.transport.answer(Self.url, text: Self.page(ids))
            #expect(await later.fetch(since: StubPrevious(after: bench.writer)) == nil)
            #expect(later.transport.urls == [Self.url])
            #expect(later.writer.unread == nil)
        }
    }

    @Test("J05 a list that is sorted anew at each fetch is the same list")
    func reordered() async throws {
        let bench = try Self.bench("page: { parameter: p }")
        bench.transport.answer(Self.url, text: Self.page(1...100))
        #expect(await bench.fetch() == nil)
        // Each step that has no divisor with 101 makes another order of the same ids.
        for step in 2...20 {
            let later = try Self.bench("page: { parameter: p }")
            later.transport.answer(Self.url, text: Self.page((1...100).map { $0 * step % 101 }))
            #expect(await later.fetch(since: StubPrevious(after: bench.writer)) == nil)
            #expect(later.transport.urls == [Self.url])
            #expect(later.writer.unread == nil)
        }
    }

    @Test("J02 a number that asks for the next page keeps its figures", arguments: ["", "json: { q: x }"])
    func longNumbers(posted: String) async throws {
        let bench = try Self.bench("\(posted)\ncursor: { from: after, parameter: a }\npages: 2")
        bench.transport.answer(Self.url, text: Self.page([1], #""after": 9007199254740993"#))
        bench.transport.answer(Self.url, text: Self.page([2], #""after": null"#))
        bench.transport.answer(Self.url + "?a=9007199254740993", text: Self.page([2]))
        #expect(await bench.fetch() == nil)
        #expect(ids(bench) == ["1", "2"])
        let body = bench.transport.requests[1].body.map { String(decoding: $0, as: UTF8.self) }
        #expect(body == (posted.isEmpty ? nil : #"{"q":"x","a":9007199254740993}"#))
    }

    @Test(
        "J06 a token in the address of the next page goes to the server alone",
        arguments: ["access_token", "api_key", "sig", "X-Amz-Signature"])
    func tokenInNext(name: String) async throws {
        let address = "/items?page=2&\(name)=s3cretOfThePage"
        for answers: @Sendable (StubTransport) -> Void in [
            { $0.answer("https://api.example\(address)", status: 500) },
            { $0.answer("https://api.example\(address)", status: 401, text: #"{"message": "no"}"#) },
            { $0.answer("https://api.example\(address)", text: "<html>") },
            { $0.answer("https://api.example\(address)", text: #"{"error": "no list"}"#) },
            { _ in },
        ] {
            let bench = try Self.bench("next: next\npages: 2")
            bench.transport.answer(Self.url, text: Self.page([1], #""next": "\#(address)""#))
            answers(bench.transport)
            let error = try #require(await bench.fetch())
            #expect(bench.transport.urls.last == "https://api.example\(address)")
            #expect(!"\(error)".contains("s3cretOfThePage"), "\(error)")
        }
        let elsewhere = try Self.bench("next: next\npages: 2")
        elsewhere.transport.answer(
            Self.url, text: Self.page([1], #""next": "https://evil.example\#(address)""#))
        let refused = try #require(await elsewhere.fetch())
        #expect(refused.code == .redirectRefused)
        #expect(!"\(refused)".contains("s3cretOfThePage"), "\(refused)")
    }

    @Test(
        "J13 what is secret in what is sent stands in no error",
        arguments: [
            "json: { key: { secret: { env: KEY } }, deep: [{ token: s3cretOfTheForm }] }",
            "form: { key: { env: KEY }, token: s3cretOfTheForm }",
            "graphql: { query: Q, variables: { key: { secret: { env: KEY } }, password: s3cretOfTheForm } }",
            "headers: { X-Key: { env: KEY } }\nauth: { bearer: { env: KEY } }",
        ])
    func secretsSent(option: String) async throws {
        let answers: [(StubTransport) -> Void] = [
            { $0.answer(Self.url, status: 400, text: #"{"message": "wrong"}"#) }, { $0.answer(Self.url, status: 401) },
            { $0.answer(Self.url, status: 403) }, { $0.answer(Self.url, status: 404) },
            { $0.answer(Self.url, status: 429) }, { $0.answer(Self.url, status: 500) },
            { $0.answer(Self.url, text: "<html>") }, { $0.answer(Self.url, text: "{}") },
            { $0.answer(Self.url, text: #"{"items": [{}]}"#) },
            { $0.fail(Self.url, with: StageError(.reset, subject: Self.url)) },
        ]
        for answer in answers {
            let bench = try JSONListBench(
                "url: \"\(Self.url)\"\nentries: items\nid: id\n\(option)",
                variables: ["KEY": "s3cretOfTheVariable"])
            answer(bench.transport)
            let told = "\(try #require(await bench.fetch())) \(bench.source.canonicalRequest)"
            #expect(!told.contains("s3cret"), "\(told)")
            #expect(!bench.transport.requests.isEmpty)
        }
    }

    @Test("new entries that fill more than a page are read down to known ones, also below a few that are pinned")
    func manyNew() async throws {
        let bench = try Self.bench("page: { parameter: p }")
        bench.transport.answer(Self.url, text: Self.page([1, 2] + Array((103...200).reversed())))
        #expect(await bench.fetch() == nil)
        let later = try Self.bench("page: { parameter: p }")
        later.transport.answer(Self.url, text: Self.page([1, 2] + Array((213...310).reversed())))
        later.transport.answer(Self.url + "?p=2", text: Self.page((113...212).reversed()))
        #expect(await later.fetch(since: StubPrevious(after: bench.writer)) == nil)
        #expect(later.transport.urls == [Self.url, Self.url + "?p=2"])
    }

    @Test("a page of more entries than are remembered is known by those at its beginning")
    func largePages() async throws {
        let bench = try Self.bench("page: { parameter: p }")
        bench.transport.answer(Self.url, text: Self.page((1...1000).reversed()))
        #expect(await bench.fetch() == nil)
        let later = try Self.bench("page: { parameter: p }")
        later.transport.answer(Self.url, text: Self.page((2...1001).reversed()))
        #expect(await later.fetch(since: StubPrevious(after: bench.writer)) == nil)
        #expect(later.transport.urls == [Self.url])
    }

    @Test("are unchanged as long as their first page is")
    func validators() async throws {
        let bench = try Self.bench("page: { parameter: p }\npages: 2")
        bench.transport.answer(Self.url, headers: [("ETag", "\"1\"")], text: Self.page(1...2))
        bench.transport.answer(Self.url + "?p=2", headers: [("ETag", "\"2\"")], text: Self.page(3...4))
        #expect(await bench.fetch() == nil)
        #expect(bench.writer.validators[.only] == Validators(url: Self.url, etag: "\"1\""))
        #expect(await bench.fetch(since: StubPrevious(after: bench.writer)) == nil)
        #expect(bench.writer.unchangedKeys == [.only])
        #expect(bench.transport.requests.count == 3)
    }

    @Test("are asked without validators where something is posted")
    func postedUnconditionally() async throws {
        let bench = try Self.bench("json: { q: x }")
        bench.transport.answer(Self.url, headers: [("ETag", "\"1\"")], text: Self.page([1]))
        #expect(await bench.fetch() == nil)
        #expect(bench.writer.validators.isEmpty)
        let known = StubPrevious(validators: [.only: Validators(url: Self.url, etag: "\"1\"")])
        #expect(await bench.fetch(since: known) == nil)
        #expect(bench.transport.requests.allSatisfy { $0.validators == nil })
    }

    @Test("a limit that is told with 403 is no fault of a credential")
    func forbidden() async throws {
        let bench = try Self.bench("")
        bench.transport.answer(
            Self.url, status: 403, headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1795126200")],
            text: #"{"message": "API rate limit exceeded"}"#)
        bench.transport.answer(Self.url, status: 403, text: #"{"message": "Forbidden for you"}"#)
        let limited = await bench.fetch()
        #expect(limited?.code == .limited)
        #expect(limited?.explanation == "API rate limit exceeded")
        #expect(await bench.fetch()?.code == .forbidden)
    }
}
