import FeedModel
import FeedStages
import FeedTesting
import JSONList
import Testing

@Suite("What is proposed for a document")
struct ProposalTests {
    private func proposals(_ text: String) throws -> [[String]] {
        let document = Document(
            bytes: Array(text.utf8), contentType: "application/json", url: "https://api.example/",
            fetchedAt: Timestamp(seconds: 1_800_000_000))
        return try JSONListParser.configured(["id": "id"]).stage.proposals(for: document).map { proposal in
            proposal.options.map { "\($0.key): \($0.value)" }
        }
    }

    @Test("a search: the hits, with seconds since 1970 and numbers")
    func search() throws {
        let found = try proposals(
            """
            {"facets": [{"name": "a", "count": 1}, {"name": "b", "count": 2}], "hits": [
              {"objectID": "1", "title": "A thing", "url": "https://x.example/1", "author": "mika", "points": 5,
               "created_at_i": 1795075200, "num_comments": 2, "_tags": ["story"]},
              {"objectID": "2", "title": "Ask", "author": "aino", "points": 7, "created_at_i": 1795075100, "num_comments": 0}
            ]}
            """)
        #expect(
            found.first == [
                "entries: hits", "id: objectID", "title: title", "link: url", "authors: author",
                "published: created_at_i",
                "numbers: { likes: points, comments: num_comments }",
            ])
    }

    @Test("a list at the root, with Markdown and nested names")
    func releases() throws {
        let found = try proposals(
            """
            [{"id": 7, "name": "One", "html_url": "https://x.example/7", "published_at": "2026-11-18T17:00:00Z",
              "author": {"login": "ci"}, "body": "# New\\n\\n[log](https://x.example/log)"}]
            """)
        #expect(
            found == [
                [
                    "entries: $", "id: id", "title: name", "link: html_url", "authors: author.login",
                    "published: published_at", "content: body", "content_type: markdown",
                ]
            ])
    }

    @Test("a listing that wraps its entries, and names that need quotes")
    func wrapped() throws {
        let found = try proposals(
            """
            {"data": {"the list": [{"kind": "t3", "data": {"id": "1a", "title": "T", "permalink": "/r/1a",
              "created_utc": 1795075200.0}}, {"kind": "t3", "data": {"id": "1b", "title": "U", "permalink": "/r/1b",
              "created_utc": 1795075300.0}}]}}
            """)
        #expect(
            found.first == [
                "entries: \"data['the list'].*.data\"", "id: id", "title: title", "link: permalink",
                "published: created_utc",
            ])
    }

    @Test(
        "nothing where nothing looks like entries; an id that repeats is none",
        arguments: [
            "{}", "[]", "[1, 2]", #"{"a": [{"x": 1}]}"#, #"[{"id": 1, "title": "a"}, {"id": 1, "title": "b"}]"#,
            #"{"rates": [{"currency": "EUR", "value": 1.5}]}"#,
        ])
    func nothing(text: String) throws {
        #expect(try proposals(text) == [])
    }
}
