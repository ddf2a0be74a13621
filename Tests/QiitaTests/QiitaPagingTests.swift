import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import Qiita

@Suite("Pages of Qiita")
struct QiitaPagingTests {
    private let second = "https://qiita.com/api/v2/tags/Swift/items?page=2&per_page=100"
    private let third = "https://qiita.com/api/v2/tags/Swift/items?page=3&per_page=100"

    private func cursor(_ numbers: some Sequence<Int>) -> StubPrevious {
        StubPrevious(cursor: Cursor(rawValue: numbers.map(QiitaPages.id).joined()))
    }

    @Test("the first fetch reads one page and remembers its hundred ids")
    func firstFetch() async throws {
        let bench = try QiitaBench(token: "abc")
        bench.transport.answer(
            QiitaPages.first, headers: QiitaPages.headers(next: second), text: QiitaPages.page((101...200).reversed()))
        #expect(await bench.fetch() == nil)
        #expect(bench.transport.urls == [QiitaPages.first])
        #expect(bench.writer.entries.count == 100)
        #expect(bench.writer.cursor?.rawValue.utf8.count == 2000)
    }

    @Test("a later fetch goes on until a page reaches what is known")
    func untilKnown() async throws {
        let bench = try QiitaBench(token: "abc")
        bench.transport.answer(
            QiitaPages.first, headers: QiitaPages.headers(next: second), text: QiitaPages.page((201...300).reversed()))
        bench.transport.answer(
            second, headers: QiitaPages.headers(next: third), text: QiitaPages.page((101...200).reversed()))
        #expect(await bench.fetch(since: cursor((101...200).reversed())) == nil)
        #expect(bench.transport.urls == [QiitaPages.first, second])
        #expect(bench.writer.entries.count == 200)
        #expect(bench.writer.cursor?.rawValue.hasPrefix(QiitaPages.id(300)) == true)
    }

    @Test("one new article above known ones asks for no second page: older ones would come as news")
    func oneNew() async throws {
        let bench = try QiitaBench(token: "abc")
        bench.transport.answer(
            QiitaPages.first, headers: QiitaPages.headers(next: second), text: QiitaPages.page((102...201).reversed()))
        #expect(await bench.fetch(since: cursor((101...200).reversed())) == nil)
        #expect(bench.transport.urls == [QiitaPages.first])
        #expect(bench.writer.cursor?.rawValue.hasPrefix(QiitaPages.id(201)) == true)
        #expect(bench.writer.unread == nil)
    }

    @Test("new articles that fill more than a page are read down to the first that is known")
    func manyNew() async throws {
        let bench = try QiitaBench(token: "abc")
        bench.transport.answer(
            QiitaPages.first, headers: QiitaPages.headers(next: second), text: QiitaPages.page((231...330).reversed()))
        bench.transport.answer(
            second, headers: QiitaPages.headers(next: third), text: QiitaPages.page((131...230).reversed()))
        #expect(await bench.fetch(since: cursor((101...200).reversed())) == nil)
        #expect(bench.transport.urls == [QiitaPages.first, second])
    }

    @Test("without a token one page is read at each fetch, with one five, and `pages` decides over both")
    func numberOfPages() async throws {
        for (token, section, expected) in [
            (nil, ["tag": "Swift"], 1), ("abc", ["tag": "Swift"], 5), (nil, ["tag": "Swift", "pages": "7"], 7),
            ("abc", ["tag": "Swift", "pages": "2"], 2),
        ] as [(String?, Node, Int)] {
            let bench = try QiitaBench(section, token: token)
            bench.transport.answer(
                QiitaPages.first, headers: QiitaPages.headers(next: second), text: QiitaPages.page([9]))
            bench.transport.answer(second, headers: QiitaPages.headers(next: second), text: QiitaPages.page([8]))
            #expect(await bench.fetch(since: cursor([1])) == nil)
            #expect(bench.transport.urls.count == expected)
        }
    }

    @Test("the cursor is handed over with the last page only")
    func cursorAtTheEnd() async throws {
        let bench = try QiitaBench(["tag": "Swift", "pages": "2"])
        bench.transport.answer(QiitaPages.first, headers: QiitaPages.headers(next: second), text: QiitaPages.page([9]))
        bench.transport.answer(second, headers: QiitaPages.headers(), text: QiitaPages.page([8]))
        #expect(await bench.fetch() == nil)
        #expect(bench.writer.documents.map(\.cursor?.rawValue) == [nil, QiitaPages.id(9) + QiitaPages.id(8)])
        #expect(bench.writer.documents.allSatisfy { $0.validators == nil })
    }

