import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import MachineLaboratory
import Testing

@Suite("Transfers beside each other")
struct SchedulingTests {
    @Test("N50 two hundred requests to one host go over one connection")
    func oneConnection() async throws {
        let server = try Loopback.server { request in LoopbackReply(text: request.target) }
        let transport = Loopback.transport()
        let bodies = await withTaskGroup(of: String?.self) { group in
            for number in 0..<200 {
                group.addTask { try? await Loopback.text(transport.send(HTTPRequest(url: server.url("/\(number)")))) }
            }
            return await group.reduce(into: Set<String>()) { bodies, body in if let body { bodies.insert(body) } }
        }
        #expect(bodies == Set((0..<200).map { "/\($0)" }))
        #expect(server.connections == 1)
    }

    @Test("connections_per_host is kept, and no more than `concurrency` are in flight")
    func limits() async throws {
        let server = try Loopback.server { _ in LoopbackReply(steps: [.pause(5)] + LoopbackReply(text: "x").steps) }
        for (perHost, concurrency) in [(3, 64), (8, 2)] {
            let before = server.connections
            let transport = Loopback.transport(concurrency: concurrency)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<30 {
                    group.addTask {
                        var request = HTTPRequest(url: server.url())
                        request.policy.connectionsPerHost = perHost
                        _ = try? await transport.send(request)
                    }
                }
            }
            #expect(server.connections - before <= min(perHost, concurrency))
        }
        #expect(server.requests.count == 60)
    }

    @Test("N50 a host to which many others redirect gets one request at a time all the same")
    func redirectedTo() async throws {
        let target = try Loopback.server { request in
            LoopbackReply(steps: [.pause(5)] + LoopbackReply(text: request.target).steps)
        }
        let others = try (1...8).map { number in
            try #require(
                LoopbackServer(host: "127.0.0.\(number + 1)") { _ in
                    LoopbackReply(302, headers: [("Location", target.url("/\(number)"))], text: "")
                })
        }
        let transport = Loopback.transport(allowing: ["127.0.0.0/8"])
        await withTaskGroup(of: Void.self) { group in
            for other in others {
                group.addTask { _ = try? await transport.send(HTTPRequest(url: other.url("/"))) }
            }
        }
        #expect(target.requests.count == 8)
        #expect(target.mostConnectionsAtOnce == 1)
    }

    @Test("a hanging host keeps nobody else waiting")
    func hangingHost() async throws {
        let hanging = try #require(LoopbackServer(host: "127.0.0.3") { _ in LoopbackReply(steps: [.hang]) })
        let server = try Loopback.server { _ in LoopbackReply(text: "ok") }
        let transport = Loopback.transport(allowing: ["127.0.0.0/8"])
        async let hung = Loopback.error(transport, HTTPRequest(url: hanging.url()))
        for _ in 0..<5 { #expect(try await transport.send(HTTPRequest(url: server.url())).status == 200) }
        await transport.shutdown()
        #expect(await hung?.code == .cancelled)
    }

    @Test("a cancelled request ends at once, in flight, in the queue and before it began")
    func cancellation() async throws {
        let server = try Loopback.server { _ in LoopbackReply(steps: [.hang]) }
        let transport = Loopback.transport()
        let tasks = (0..<20).map { _ in Task { await Loopback.error(transport, HTTPRequest(url: server.url())) } }
        try await eventually { !server.requests.isEmpty }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value?.code == .cancelled) }
        #expect(server.requests.count <= 20)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Loopback.error(transport, HTTPRequest(url: server.url()))
        }
        #expect(await late.value?.code == .cancelled)
    }

    @Test("after shutdown requests are cancelled, and a transport that was never used shuts down at once")
    func shutdown() async throws {
        let server = try Loopback.server { _ in LoopbackReply(text: "ok") }
        let transport = Loopback.transport()
        _ = try await transport.send(HTTPRequest(url: server.url()))
        await transport.shutdown()
        await transport.shutdown()
        #expect(await Loopback.error(transport, HTTPRequest(url: server.url()))?.code == .cancelled)
        let unused = Loopback.transport()
        await unused.shutdown()
        #expect(await Loopback.error(unused, HTTPRequest(url: server.url()))?.code == .cancelled)
    }

    @Test("N32 a document that has not changed is answered 304 without a body")
    func conditional() async throws {
        let server = try Loopback.server { request in
            request.header("if-none-match") == "W/\"x\"" && request.header("if-modified-since") == "Sat, 1 Jan"
                ? LoopbackReply(304)
                : LoopbackReply(headers: [("ETag", "W/\"x\""), ("Last-Modified", "Sat, 1 Jan")], text: "<rss/>")
        }
        let transport = Loopback.transport()
        let first = try await transport.send(HTTPRequest(url: server.url("/f")))
        let second = try await transport.send(HTTPRequest(url: server.url("/f"), validators: first.validators))
        #expect(second.status == 304)
        #expect(second.body.isEmpty)
    }

    @Test("a POST sends its body and its fields, and nothing that nobody asked for")
    func post() async throws {
        let server = try Loopback.server { _ in LoopbackReply(204) }
        let body = [UInt8](repeating: 7, count: 2 << 20)
        let response = try await Loopback.transport().send(
            HTTPRequest("POST", url: server.url("/hook"), headers: [HTTPField("X-A", "")], body: body))
        #expect(response.status == 204)
        let seen = try #require(server.requests.first)
        #expect(seen.method == "POST")
        #expect(seen.body == body)
        #expect(seen.header("x-a") == "")
        #expect(seen.header("expect") == nil)
        #expect(seen.header("content-type") == nil)
    }
}
