import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import JSONList

@Suite("JSON that stands in a page")
struct EmbeddedListTests {
    private static let options = """
        url: "https://shop.example/new"
        embedded: "script#__NEXT_DATA__"
        entries: props.items
        id: id
        title: name
        link: "/i/{{id}}"
        """

    private func entries(_ options: String, _ page: String) async throws -> [Entry] {
        try await JSONListBench(options).entries(of: page)
    }

    @Test("is read as if it were the document")
    func nextData() async throws {
        let page = """
            <!doctype html><script id="__NEXT_DATA__" type="application/json">{"props":{"items":[
              {"id":7,"name":"Tea & \\u003ccups>"},{"id":8,"name":"a</b>"}]}}</script><div id=__next></div>
            """
        let entries = try await entries(Self.options, page)
        #expect(entries.map(\.title) == ["Tea & <cups>", "a</b>"])
        #expect(entries.map(\.url) == ["https://shop.example/i/7", "https://shop.example/i/8"])
    }

    @Test("is taken together where it stands in several elements; what is no JSON, or has no such list, is passed over")
    func several() async throws {
        let page = """
            <script type="application/ld+json">{"@type":"Organization"}</script>
            <script type="application/ld+json">{"itemListElement":[{"url":"https://shop.example/1","name":"a"}]}</script>
            <script type="application/ld+json">{broken</script>
            <script type="application/ld+json">{"itemListElement":[{"url":"https://shop.example/2","name":"b"}]}</script>
            """
        let options = """
            url: "https://shop.example/"
            embedded: "script[type='application/ld+json']"
            entries: itemListElement
            link: url
            title: name
            """
        #expect(try await entries(options, page).map(\.title) == ["a", "b"])
    }

    @Test(
        "is missed with a sentence that names the element, or the place in it",
        arguments: [
            ("<p>", StageError.Code.pageChanged, "`script#__NEXT_DATA__` finds nothing on this page"),
            (
                "<script id=__NEXT_DATA__>self.x = {}</script>", .pageChanged,
                "the content of `script#__NEXT_DATA__` is not JSON: no value at byte 0"
            ),
            (
                "<script id=__NEXT_DATA__>{\"props\":{\"item\":[{}]}}</script>", .listNotFound,
                "no `props.items`; there is `props.item[1]`"
            ),
        ])
    func missing(page: String, code: StageError.Code, found: String) async throws {
        let error = await #expect(throws: StageError.self) { _ = try await entries(Self.options, page) }
        #expect(error?.code == code)
        #expect(error?.text(of: .found, in: .en) == found)
    }

    @Test("of a page that is too deep for the tree of a browser is read, and that is told")
    func simplified() async throws {
        let bench = try JSONListBench(Self.options)
        let deep = String(repeating: "<div>", count: 1000)
        let page = "<script id=__NEXT_DATA__>{\"props\":{\"items\":[{\"id\":7,\"name\":\"Tea\"}]}}</script>" + deep
        #expect(try await bench.entries(of: page).map(\.title) == ["Tea"])
        #expect(bench.writer.feeds.flatMap(\.repairs).map(\.code) == ["simplified_page"])
        let cut = await #expect(throws: StageError.self) { _ = try await entries(Self.options, deep + "<p>") }
        #expect(
            cut?.text(of: .found, in: .en)
                == "`script#__NEXT_DATA__` finds nothing: the page is too large, or nested too deeply, to be read "
                + "whole")
    }

    @Test("is asked for as a page")
    func accept() async throws {
        let bench = try JSONListBench(Self.options)
        bench.transport.answer(
            "https://shop.example/new", text: "<script id=__NEXT_DATA__>{\"props\":{\"items\":[]}}</script>")
        #expect(await bench.fetch() == nil)
        let fields = bench.transport.requests.first?.headers ?? []
        #expect(fields.map { $0.value.reveal() }.contains("text/html, application/xhtml+xml, */*;q=0.8"))
    }
}
