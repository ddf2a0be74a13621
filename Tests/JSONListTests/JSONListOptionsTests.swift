import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import JSONList
import Testing

@Suite("The options of json")
struct JSONListOptionsTests {
    @Test("keep to what every stage must keep to")
    func conformance() {
        let sample: Node = [
            "url": "https://api.example/items", "entries": "data.items", "id": "id", "title": "title",
            "page": ["parameter": "page"], "pages": "3", "feed_title": "Items",
        ]
        #expect(StageConformance.problems(of: JSONListSource.self, sample: sample) == [])
        #expect(StageConformance.problems(of: JSONListParser.self, sample: ["id": "id"]) == [])
    }

    @Test(
        "tell a mistake once, with the key, the line and the column",
        arguments: [
            ("id: a[?@.b]", "2:7: testing.id: \"a[?@.b]\", character 3: filters (`?`) are not supported here"),
            ("id: content-type", "2:12: testing.id: \"content-type\", character 8: `-` is not allowed here"),
            ("id: [a, b..c]", "2:10: testing.id[1]: \"b..c\", character 2: descendants (`..`) are not supported here"),
            ("id: \"{{a\"", "2:5: testing.id: \"{{a\", character 1: `{{` is not closed"),
            ("id: { literal: a, x: b }", "2:19: testing.id: unknown option `x`"),
            ("id: a\nentries: data.[x]", "3:15: testing.entries: \"data.[x]\", character 6: `[` is not allowed here"),
            ("id: a\nnumbers: { Likes: b }", "3:12: testing.numbers: `Likes` cannot be a name"),
            ("id: a\nnumbers: { likes: b.. }", "3:20: testing.numbers.likes: \"b..\", character 2: descendants"),
            (
                "id: a\npublished_format: yyyy-QQ",
                "3:24: testing.published_format: \"yyyy-QQ\", character 6: `QQ` has no meaning"
            ),
            ("id: a\npublished_zone: Mars/Base", "3:17: testing.published_zone: there is no zone \"Mars/Base\""),
            ("id: a\nlink_header: yes\nnext: b", "4:1: testing: only one of `link_header` and `next` may be given"),
            ("id: a\njson: {}\nform: {}", "4:1: testing: only one of `json` and `form` may be given"),
            ("id: a\nmethod: GET\njson: { q: x }", "3:9: testing.method: GET cannot send a body"),
            ("id: a\npages: 3", "3:8: testing.pages: no option says how to find the next page"),
            ("id: a\npage: { first: 1 }", "3:7: testing.page: `parameter` is missing"),
            ("id: a\noffset: { parameter: o }", "3:9: testing.offset: `by` is missing"),
            ("id: a\ncursor: { from: x, parameter: y, z: 1 }", "3:34: testing.cursor: unknown option `z`"),
            ("id: a\ncontent_type: rtf", "3:15: testing.content_type: expected text, html or markdown"),
            ("id: a\ngraphql: { variables: {} }", "3:10: testing.graphql: `query` is missing"),
            ("title: a", "1:1: testing: needs `id` or `link` to identify entries"),
        ])
    func mistakes(options: String, message: String) throws {
        let found = try JSONListBench.mistakes("url: https://api.example/items\n\(options)")
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasPrefix(message) == true, "\(found)")
    }

    @Test("want an address of the web without user and password")
    func addresses() throws {
        #expect(try JSONListBench.mistakes("{ url: ftp://x.example, id: a }").count == 1)
        #expect(try JSONListBench.mistakes("{ url: \"https://u:p@x.example\", id: a }").count == 1)
        #expect(
            try JSONListBench.mistakes("{ id: a }") == [
                "1:1: testing: `url` is missing (add `url:` (URL of the document; may be a secret))"
            ])
    }

    @Test("J16 that choose content are the feed's identity, fields and credentials are not")
    func canonicalRequest() throws {
        func request(_ yaml: String) throws -> String { try JSONListBench(yaml).source.canonicalRequest }
        let plain = try request("{ url: \"HTTPS://API.example:443/items\", entries: data, id: id, title: a }")
        #expect(plain == "GET https://api.example/items entries=data id=id")
        #expect(try request("{ url: \"https://api.example/items\", entries: $.data, id: id, title: b }") == plain)
        #expect(try request("{ url: \"https://api.example/items\", entries: data, id: guid }") != plain)
        #expect(try request("{ url: \"https://api.example/items\", entries: other, id: id }") != plain)
        let linked = try request("{ url: \"https://api.example/items\", entries: data, link: url, title: a }")
        #expect(linked == "GET https://api.example/items entries=data")
        #expect(try request("{ url: \"https://api.example/items\", entries: data, link: \"/i/{{slug}}\" }") == linked)
        let one = try request(
            "{ url: \"https://api.example/\", id: id, json: { q: a, token: { secret: { env: A } } } }")
        #expect(one == #"POST https://api.example/ {"q":"a","token":"***"} entries=$ id=id"#)
        #expect(try request("{ url: \"https://api.example/\", id: id, json: { q: b } }") != one)
    }

    @Test("give a title for people that is none of an entry")
    func title() throws {
        #expect(try JSONListBench("{ url: \"https://a.example/\", id: id, title: x }").source.defaultTitle == nil)
        let titled = try JSONListBench("{ url: \"https://a.example/\", id: id, title: x, feed_title: Things }")
        #expect(titled.source.defaultTitle == "Things")
    }
}
