import FeedModel
import FeedStages
import FeedTesting
import JSONList
import Testing

@Suite("Lists in JSON")
struct ListReadingTests {
    private func bench(_ options: String) throws -> JSONListBench {
        try JSONListBench("url: https://api.example/items\n\(options)")
    }

    private func error(_ options: String, _ answer: String) async throws -> StageError? {
        let bench = try bench(options)
        bench.transport.answer(JSONListBench.url, text: answer)
        return await bench.fetch()
    }

    @Test(
        "J10 at a wrong path are told with the names that are there",
        arguments: [
            (
                "data.item", #"{"data": {"total": 2, "items": [{"id": 1}, {"id": 2}], "x": 1}}"#,
                "no `data.item`; there are `data.items[2]`, `data.total`, `data.x`"
            ),
            (
                "data.items", #"{"data": {"results": [{"id": 1}], "meta": {}}}"#,
                "no `data.items`; there are `data.results[1]`, `data.meta`"
            ),
            ("itmes", #"{"meta": {}, "items": [{"id": 1}]}"#, "no `itmes`; there are `items[1]`, `meta`"),
            ("data.items", #"{"items": [{"id": 1}]}"#, "no `data`; there is `items[1]`"),
            (
                "items", #"{"data": {"list": [{"id": 1}, {"id": 2}]}}"#,
                "no `items`; there is `data`; lists are at `data.list[2]`"
            ),
            (
                "data.items", #"{"data": [{"id": 1}]}"#,
                "no `data.items`: `data` is a list of 1; lists are at `data[1]`"
            ),
            ("$", #"{"items": [{"id": 1}]}"#, "`$` is an object, not a list; lists are at `items[1]`"),
            ("items", "{}", "no `items`; an empty object is there"),
            ("items", "7", "no `items`: `$` is a number"),
            ("items[0]", #"{"items": {"a": []}}"#, "no `items[0]`: `items` is an object"),
            ("a[*].b", #"{"a": [{"c": 1}]}"#, "no `a.*.b`; there is `a.*.c`; lists are at `a[1]`"),
            ("data.items", #"{"data": null, "x": 1}"#, "no `data.items`: `data` is null"),
        ])
    func lost(entries: String, answer: String, found: String) async throws {
        let error = try await error("entries: \"\(entries)\"\nid: id", answer)
        #expect(error?.code == .listNotFound)
        #expect(error?.text(of: .found, in: .en) == found)
    }

    @Test("a path that leads nowhere is told in Japanese, too, with what there is")
    func japanese() async throws {
        let error = try await error("entries: items\nid: id", #"{"data": {"list": [{"id": 1}, {"id": 2}]}}"#)
        #expect(
            error?.text(of: .found, in: .ja)
                == "`items` がありません。あるのは `data` です。リストは `data.list[2]` にあります")
    }

    @Test(
        "J03 may be empty, or null, or inside lists that are",
        arguments: [
            ("items", #"{"items": []}"#), ("items", #"{"items": null}"#), ("$", "[]"), ("a[*].b", #"{"a": []}"#),
            ("a.*", #"{"a": {}}"#), ("a[*].b[*]", #"{"a": [{"b": []}]}"#), ("a[*].b", #"{"a": [{"b": null}]}"#),
        ])
    func empty(entries: String, answer: String) async throws {
        #expect(try await error("entries: \"\(entries)\"\nid: id", answer) == nil)
    }

    @Test(
        "are the elements of a list, the values of a map, or the elements of several lists",
        arguments: [
            ("items", #"{"items": [{"id": 1}, {"id": 2}]}"#),
            ("items.*", #"{"items": {"a": {"id": 1}, "b": {"id": 2}}}"#),
            ("days[*].items", #"{"days": [{"items": [{"id": 1}]}, {"items": [{"id": 2}]}, {"items": null}, {}]}"#),
            ("x[1]", #"{"x": [1, [{"id": 1}, {"id": 2}]]}"#),
            ("items", #"{"items": [], "items": [{"id": 1}, {"id": 2}]}"#),
        ])
    func shapes(entries: String, answer: String) async throws {
        let entries = try await bench("entries: \"\(entries)\"\nid: id").entries(of: answer)
        #expect(entries.map(\.guid) == ["1", "2"])
    }

    @Test("of texts are entries, too")
    func texts() async throws {
        let entries = try await bench("id: $\ntitle: $").entries(of: #"["a", "b"]"#)
        #expect(entries.map(\.title) == ["a", "b"])
    }

    @Test("J02, J11 ids keep their figures; without an id the link is one; a text never is")
    func ids() async throws {
        let bench = try bench("id: id\nlink: url\ntitle: title")
        let entries = try await bench.entries(
            of: """
                [{"id": 9007199254740993, "title": "a"}, {"id": 1.0, "title": "a"}, {"id": "x ", "title": "a"},
                 {"id": null, "url": "/a", "title": "a"}, {"url": "/b"}, {"title": "only a title"}, {"id": {}}, {"id": ""}]
                """)
        #expect(
            entries.map(\.guid)
                == ["9007199254740993", "1.0", "x", "https://api.example/a", "https://api.example/b"])
        let failure = try #require(bench.writer.failures.first)
        #expect(failure.key.rawValue == "entries")
        #expect(failure.error.code == .unidentified)
        #expect(failure.error.text(of: .found, in: .en) == "3 of 8")
        #expect(bench.writer.feeds[0].repairs == [Repair(code: "unidentified_entries", count: 3)])
    }

    @Test("J04 of members of one name the last counts, in an entry as in the document")
    func repeatedNames() async throws {
        let entries = try await bench("entries: items\nid: id\ntitle: a.b").entries(
            of: """
                {"items": [{"id": 9}], "items": [{"id": 1, "a": {"b": "x"}, "id": 2, "a": {"b": "y", "b": "z"}},
                 {"id": 3, "a": {"b": "x"}, "a": null}]}
                """)
        #expect(entries.map(\.guid) == ["2", "3"])
        #expect(entries.map(\.title) == ["z", nil])
    }

    @Test("J11 of which nothing has an id or a link are an error")
    func unidentified() async throws {
        let error = try await error("id: id", #"[{"x": 1}, {"x": 2}]"#)
        #expect(error?.code == .unidentified)
        #expect(error?.text(of: .found, in: .en) == "2 of 2")
    }

    @Test("J03 null is as good as nothing: the next alternative is taken")
    func alternatives() async throws {
        let options = """
            id: id
            title: [a, b.c, "{{d}} {{e}}", { literal: untitled }]
            """
        let entries = try await bench(options).entries(
            of: """
                [{"id": 1, "a": "A", "b": {"c": "C"}}, {"id": 2, "a": null, "b": {"c": "C"}}, {"id": 3, "a": " "},
                 {"id": 4, "d": "D", "e": 5}, {"id": 5, "d": "D", "e": null}, {"id": 6, "a": false},
                 {"id": 7, "a": [null, "first", "second"]}]
                """)
        #expect(entries.map(\.title) == ["A", "C", "untitled", "D 5", "untitled", "false", "first"])
    }

    @Test("J07 braces inside a value stay what they are")
    func bracesInData() async throws {
        let options = "id: id\ntitle: \"{{a}}\"\nlink: \"https://x.example/{{a}}\""
        let entries = try await bench(options).entries(of: #"[{"id": 1, "a": "{{id}}"}]"#)
        #expect(entries.map(\.title) == ["{{id}}"])
        #expect(entries.map(\.url) == ["https://x.example/%7B%7Bid%7D%7D"])
    }

    @Test("addresses are those of the web; others are none")
    func addresses() async throws {
        let options = "id: id\nlink: [url, other]\nimage: image\nenclosures: files[*]"
        let entries = try await bench(options).entries(
            of: """
                [{"id": 1, "url": "javascript:alert(1)", "other": "//x.example/a b"},
                 {"id": 2, "url": "mailto:a@b.example", "image": "data:image/png;base64,AA", "files": ["a.mp3", 7, "ftp://x"]}]
                """)
        #expect(entries.map(\.url) == ["https://x.example/a%20b", nil])
        #expect(entries.map(\.image) == [nil, nil])
        #expect(entries[1].enclosures.map(\.url) == ["https://api.example/a.mp3", "https://api.example/7"])
    }

    @Test("all tags and authors are taken, each once, at most a hundred")
    func many() async throws {
        let options = "id: id\ntags: tags[*].name\nauthors: [people, author]"
        let tags = (0..<500).map { "{\"name\": \"t\($0 / 2)\"}" }.joined(separator: ",")
        let entries = try await bench(options).entries(
            of: "[{\"id\": 1, \"tags\": [\(tags)], \"people\": [\"a\", \"b\", null, \"a\"], \"author\": \"c\"}]")
        #expect(entries[0].categories.count == 50)
        #expect(entries[0].authors.map(\.name) == ["a", "b"])
    }

    @Test("numbers are whole ones, extras are what they are")
    func numbers() async throws {
        let options = "id: id\nnumbers: { a: a, b: b, c: c }\nextras: { x: x, y: y, z: z, w: w }"
        let entries = try await bench(options).entries(
            of: #"[{"id": 1, "a": "12", "b": 1e3, "c": 1.5, "x": true, "y": 1.5, "z": ["t"], "w": {"v": 1}}]"#)
        #expect(entries[0].numbers == ["a": 12, "b": 1000])
        #expect(entries[0].extras == ["x": .flag(true), "y": .number(1.5), "z": .text("t")])
    }

    @Test("J01 nested without end are cut, broken ones refused with a place, cut ones told as cut")
    func hostile() async throws {
        let deep = String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)
        let nested = try bench("entries: items\nid: id\ntitle: title")
        let entries = try await nested.entries(of: "{\"items\": [{\"id\": 1, \"title\": \(deep)}, {\"id\": 2}]}")
        #expect(entries.map(\.guid) == ["1", "2"])
        #expect(nested.writer.feeds[0].repairs == [Repair(code: "too_deep", count: 1)])
        let broken = try await error("id: id", #"[{"id": 1},]"#)
        #expect(broken?.code == .notAFeed)
        #expect(broken?.text(of: .found, in: .en) == "not JSON: no value at byte 11")
        #expect(try await error("id: id", #"[{"id": 1}, {"id""#)?.code == .incompleteDocument)
        #expect(try await error("id: id", "<!doctype html>")?.code == .notAFeed)
    }

    @Test("J12 with errors of GraphQL are a failure, whatever the status and whatever else came")
    func graphQL() async throws {
        let options = "graphql: { query: Q }\nentries: data.nodes\nid: id"
        let failed = try await error(
            options, #"{"data": {"nodes": [{"id": 1}]}, "errors": [{"message": "Field 'x' doesn't exist"}]}"#)
        #expect(failed?.code == .errorAnswered)
        #expect(failed?.explanation == "Field 'x' doesn't exist")
        #expect(try await error(options, #"{"data": null, "errors": [{}]}"#)?.code == .errorAnswered)
        #expect(try await error(options, #"{"data": {"nodes": []}, "errors": []}"#) == nil)
    }

    @Test("a service that says in words why there is no list is quoted")
    func words() async throws {
        let error = try await error(
            "entries: items\nid: id", #"{"error": {"message": "Unknown\ncategory", "code": 7}}"#)
        #expect(error?.code == .listNotFound)
        #expect(error?.explanation == "Unknown category")
    }

    @Test(
        "are titled by the words of markup where the service writes markup",
        arguments: [
            ("text", "It&#8217;s <i>new</i>"), ("html", "It’s new"), ("markdown", "It&#8217;s <i>new</i>"),
        ])
    func titleType(type: String, expected: String) async throws {
        let bench = try bench("id: id\ntitle: title.rendered\ntitle_type: \(type)")
        let entries = try await bench.entries(of: #"[{"id": 1, "title": {"rendered": "It&#8217;s <i>new</i>"}}]"#)
        #expect(entries.map(\.title) == [expected])
    }

    @Test("J14 with one field absent, wrong or null in each entry lose no entry and shift nothing")
    func oneAbsent() async throws {
        let fields: [(name: String, value: String)] = [
            ("title", "\"T\""), ("url", "\"/u\""), ("comments", "\"/c\""), ("author", "\"A\""),
            ("date", "\"2026-11-19T08:00:00Z\""), ("summary", "\"S\""), ("body", "\"B\""), ("image", "\"/i.png\""),
            ("tags", "[\"t\"]"), ("likes", "3"),
        ]
        let bench = try bench(
            """
            id: id
            title: title
            link: url
            comments_link: comments
            authors: author
            published: date
            summary: summary
            content: body
            image: image
            tags: tags
            numbers: { likes: likes }
            """)
        // Twenty entries: each field is absent once and of another kind once.
        let items = (0..<20).map { number -> String in
            var members = fields.map { "\"\($0.name)\": \($0.value)" }
            if number < 10 {
                members.remove(at: number)
            } else {
                members[number - 10] = "\"\(fields[number - 10].name)\": {}"
            }
            return "{\"id\": \(number), \(members.joined(separator: ", "))}"
        }
        let entries = try await bench.entries(of: "[\(items.joined(separator: ","))]")
        #expect(entries.map(\.guid) == (0..<20).map(String.init))
        for (number, entry) in entries.enumerated() {
            let absent = fields[number % 10].name
            #expect(entry.title == (absent == "title" ? nil : "T"))
            #expect(entry.url == (absent == "url" ? nil : "https://api.example/u"))
            #expect(entry.commentsURL == (absent == "comments" ? nil : "https://api.example/c"))
            #expect(entry.authors == (absent == "author" ? [] : [Person(name: "A")]))
            #expect(entry.published == (absent == "date" ? nil : Timestamp("2026-11-19T08:00:00Z")))
            #expect(entry.content == .plain(absent == "body" ? "S" : "B"))
            #expect(entry.summary == (absent == "body" || absent == "summary" ? nil : .plain("S")))
            #expect(entry.image == (absent == "image" ? nil : "https://api.example/i.png"))
            #expect(entry.categories == (absent == "tags" ? [] : [Category(term: "t")]))
            #expect(entry.numbers == (absent == "likes" ? [:] : ["likes": 3]))
        }
        #expect(bench.writer.failures.isEmpty)
    }
}
