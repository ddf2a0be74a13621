import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import FeedTransport
import MachineLaboratory
import Synchronization
import Testing

@testable import FeedEngine

@Suite("the memory that a run takes")
struct MemoryTests {
    private let bench: RunTestBench

    init() throws {
        bench = try RunTestBench()
        bench.plan.settings.concurrency = 16
    }

    /// Titles that no other feed has, of more bytes than what may be read without waiting.
    private static func document(_ name: String, lines: Int = 100) -> String {
        (0..<lines).map { "\(name) \($0) " + String(repeating: "x", count: 1000) }.joined(separator: "\n") + "\nend"
    }

    private func addAll() -> Inbox {
        let inbox = bench.addSink("out")
        bench.addPipeline("all", sources: bench.plan.sources.map(\.name), sinks: ["out"])
        return inbox
    }

    @Test("X08: feeds larger than all the memory are read one after the other, and all of it is given back")
    func giants() async throws {
        bench.memory = MemoryBudget(most: 1, mostInBodies: 1)
        for number in 0..<8 {
            bench.web.answer("https://f\(number).example/", text: Self.document("f\(number)"))
            bench.addFeed("f\(number)", "https://f\(number).example/")
        }
        _ = addAll()
        let report = try await bench.run()
        #expect(report.sources.values.allSatisfy { $0.kind == .loaded && $0.new == 100 })
        #expect(bench.memory.held == 0 && !bench.memory.isAtWork)
    }

    @Test("X08: a document that is no feed, one that was cut off and one that we have give back what they took")
    func failures() async throws {
        bench.memory = MemoryBudget(most: 1, mostInBodies: 1)
        let texts = [
            "page": "<html>\n" + Self.document("page"), "cut": String(Self.document("cut").dropLast(3)),
            "whole": Self.document("whole"),
        ]
        for (name, text) in texts {
            bench.web.answer("https://\(name).example/", text: text)
            bench.addFeed(name, "https://\(name).example/")
        }
        _ = addAll()
        for kind in [SourceOutcome.Kind.loaded, .unchanged] {
            let report = try await bench.run { $0.ignoresRefresh = true }
            #expect(report.sources["page"]?.error?.code == .notAFeed)
            #expect(report.sources["cut"]?.error?.code == .incompleteDocument)
            #expect(report.sources["whole"]?.kind == kind)
            #expect(bench.memory.held == 0 && !bench.memory.isAtWork)
        }
    }

    @Test(
        "X08: transfers and documents wait for each other without end, also with pages and in the plan's order",
        arguments: [false, true], [1, 3])
    func together(keepsOrder: Bool, pages: Int) async throws {
        let memory = MemoryBudget(most: 1 << 20, mostInBodies: 200 << 10)
        var options = CurlTransport.Options()
        options.guardian = AddressGuard(allowing: ["127.0.0.0/8"])
        options.memory = memory
        (bench.memory, bench.keepsOrder, bench.transport) = (memory, keepsOrder, CurlTransport(options))
        var servers: [LoopbackServer] = []
        for number in 0..<12 {
            let server = try #require(
                LoopbackServer(host: "127.0.4.\(number + 1)") { request in
                    LoopbackReply(text: Self.document("\(number) \(request.target)", lines: 200))
                })
            servers.append(server)
            bench.addFeed("f\(number)", server.url("/"), pages: pages)
        }
        _ = addAll()
        let report = try await bench.run()
        #expect(report.sources.values.allSatisfy { $0.kind == .loaded && $0.entries == 200 * pages })
        #expect(report.sources.values.reduce(0) { $0 + $1.new } == 12 * 200 * pages)
        #expect(memory.held == 0 && !memory.isAtWork)
    }

    @Test("X08: a run whose time is over while a document waits for memory ends, and blames no source")
    func stopped() async throws {
        bench.web.answer("https://f.example/", text: Self.document("f"))
        bench.addFeed("f", "https://f.example/")
        _ = addAll()
        let memory = MemoryBudget(most: 1, mostInBodies: 1)
        bench.memory = memory
        let other = try await memory.work(needing: 1)
        bench.wait = { _ in try? await eventually { memory.waitingWorks > 0 } }
        let report = try await bench.run()
        #expect(report.sources["f"]?.skipReason == .notReached)
        #expect(report.sources["f"]?.error == nil)
        #expect(memory.waitingWorks == 0 && memory.held == 1)
        other.end()
    }
}
