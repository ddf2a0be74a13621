import FeedStages
import FeedSystem
import FeedTesting
import MachineLaboratory
import Synchronization
import Testing

@testable import FeedTransport

@Suite("transfers that wait for memory", .timeLimit(.minutes(2)))
struct BodyMemoryTests {
    private static let body = [UInt8](repeating: UInt8(ascii: "x"), count: 300 << 10)

    private func transport(_ memory: MemoryBudget) -> CurlTransport {
        var options = CurlTransport.Options()
        options.guardian = AddressGuard(allowing: ["127.0.0.0/8"])
        options.patience = .seconds(60)
        options.memory = memory
        return CurlTransport(options)
    }

    private func servers(_ count: Int, _ reply: LoopbackReply) throws -> [LoopbackServer] {
        try (0..<count).map { number in try #require(LoopbackServer(host: "127.0.2.\(number + 1)") { _ in reply }) }
    }

    /// Asks all servers at once and lets go of each answer as soon as it is there; gives what came of each.
    private func ask(_ servers: [LoopbackServer], over transport: CurlTransport, timeout: Duration) async -> [Int?] {
        await withTaskGroup(of: Int?.self) { group in
            for server in servers {
                group.addTask {
                    var request = HTTPRequest(url: server.url())
                    request.policy.timeout = timeout
                    return try? await transport.send(request).body.count
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Returns once everything was given back: the loop's thread may still hold what it has handed over.
    private func isGivenBack(_ memory: MemoryBudget) async throws { try await eventually { memory.held == 0 } }

    @Test("X08: any number of bodies, each larger than all the memory, arrive one after the other")
    func giants() async throws {
        let memory = MemoryBudget(most: 1, mostInBodies: 1)
        let servers = try servers(12, LoopbackReply(body: Self.body))
        let sizes = await ask(servers, over: transport(memory), timeout: .seconds(60))
        #expect(sizes == Array(repeating: Self.body.count, count: 12))
        try await isGivenBack(memory)
    }

    @Test("X08: a few bytes that unfold to much wait for memory, too")
    func unfolding() async throws {
        let reply = LoopbackReply(headers: [("Content-Encoding", "br")], body: Packed.bomb)
        let servers = try servers(8, reply)
        let memory = MemoryBudget(most: .max, mostInBodies: 1 << 20)
        let work = try await memory.work(needing: 1)
        let answers = Task { await ask(servers, over: transport(memory), timeout: .seconds(60)) }
        try await eventually { memory.bodies >= 1 << 20 && !servers.contains(where: \.requests.isEmpty) }
        try await Task.sleep(for: .milliseconds(600))
        // A step or two of decoding may pass the bound in each transfer.
        #expect(memory.bodies <= (1 << 20) + 8 * (128 << 10))
        work.end()
        #expect(await answers.value == Array(repeating: 8 << 20, count: 8))
        try await isGivenBack(memory)
    }

    @Test("X08: pieces that come while a packed one waits are not lost")
    func joinedPieces() async throws {
        // Each chunk unfolds to more than is decoded at once; all of them come in one piece of the network.
        let chunk = Array((String(Packed.member.count, radix: 16) + "\r\n").utf8) + Packed.member + Array("\r\n".utf8)
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
        let answer = Array(head.utf8) + Array(repeatElement(chunk, count: 40).joined()) + Array("0\r\n\r\n".utf8)
        let memory = MemoryBudget(most: 1, mostInBodies: 1)
        let servers = try servers(6, LoopbackReply(steps: [.send(answer)]))
        let sizes = await ask(servers, over: transport(memory), timeout: .seconds(60))
        #expect(sizes == Array(repeating: 40 * (80 << 10), count: 6))
        try await isGivenBack(memory)
    }

    @Test("X08: a transfer that we make wait for longer than its time is not slow")
    func isNotSlow() async throws {
        let memory = MemoryBudget(most: 1, mostInBodies: 1)
        let work = try await memory.work(needing: 1)
        let servers = try servers(2, LoopbackReply(body: Self.body))
        let answers = Task { await ask(servers, over: transport(memory), timeout: .seconds(3)) }
        try await eventually { memory.bodies >= 2 * MemoryBudget.smallBody - (32 << 10) }
        try await Task.sleep(for: .milliseconds(3500))
        #expect(memory.bodies <= 2 * (MemoryBudget.smallBody + BodyWait.grace))
        work.end()
        #expect(await answers.value == [Self.body.count, Self.body.count])
    }

    @Test("X08: a server that is slow by itself is told so, though its transfer had to wait")
    func isSlow() async throws {
        let memory = MemoryBudget(most: 1, mostInBodies: 1)
        let head = LoopbackReply.head(200, [("Content-Length", String(Self.body.count))])
        let half = Array(Self.body.prefix(150 << 10))
        let server = try Loopback.server { _ in LoopbackReply(steps: [.send(head + half), .hang]) }
        var request = HTTPRequest(url: server.url())
        request.policy.timeout = .milliseconds(1500)
        #expect(await Loopback.error(transport(memory), request)?.code == .timeout)
        try await isGivenBack(memory)
    }

    @Test("X08: a server that gives up a client which we made wait is asked once more")
    func isAskedAgain() async throws {
        let memory = MemoryBudget(most: 1, mostInBodies: 1)
        let work = try await memory.work(needing: 1)
        let head = LoopbackReply.head(200, [("Content-Length", String(Self.body.count))])
        let half = Array(Self.body.prefix(150 << 10))
        let isFirst = Loopback.Box("yes")
        let server = try Loopback.server { _ in
            defer { isFirst.value = "no" }
            return isFirst.value == "yes"
                ? LoopbackReply(steps: [.send(head + half), .close]) : LoopbackReply(body: Self.body)
        }
        let answers = Task { await ask([server], over: transport(memory), timeout: .seconds(60)) }
        try await eventually { memory.bodies >= MemoryBudget.smallBody - (16 << 10) }
        work.end()
        #expect(await answers.value == [Self.body.count])
        #expect(server.requests.count == 2)
    }

    @Test("X08: many servers that give us up are asked once more, and each of their feeds arrives")
    func areAskedAgain() async throws {
        let memory = MemoryBudget(most: 1, mostInBodies: 1)
        let work = try await memory.work(needing: 1)
        let head = LoopbackReply.head(200, [("Content-Length", String(Self.body.count))])
        let part = Array(Self.body.prefix(150 << 10))
        let servers = try (0..<8).map { number in
            let isFirst = Loopback.Box("yes")
            return try #require(
                LoopbackServer(host: "127.0.2.\(number + 1)") { _ in
                    defer { isFirst.value = "no" }
                    return isFirst.value == "yes"
                        ? LoopbackReply(steps: [.send(head + part), .close]) : LoopbackReply(body: Self.body)
                })
        }
        let answers = Task { await ask(servers, over: transport(memory), timeout: .seconds(60)) }
        try await eventually { memory.bodies >= 8 * MemoryBudget.smallBody }
        work.end()
        #expect(await answers.value == Array(repeating: Self.body.count, count: 8))
        #expect(servers.allSatisfy { $0.requests.count == 2 })
        try await isGivenBack(memory)
    }

    @Test("X08: servers that drip while the memory is spent keep no other feed waiting")
    func dripping() async throws {
        let memory = MemoryBudget(most: 1, mostInBodies: 1)
        let transport = transport(memory)
        let head = LoopbackReply.head(200, [("Content-Length", String(Self.body.count))])
        let part = Array(Self.body.prefix(150 << 10))
        let drip = Array(repeating: [LoopbackReply.Step.send([120]), .pause(50)], count: 2400).flatMap(\.self)
        let dripping = try servers(6, LoopbackReply(steps: [.send(head + part)] + drip))
        let healthy = try (0..<4).map { number in
            try #require(LoopbackServer(host: "127.0.3.\(number + 1)") { _ in LoopbackReply(body: Self.body) })
        }
        let others = Task { await ask(dripping, over: transport, timeout: .seconds(600)) }
        try await eventually { memory.bodies >= 6 * MemoryBudget.smallBody }
        let sizes = await ask(healthy, over: transport, timeout: .seconds(600))
        #expect(sizes == Array(repeating: Self.body.count, count: 4))
        #expect(memory.bodies >= 6 * MemoryBudget.smallBody)
        others.cancel()
        _ = await others.value
    }

    @Test("X08: who drips where there is no room beside it gives its memory back, and is asked once more after others")
    func yields() async throws {
        let memory = MemoryBudget(most: 1, mostInBodies: 1, mostBesideStalled: 1)
        let transport = transport(memory)
        let head = LoopbackReply.head(200, [("Content-Length", String(Self.body.count))])
        let part = Array(Self.body.prefix(250 << 10))
        let drip = Array(repeating: [LoopbackReply.Step.send([120]), .pause(50)], count: 2400).flatMap(\.self)
        let isFirst = Loopback.Box("yes")
        let dripping = try Loopback.server { _ in
            defer { isFirst.value = "no" }
            return isFirst.value == "yes"
                ? LoopbackReply(steps: [.send(head + part)] + drip) : LoopbackReply(body: Self.body)
        }
        let healthy = try servers(4, LoopbackReply(body: Self.body))
        let first = Task { await ask([dripping], over: transport, timeout: .seconds(600)) }
        try await eventually { memory.bodies >= part.count }
        let sizes = await ask(healthy, over: transport, timeout: .seconds(600))
        #expect(sizes == Array(repeating: Self.body.count, count: 4))
        #expect(await first.value == [Self.body.count])
        #expect(dripping.requests.count == 2)
        try await isGivenBack(memory)
    }

    @Test("X08: the gate of a request hears for how long memory kept it waiting")
    func isTold() async throws {
        let memory = MemoryBudget(most: 1, mostInBodies: 1)
        let work = try await memory.work(needing: 1)
        let server = try Loopback.server { _ in LoopbackReply(body: Self.body) }
        let gate = CountingGate()
        let transport = transport(memory)
        let answer = Task {
            var request = HTTPRequest(url: server.url())
            request.gate = gate
            return try await transport.send(request).body.count
        }
        try await eventually { memory.bodies >= MemoryBudget.smallBody }
        work.end()
        #expect(try await answer.value == Self.body.count)
        #expect(gate.waited > .zero)
    }

    /// Adds up for how long a request was kept waiting.
    private final class CountingGate: RequestGate {
        private let total = Mutex(Duration.zero)
        var waited: Duration { total.withLock { $0 } }

        func refusal(sendingTo server: String) -> StageError? { nil }
        func willQueue() {}
        func awaitsServer() {}
        func waited(_ duration: Duration) { total.withLock { $0 += duration } }
        func answered(_ server: String, status: Int, headers: [(name: String, value: String)]) {}
        func failed(_ server: String, _ error: StageError) {}
    }

    @Test("X08: what is cancelled while it waits gives everything back")
    func cancelled() async throws {
        let memory = MemoryBudget(most: 1, mostInBodies: 1)
        let work = try await memory.work(needing: 1)
        let transport = transport(memory)
        let servers = try servers(3, LoopbackReply(body: Self.body))
        let answers = Task { await ask(servers, over: transport, timeout: .seconds(60)) }
        try await eventually { memory.bodies >= 2 * MemoryBudget.smallBody }
        answers.cancel()
        #expect(await answers.value == [nil, nil, nil])
        await transport.shutdown()
        work.end()
        try await isGivenBack(memory)
    }
}
