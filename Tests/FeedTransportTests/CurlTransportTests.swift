import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import MachineLaboratory
import Testing

@Suite("CurlTransport")
struct CurlTransportTests {
    @Test("a document arrives whole, with its header fields in lower case")
    func get() async throws {
        let server = try Loopback.server { _ in
            LoopbackReply(headers: [("Content-Type", "text/xml"), ("ETag", "W/\"1\"")], text: "<rss/>")
        }
        let response = try await Loopback.transport().send(HTTPRequest(url: server.url("/feed.xml?a=1#top")))
        #expect(response.status == 200)
        #expect(Loopback.text(response) == "<rss/>")
        #expect(response.header("content-type") == "text/xml")
        #expect(response.finalURL == server.url("/feed.xml?a=1"))
        #expect(response.validators == Validators(url: server.url("/feed.xml?a=1"), etag: "W/\"1\""))
        #expect(response.requests == 1)
        #expect(response.bytesReceived == 6)
        #expect(response.receivedAt == ManualClock().now)
        #expect(server.requests.map(\.target) == ["/feed.xml?a=1"])
        #expect(server.requests.first?.header("accept-encoding") == "gzip, br, zstd")
        #expect(server.requests.first?.header("user-agent") == "Kawaraban (feed aggregator)")
    }
}
