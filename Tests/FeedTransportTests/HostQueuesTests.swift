import Testing

@testable import FeedTransport

@Suite("HostQueues")
struct HostQueuesTests {
    private let start = ContinuousClock.now

    private func ticket(_ id: UInt64, _ host: String, connections: Int = 1, delay: Duration = .zero)
        -> HostQueues.Ticket
    {
        HostQueues.Ticket(id: id, host: host, connections: connections, delay: delay)
    }

    private func taken(_ queues: inout HostQueues, at time: ContinuousClock.Instant) -> [HostQueues.Ticket] {
        var tickets: [HostQueues.Ticket] = []
        while let ticket = queues.next(at: time) { tickets.append(ticket) }
        return tickets
    }

    @Test("N50 a host gets one request at a time, others do not wait for it")
    func onePerHost() {
        var queues = HostQueues()
        for id in 1...3 { queues.add(ticket(UInt64(id), "a"), at: start) }
        queues.add(ticket(4, "b"), at: start)
        let first = taken(&queues, at: start)
        #expect(first.map(\.id) == [1, 4])
        queues.completeRequest(first[0], at: start)
        #expect(taken(&queues, at: start).map(\.id) == [2])
        queues.completeRequest(first[1], at: start)
        #expect(taken(&queues, at: start).isEmpty)
    }

    @Test("hosts take turns, and within a host who came first is served first")
    func turns() {
        var queues = HostQueues()
        for id in 1...4 { queues.add(ticket(UInt64(id), "a", connections: 4), at: start) }
        for id in 5...6 { queues.add(ticket(UInt64(id), "b", connections: 2), at: start) }
        #expect(taken(&queues, at: start).map(\.id) == [1, 5, 2, 6, 3, 4])
    }

    @Test("a host with a delay rests between two requests")
    func delay() {
        var queues = HostQueues()
        for id in 1...2 { queues.add(ticket(UInt64(id), "a", delay: .seconds(3)), at: start) }
        let first = taken(&queues, at: start)
        #expect(first.map(\.id) == [1])
        queues.completeRequest(first[0], at: start + .seconds(1))
        #expect(queues.nextWaking == start + .seconds(4))
        #expect(taken(&queues, at: start + .seconds(3)).isEmpty)
        #expect(taken(&queues, at: start + .seconds(4)).map(\.id) == [2])
    }

    @Test("a rest also holds for a request that comes later")
    func laterRequest() {
        var queues = HostQueues()
        queues.add(ticket(1, "a", delay: .seconds(3)), at: start)
        for ticket in taken(&queues, at: start) { queues.completeRequest(ticket, at: start) }
        queues.add(ticket(2, "a", delay: .seconds(3)), at: start + .seconds(1))
        #expect(taken(&queues, at: start + .seconds(2)).isEmpty)
        #expect(taken(&queues, at: start + .seconds(3)).map(\.id) == [2])
    }

    @Test("sources of one host with different settings get the longest delay and the fewest connections")
    func mostCareful() {
        var queues = HostQueues()
        queues.add(ticket(1, "a", connections: 4), at: start)
        queues.add(ticket(2, "a", connections: 2, delay: .seconds(5)), at: start)
        for id in 3...6 { queues.add(ticket(UInt64(id), "a", connections: 4), at: start) }
        let first = taken(&queues, at: start)
        #expect(first.map(\.id) == [1])
        queues.completeRequest(first[0], at: start)
        #expect(taken(&queues, at: start + .seconds(4)).isEmpty)
        #expect(taken(&queues, at: start + .seconds(5)).map(\.id) == [2])
        #expect(taken(&queues, at: start + .seconds(10)).map(\.id) == [3])
        #expect(taken(&queues, at: start + .seconds(99)).isEmpty)
    }

    @Test("a request that is held back after all lets the next one go at once")
    func heldBack() {
        var queues = HostQueues()
        for id in 1...3 { queues.add(ticket(UInt64(id), "a", delay: .seconds(5)), at: start) }
        let first = taken(&queues, at: start)
        queues.completeRequest(first[0], at: start, wasSent: false)
        #expect(taken(&queues, at: start).map(\.id) == [2])
    }

    @Test("tells who has to wait behind others of its host")
    func waits() {
        var queues = HostQueues()
        let firstOfA = queues.add(ticket(1, "a"), at: start)
        let secondOfA = queues.add(ticket(2, "a"), at: start)
        let firstOfB = queues.add(ticket(3, "b"), at: start)
        #expect(!firstOfA)
        #expect(secondOfA)
        #expect(!firstOfB)
    }

    @Test(
        "whatever comes when, each request has its turn, and no host is asked too soon or too often", arguments: 1...40)
    func anyOrder(_ seed: UInt64) {
        var numbers = seed
        func random(_ count: UInt64) -> UInt64 {
            numbers = numbers &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (numbers >> 33) % count
        }
        let connections = Int(random(3)) + 1
        let delay = Duration.milliseconds(Int(random(3)) * 20)
        var queues = HostQueues()
        var now = start
        var waiting = 0
        var added: UInt64 = 0
        var active: [HostQueues.Ticket] = []
        var lastTaken: [String: ContinuousClock.Instant] = [:]
        while added < 200 || waiting > 0 || !active.isEmpty {
            now += .milliseconds(Int(random(8)))
            if added < 200, random(2) == 0 {
                added += 1
                waiting += 1
                queues.add(ticket(added, "h\(random(3))", connections: connections, delay: delay), at: now)
            }
            if !active.isEmpty, random(2) == 0 {
                queues.completeRequest(active.remove(at: Int(random(UInt64(active.count)))), at: now)
            }
            guard random(3) == 0 else { continue }
            for ticket in taken(&queues, at: now) {
                waiting -= 1
                active.append(ticket)
                #expect(active.count { $0.host == ticket.host } <= connections)
                if let last = lastTaken[ticket.host] { #expect(now - last >= delay) }
                lastTaken[ticket.host] = now
            }
            guard now - start < .seconds(3600) else {
                Issue.record("\(waiting) requests wait for ever")
                return
            }
        }
    }
}
