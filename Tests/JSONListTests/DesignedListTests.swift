import FeedModel
import FeedStages
import FeedTesting
import JSONList
import Testing

/// Answers in the shape of real services, written for these tests.
@Suite("Lists of well-known services become entries")
struct DesignedListTests {
    @Test("randomuser.me: a template for the name, a nested id, a picture")
    func people() async throws {
        let bench = try JSONListBench(
            """
            url: "https://randomuser.me/api/?results=20&seed=kawaraban"
            entries: results
            id: login.uuid
            title: "{{name.first}} {{name.last}}"
            image: picture.thumbnail
            summary: "{{location.city}}, {{location.country}}"
            published: registered.date
            """)
        let entries = try await bench.entries(
            of: """
                {"results": [
                  {"gender": "female", "name": {"title": "Ms", "first": "Aino", "last": "Salmi"},
                   "location": {"street": {"number": 4, "name": "Rantatie"}, "city": "Turku", "country": "Finland"},
                   "login": {"uuid": "6b3c1d8e-0000-4000-8000-000000000001", "username": "x"},
                   "registered": {"date": "2012-05-07T04:41:30.120Z", "age": 14}, "id": {"name": "HETU", "value": null},
                   "picture": {"thumbnail": "https://randomuser.me/api/portraits/thumb/women/4.jpg"}},
                  {"name": {"first": "美咲", "last": "佐藤"}, "location": {"city": "大阪", "country": "日本"},
                   "login": {"uuid": "6b3c1d8e-0000-4000-8000-000000000002"},
                   "registered": {"date": "2020-02-29T00:00:00+09:00"}, "id": {"name": "", "value": null},
                   "picture": {"thumbnail": "/portraits/5.jpg"}}],
                 "info": {"seed": "kawaraban", "results": 20, "page": 1, "version": "1.4"}}
                """)
        #expect(entries.map(\.guid) == [1, 2].map { "6b3c1d8e-0000-4000-8000-00000000000\($0)" })
        #expect(entries.map(\.title) == ["Aino Salmi", "美咲 佐藤"])
        #expect(entries.map(\.content) == [.plain("Turku, Finland"), .plain("大阪, 日本")])
        #expect(
            entries.map(\.published)
                == [Timestamp("2012-05-07T04:41:30.120Z"), Timestamp("2020-02-28T15:00:00Z")])
        #expect(
            entries.map(\.image) == [
                "https://randomuser.me/api/portraits/thumb/women/4.jpg", "https://randomuser.me/portraits/5.jpg",
            ])
        #expect(entries.map(\.url) == [nil, nil])
    }

    @Test("HN: a link where there is one, else one made of the id; numbers and seconds since 1970")
    func news() async throws {
        let bench = try JSONListBench(
            """
            url: "https://hn.algolia.com/api/v1/search_by_date?tags=story"
            entries: hits
            id: objectID
            title: title
            link: [url, "https://news.ycombinator.com/item?id={{objectID}}"]
            comments_link: "https://news.ycombinator.com/item?id={{objectID}}"
            authors: author
            published: created_at_i
            numbers: { likes: points, comments: num_comments }
            page: { parameter: page, first: 0 }
            """)
        let entries = try await bench.entries(
            of: """
                {"hits": [
                  {"author": "mika", "created_at": "2026-11-19T08:00:00Z", "created_at_i": 1795075200, "num_comments": 12,
                   "objectID": "46000001", "points": 120, "title": "A thing", "url": "https://thing.example/a",
                   "_highlightResult": {"title": {"value": "A <em>thing</em>"}}},
                  {"author": "aino", "created_at_i": 1795071600, "num_comments": null, "objectID": "46000002",
                   "points": 55, "title": "Ask HN: which thing?", "story_text": "<p>Which?"}],
                 "nbHits": 2, "page": 0, "nbPages": 1, "hitsPerPage": 20}
                """)
        #expect(entries.map(\.guid) == ["46000001", "46000002"])
        #expect(
            entries.map(\.url) == ["https://thing.example/a", "https://news.ycombinator.com/item?id=46000002"])
        #expect(entries.map(\.commentsURL).last == "https://news.ycombinator.com/item?id=46000002")
        #expect(entries.map(\.numbers) == [["likes": 120, "comments": 12], ["likes": 55]])
        #expect(entries.map(\.published) == [Timestamp(seconds: 1_795_075_200), Timestamp(seconds: 1_795_071_600)])
        #expect(entries.map(\.authors) == [[Person(name: "mika")], [Person(name: "aino")]])
    }

    @Test("GitHub: a list at the root, a name or else a tag, Markdown, extras, files")
    func releases() async throws {
        let bench = try JSONListBench(
            """
            url: "https://api.github.com/repos/swiftlang/swift/releases?per_page=30"
            entries: $
            id: node_id
            title: [name, tag_name]
            link: html_url
            content: body
            content_type: markdown
            authors: author.login
            published: published_at
            extras: { prerelease: prerelease, tag: tag_name }
            enclosures: { list: assets, url: browser_download_url, type: content_type, size: size, title: name }
            link_header: true
            """)
        let entries = try await bench.entries(
            of: """
                [{"node_id": "RE_1", "name": "", "tag_name": "swift-6.9-RELEASE", "draft": false, "prerelease": false,
                  "html_url": "https://github.com/swiftlang/swift/releases/tag/swift-6.9-RELEASE",
                  "published_at": "2026-11-18T17:00:00Z", "author": {"login": "swift-ci"},
                  "assets": [{"name": "a.tar.gz", "content_type": "application/gzip", "size": 1234,
                              "browser_download_url": "https://github.com/swiftlang/swift/a.tar.gz"}],
                  "body": "## What's new\\r\\n\\r\\nSee [the log](https://swift.example/log) <b>now</b>\\r\\nand more."}]
                """)
        let entry = try #require(entries.first)
        #expect(entry.guid == "RE_1")
        #expect(entry.title == "swift-6.9-RELEASE")
        #expect(entry.extras == ["prerelease": .flag(false), "tag": .text("swift-6.9-RELEASE")])
        #expect(
            entry.enclosures == [
                Enclosure(
                    url: "https://github.com/swiftlang/swift/a.tar.gz", mediaType: "application/gzip", size: 1234,
                    title: "a.tar.gz")
            ])
        let markup = """
            <p><strong>What&#39;s new</strong></p>
            <p>See <a href="https://swift.example/log">the log</a> &lt;b&gt;now&lt;/b&gt;<br>
            and more.</p>

            """
        #expect(entry.content == .html(UntrustedHTML(markup: markup, base: entry.url)))
    }

    @Test("J02 connpass: the names of one version or those of the other, HTML, numbers as ids")
    func events() async throws {
        let bench = try JSONListBench(
            """
            url: "https://connpass.com/api/v2/events/?keyword=swift&order=3&count=100"
            entries: events
            id: [id, event_id]
            title: title
            link: [url, event_url]
            summary: catch
            content: description
            content_type: html
            published: updated_at
            extras: { starts: started_at, place: place }
            numbers: { accepted: accepted, limit: limit }
            offset: { parameter: start, first: 1, by: 100 }
            """)
        let entries = try await bench.entries(
            of: """
                {"results_returned": 2, "results_available": 2, "results_start": 1, "events": [
                  {"id": 364000, "title": "Swift 勉強会 #9", "catch": "関西のSwift", "description": "<p>発表します</p>",
                   "url": "https://swift.connpass.com/event/364000/", "started_at": "2026-12-05T13:00:00+09:00",
                   "updated_at": "2026-11-20T09:30:00+09:00", "limit": 40, "accepted": 12, "place": "大阪", "lat": null},
                  {"event_id": 12345678901234567890, "title": "Old one", "catch": "", "description": null,
                   "event_url": "https://swift.connpass.com/event/1/", "updated_at": "2026-11-01T09:30:00+09:00",
                   "limit": null, "accepted": 0, "place": null}]}
                """)
        // More digits than a double has: the number stays as it was written.
        #expect(entries.map(\.guid) == ["364000", "12345678901234567890"])
        #expect(
            entries.map(\.url)
                == ["https://swift.connpass.com/event/364000/", "https://swift.connpass.com/event/1/"])
        #expect(entries[0].summary == .plain("関西のSwift"))
        #expect(
            entries[0].content
                == .html(UntrustedHTML(markup: "<p>発表します</p>", base: "https://swift.connpass.com/event/364000/")))
        #expect(entries[1].content == nil)
        #expect(entries.map(\.numbers) == [["accepted": 12, "limit": 40], ["accepted": 0]])
        #expect(entries[0].extras == ["starts": .text("2026-12-05T13:00:00+09:00"), "place": .text("大阪")])
        #expect(entries[0].publishedOffset?.text == "+09:00")
    }

    @Test("e-Gov: a day by the clock of Tokyo, a link made of an id")
    func laws() async throws {
        let bench = try JSONListBench(
            """
            url: "https://laws.e-gov.go.jp/api/2/laws?limit=100"
            entries: laws
            id: revision_info.law_revision_id
            title: revision_info.law_title
            link: "https://laws.e-gov.go.jp/law/{{law_info.law_id}}"
            summary: law_info.law_num
            published: law_info.promulgation_date
            published_zone: Asia/Tokyo
            offset: { parameter: offset, by: 100 }
            """, zone: Zone(name: "Asia/Tokyo", fixedOffset: 32_400))
        let entries = try await bench.entries(
            of: """
                {"total_count": 1, "count": 1, "next_offset": 100, "laws": [
                  {"law_info": {"law_type": "Act", "law_id": "506AC0000000001", "law_num": "令和六年法律第一号",
                                "promulgation_date": "2024-02-21"},
                   "revision_info": {"law_revision_id": "506AC0000000001_20240221", "law_title": "試験法"}}]}
                """)
        let entry = try #require(entries.first)
        #expect(entry.guid == "506AC0000000001_20240221")
        #expect(entry.url == "https://laws.e-gov.go.jp/law/506AC0000000001")
        #expect(entry.published == Timestamp("2024-02-20T15:00:00Z"))
        #expect(entry.publishedOffset?.text == "+09:00")
    }

    @Test("GraphQL: a query with variables, nodes below data")
    func issues() async throws {
        let bench = try JSONListBench(
            """
            url: "https://api.example/graphql"
            graphql:
              query: "query($n:Int){ issues(first:$n){ nodes{ id title url updatedAt } } }"
              variables: { n: 50 }
            entries: data.issues.nodes
            id: id
            title: title
            link: url
            published: updatedAt
            """)
        let entries = try await bench.entries(
            of: """
                {"data": {"issues": {"nodes": [
                  {"id": "I_1", "title": "It breaks", "url": "https://api.example/i/1", "updatedAt": "2026-11-19T08:00:00Z"}
                ]}}}
                """)
        #expect(entries.map(\.guid) == ["I_1"])
        let request = try #require(bench.transport.requests.first)
        #expect(request.method == "POST")
        #expect(
            request.headers == [
                .init("Accept", "application/json"), .init("Content-Type", "application/json"),
            ])
        #expect(
            String(decoding: request.body ?? [], as: UTF8.self)
                == #"{"query":"query($n:Int){ issues(first:$n){ nodes{ id title url updatedAt } } }","variables":{"n":50}}"#
        )
    }

    @Test("J08 Reddit: entries inside a list, a path that keeps its slashes, seconds with a point")
    func listing() async throws {
        let bench = try JSONListBench(
            """
            url: "https://www.reddit.com/r/swift/new.json"
            entries: data.children[*].data
            id: name
            title: title
            link: "https://www.reddit.com{{+permalink}}"
            content: selftext_html
            content_type: html
            published: created_utc
            numbers: { likes: ups }
            cursor: { from: data.after, parameter: after }
            """)
        let entries = try await bench.entries(
            of: """
                {"kind": "Listing", "data": {"after": null, "children": [
                  {"kind": "t3", "data": {"name": "t3_1a", "title": "On {{actors}}", "ups": 9, "created_utc": 1795075200.5,
                   "permalink": "/r/swift/comments/1a/on_actors/", "selftext_html": null}}]}}
                """)
        let entry = try #require(entries.first)
        #expect(entry.title == "On {{actors}}")
        #expect(entry.url == "https://www.reddit.com/r/swift/comments/1a/on_actors/")
        #expect(entry.published == Timestamp(milliseconds: 1_795_075_200_500))
    }
}
