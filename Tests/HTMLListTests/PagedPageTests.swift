import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import HTMLList

@Suite("A list on several pages")
struct PagedPageTests {
    private func page(_ numbers: ClosedRange<Int>, next: String?) -> String {
        let entries = numbers.map { "<li><a href='/n/\($0)'>News \($0)</a>" }.joined()
        return entries + (next.map { "<a rel=next href='\($0)'>older</a>" } ?? "")
    }

    @Test("is read on where a selector leads, as far as `pages` allows")
    func next() async throws {
        let bench = try HTMLListBench("{ entries: li, next: 'a[rel=next]', pages: 3 }")
        bench.transport.answer(HTMLListBench.url, text: page(21...30, next: "?p=2"))
        bench.transport.answer(HTMLListBench.url + "?p=2", text: page(11...20, next: "?p=3"))
        bench.transport.answer(HTMLListBench.url + "?p=3", text: page(1...10, next: "?p=4"))
        #expect(await bench.fetch() == nil)
        #expect(bench.writer.entries.count == 30)
    }

    @Test("ends with a page of few entries, or of none, whatever the first one must have")
    func lastPage() async throws {
        for last in [page(20...20, next: nil), "<p>Nothing more"] {
            let bench = try HTMLListBench("{ entries: li, min_entries: 5, page: { parameter: p }, pages: 5 }")
            bench.transport.answer(HTMLListBench.url, text: page(31...40, next: nil))
            bench.transport.answer(HTMLListBench.url + "?p=2", text: page(21...30, next: nil))
            bench.transport.answer(HTMLListBench.url + "?p=3", text: last)
            bench.transport.answer(HTMLListBench.url + "?p=4", text: "<p>Nothing more")
            #expect(await bench.fetch() == nil)
            #expect(bench.writer.entries.count >= 20)
        }
    }

    @Test("never leads to another server")
    func elsewhere() async throws {
        let bench = try HTMLListBench("{ entries: li, next: 'a[rel=next]@href', pages: 3 }")
        bench.transport.answer(HTMLListBench.url, text: page(1...10, next: "https://other.example/"))
        #expect(await bench.fetch()?.code == .redirectRefused)
        #expect(bench.writer.entries.count == 10)
    }

    @Test("whose next page would take hours to find is read, and told by the selector")
    func costly() async throws {
        let selector = "//a[count(preceding::p) > 30000]"
        let bench = try HTMLListBench("{ entries: li, next: '\(selector)', pages: 3 }")
        let page = page(1...10, next: nil) + String(repeating: "<p><a href=1>x</a>", count: 30_000)
        bench.transport.answer(HTMLListBench.url, text: page)
        let error = await bench.fetch()
        #expect(error?.code == .selectorTooCostly)
        #expect(error?.facts[.found] == selector)
        #expect(bench.writer.entries.count == 10)
    }

    @Test("of a form is asked with POST")
    func form() async throws {
        let bench = try HTMLListBench("{ entries: li, form: { q: 水道 } }")
        bench.transport.answer(HTMLListBench.url, text: page(1...3, next: nil))
        #expect(await bench.fetch() == nil)
        #expect(bench.transport.requests.map(\.method) == ["POST"])
        #expect(
            bench.transport.requests.first?.headers.first { $0.name == "Accept" }?.value.reveal()
                == "text/html, application/xhtml+xml, */*;q=0.8")
    }
}