    @Test("an hour's rate that is used up ends the fetch as incomplete: what came is kept, the cursor stays")
    func rateUsedUp() async throws {
        let bench = try QiitaBench(["tag": "Swift", "pages": "9"])
        bench.transport.answer(
            QiitaPages.first, headers: QiitaPages.headers(next: second, remaining: 0), text: QiitaPages.page([9]))
        let error = await bench.fetch()
        #expect(error?.code == .limited)
        #expect(error?.retryAfter == .seconds(600))
        #expect(bench.writer.entries.count == 1)
        #expect(bench.writer.cursor == nil)
        #expect(bench.transport.urls == [QiitaPages.first])
    }

    @Test("Y05 a list that goes on behind the last page, with nothing known on it, is left unread, and that is said")
    func leftUnread() async throws {
        let bench = try QiitaBench()
        for page in [[3, 2, 1], [4, 3], [9, 8]] {
            bench.transport.answer(
                QiitaPages.first, headers: QiitaPages.headers(next: second), text: QiitaPages.page(page))
        }
        #expect(await bench.fetch() == nil)
        // At the first fetch nothing was known that could be missed.
        #expect(bench.writer.unread == nil)
        #expect(await bench.fetch(since: StubPrevious(after: bench.writer)) == nil)
        #expect(bench.writer.unread == nil)
        #expect(await bench.fetch(since: StubPrevious(after: bench.writer)) == nil)
        #expect(bench.writer.unread == ["token", "pages"])
    }

    @Test("a rate that is used up with the last page is no failure")
    func rateUsedUpAtTheEnd() async throws {
        let bench = try QiitaBench()
        bench.transport.answer(QiitaPages.first, headers: QiitaPages.headers(remaining: 0), text: QiitaPages.page([9]))
        #expect(await bench.fetch() == nil)
        #expect(bench.writer.cursor?.rawValue == QiitaPages.id(9))
    }

    @Test("a page that fails leaves the cursor where it was")
    func laterPageFails() async throws {
        let bench = try QiitaBench(["tag": "Swift", "pages": "2"])
        bench.transport.answer(QiitaPages.first, headers: QiitaPages.headers(next: second), text: QiitaPages.page([9]))
        bench.transport.fail(second, with: StageError(.timeout, subject: second))
        #expect(await bench.fetch()?.code == .timeout)
        #expect(bench.writer.entries.count == 1)
        #expect(bench.writer.cursor == nil)
    }

    @Test(
        "a next page at another place is never asked for: the token would go there",
        arguments: [
            "https://evil.example/api/v2/items?page=2", "http://qiita.com/api/v2/items?page=2",
            "https://qiita.com/login?page=2", "https://qiita.com:8443/api/v2/items", "//evil.example/api/v2/items",
        ])
    func foreignNextPage(address: String) async throws {
        let bench = try QiitaBench(["tag": "Swift", "pages": "3"], token: "abc")
        bench.transport.answer(QiitaPages.first, headers: QiitaPages.headers(next: address), text: QiitaPages.page([9]))
        #expect(await bench.fetch()?.code == .redirectRefused)
        #expect(bench.transport.urls == [QiitaPages.first])
        #expect(bench.writer.entries.count == 1)
        #expect(bench.writer.cursor == nil)
    }

    @Test("a list that has not changed is noted as unchanged")
    func unchanged() async throws {
        let bench = try QiitaBench()
        bench.transport.answer(
            QiitaPages.first, headers: QiitaPages.headers() + [("ETag", "W/\"5b1c\"")], text: QiitaPages.page([9]))
        #expect(await bench.fetch() == nil)
        #expect(await bench.fetch(since: StubPrevious(after: bench.writer)) == nil)
        #expect(bench.writer.unchangedKeys == [.only])
        #expect(bench.writer.documents.count == 1)
    }

    @Test("a cursor that is damaged keeps the ids that are whole")
    func damagedCursor() {
        let damaged = Cursor(rawValue: QiitaPages.id(1) + String(repeating: "x", count: 20) + QiitaPages.id(2) + "12")
        #expect(QiitaCursor(damaged).cursor.rawValue == QiitaPages.id(1) + QiitaPages.id(2))
        #expect(QiitaCursor(Cursor(rawValue: String(repeating: "0", count: 90_000))).cursor.rawValue.utf8.count == 2000)
    }
}
