import FeedConfiguration
import FeedModel
import FeedStages
import Testing

@testable import FeedCommand

@Suite("Impatient network")
struct ImpatientNetworkTests {
    /// Answers at once, or only when its task is cancelled.
    private struct Network: HTTPTransport {
        let asked: AsyncStream<Void>.Continuation

        func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
            asked.yield()
            guard request.url.reveal().hasSuffix("/dead") else {
                return HTTPResponse(
                    status: 200, headers: [], body: [], finalURL: request.url.reveal(),
                    receivedAt: Timestamp(seconds: 0))
            }
            // Sleeps until it is cancelled: no test lasts so long.
            try? await Task.sleep(for: .seconds(86_400))
            throw StageError(.cancelled, subject: "dead")
        }
    }

    private let asked = AsyncStream.makeStream(of: Void.self)
    private var network: ImpatientNetwork { ImpatientNetwork(Network(asked: asked.continuation)) }

    private static func code(_ body: () async throws(StageError) -> HTTPResponse) async -> StageError.Code? {
        do throws(StageError) {
            _ = try await body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test("passes answers on, and ends what is open when nobody waits any more, as if its time were over")
    func over() async {
        let network = network
        #expect(
            await Self.code { () throws(StageError) in try await network.send(HTTPRequest(url: "http://a/1")) } == nil)
        async let open = Self.code { () throws(StageError) in try await network.send(HTTPRequest(url: "http://a/dead"))
        }
        var steps = asked.stream.makeAsyncIterator()
        for _ in 0..<2 { await steps.next() }
        network.stopWaiting()
        #expect(await open == .timeout)
        // What is sent later has a chance of its own.
        let later = await Self.code { () throws(StageError) in try await network.send(HTTPRequest(url: "http://a/2")) }
        #expect(later == nil)
        #expect(network.hasEnded)
    }

    @Test("ends of each host the oldest request alone: those behind it may have waited for its connection")
    func queues() async {
        let network = network
        var steps = asked.stream.makeAsyncIterator()
        func send(_ address: String) -> Task<StageError.Code?, Never> {
            Task {
                await Self.code { () throws(StageError) in
                    try await network.send(HTTPRequest(url: Secret(address, mask: address)))
                }
            }
        }
        let first = send("http://a/1/dead")
        await steps.next()
        let other = send("http://b/dead")
        await steps.next()
        let second = send("http://a/2/dead")
        await steps.next()
        network.stopWaiting()
        #expect(await first.value == .timeout)
        #expect(await other.value == .timeout)
        #expect(!second.isCancelled)
        network.stopWaiting()
        #expect(await second.value == .timeout)
    }

    @Test("a run that is stopped stays one that was stopped")
    func cancelled() async {
        let network = network
        let task = Task {
            await Self.code { () throws(StageError) in try await network.send(HTTPRequest(url: "http://a/dead")) }
        }
        var steps = asked.stream.makeAsyncIterator()
        await steps.next()
        task.cancel()
        #expect(await task.value == .cancelled)
    }
}
