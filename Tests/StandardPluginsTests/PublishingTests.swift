import FeedConfiguration
import FeedEngine
import Testing

/// What `check` says of feeds that others may fetch.
@Suite struct PublishingTests {
    private func lines(_ sources: String, format: String) throws -> [String] {
        try ConfigurationTests.read(
            """
            version: 1
            sources:
              news: { type: google_news }
              blog: { type: feed, url: "https://example.com/feed" }
            sinks:
              page: { type: stdout }
              out: { type: file, path: x, format: \(format) }
            pipelines:
              all: { sources: [news, blog], sinks: [page] }
              p: { sources: \(sources), sinks: [out] }
            """
        ).diagnostics.map(\.description)
    }

    @Test("a feed of Google News is warned of, with its terms; a page and another source are not")
    func terms() throws {
        for format in ["atom", "jsonfeed"] {
            let found = try lines("[news, blog]", format: format)
            #expect(found.count == 1)
            #expect(found.first?.contains("warning: pipelines.p: sinks.out makes a feed of sources.news") == true)
            #expect(found.first?.contains("for personal, non-commercial use in a feed reader") == true)
            #expect(try lines("[blog]", format: format) == [])
        }
        #expect(try lines("[news]", format: "html") == [])
    }

    @Test("an address that is none, and appending, are refused")
    func options() throws {
        #expect(try lines("[blog]", format: "atom, feed_url: /feed.xml").count == 1)
        #expect(try lines("[blog]", format: "atom, feed_url: 'https://me.example/feed.xml', bodies: full") == [])
        #expect(try lines("[blog]", format: "jsonfeed, mode: append").count == 1)
    }
}
