import FeedTesting
import Foundation
import Glibc
import MachineLaboratory
import Testing

@Suite("little of everything")
struct ResourceLimitTests {
    @Test("P19 with 64 or 24 open files everything arrives, from many servers at once", arguments: [64, 24])
    func openFiles(_ most: Int) throws {
        let (workplace, servers, ids) = try crowd(of: 30)
        defer { for server in servers { server.stop() } }
        let outcome = try workplace.runOther(
            ["/bin/sh", "-c", "ulimit -n \(most) && exec \"$0\" run --report report.json", Workplace.program])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
        #expect(try workplace.delivered() == ids)
    }

    @Test("P19 with 10 open files a run says what it needs, and no source is blamed", arguments: [10, 7, 4])
    func tooFewFiles(_ most: Int) throws {
        let (workplace, servers, ids) = try crowd(of: 3)
        defer { for server in servers { server.stop() } }
        let outcome = try workplace.runOther(
            ["/bin/sh", "-c", "ulimit -n \(most) && exec \"$0\" run", Workplace.program])
        #expect(outcome.status == 70)
        #expect(
            outcome.errors
                == "kawaraban: this process may open only \(most) files at a time, but needs 24; raise `ulimit -n`\n"
        )
        let next = try workplace.run("run")
        #expect(next.status == 0)
        #expect(next.errors.isEmpty)
        #expect(try workplace.delivered() == ids)
    }

    /// Feeds on servers of their own, with every id they bring.
    private func crowd(of count: Int) throws -> (Workplace, [LoopbackServer], ids: [String]) {
        let workplace = try Workplace()
        var (servers, feeds, ids): ([LoopbackServer], [String: String], [String]) = ([], [:], [])
        for number in 0..<count {
            var feed = IssuedFeed(file: "feed\(number)")
            feed.issue(3)
            let document = feed.document
            // Slow enough that as many are open at a time as may be.
            let server = LoopbackServer(host: "127.0.1.\(number + 1)") { _ in
                LoopbackReply(steps: [.pause(100)] + LoopbackReply(text: document).steps)
            }
            servers.append(try #require(server))
            feeds["feed\(number)"] = servers[number].url("/")
            ids += feed.ids
        }
        try workplace.writeConfiguration(feeds: feeds, allowing: ["127.0.0.0/8"])
        return (workplace, servers, ids.sorted())
    }

    /// Documents that cost as much memory as they can.
    private func writeHostileDocuments(in workplace: Workplace) throws {
        let deep = String(repeating: "<a>", count: 400_000)
        try workplace.write("deep.xml", "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel>\(deep)")
        let wide = (0..<40_000).map { "<item><title>\($0)</title></item>" }.joined()
        try workplace.write("wide.xml", "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel>\(wide)</channel></rss>")
        let long = String(repeating: "&lt;p&gt;&amp;amp;", count: 300_000)
        try workplace.write(
            "long.xml",
            "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><item><title>x</title><description>\(long)"
                + "</description></item></channel></rss>")
    }

    @Test("P20 with little memory, hostile documents keep no other from arriving; a run that dies of it loses nothing")
    func memory() throws {
        let bench = try ProcessTestBench(issuing: 40)
        try writeHostileDocuments(in: bench.workplace)
        let files = bench.workplace.read("config.yaml").replacingOccurrences(
            of: "sources:\n  one: { type: file, path: one.xml }",
            with: """
                sources:
                  one: { type: file, path: one.xml }
                  deep: { type: file, path: deep.xml }
                  wide: { type: file, path: wide.xml, first_run: none }
                  long: { type: file, path: long.xml, first_run: none }
                """)
        try bench.workplace.write("config.yaml", files)
        // Address space in KiB: of the last ones a debug build cannot live, and is ended wherever it stands.
        for most in [600_000, 300_000, 280_000, 270_000, 260_000] {
            let outcome = try bench.run(after: "ulimit -v \(most)", "run")
            #expect(outcome.status != 128 + SIGKILL, "it hangs under a limit of \(most) KiB")
            if most == 600_000 {
                #expect([0, 1].contains(outcome.status), "\(outcome.errors)")
                try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
                try FileManager.default.removeItem(atPath: bench.workplace.path("out"))
                try FileManager.default.removeItem(atPath: bench.workplace.path(".kawaraban"))
            }
        }
        let next = try bench.workplace.run("run")
        #expect([0, 1].contains(next.status), "\(next.errors)")
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }

    @Test(
        "P20 with too little memory for any run one line says so, and nobody waits for ever",
        arguments: [("-v", 120), ("-v", 200), ("-d", 20), ("-d", 60), ("-d", 80), ("-d", 100)])
    func tooLittleMemory(option: String, mebibytes: Int) throws {
        let bench = try ProcessTestBench()
        let outcome = try bench.run(after: "ulimit \(option) \(mebibytes << 10)", "run")
        #expect(outcome.status == 70)
        #expect(
            outcome.errors == """
                kawaraban: `ulimit \(option)` limits this process to \(mebibytes) MiB of memory, too little for a run; raise it \
                to 512 MiB (`ulimit \(option) 524288`)

                """)
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }

    @Test("P21 a small stack is enough")
    func stack() throws {
        let bench = try ProcessTestBench()
        try writeHostileDocuments(in: bench.workplace)
        let outcome = try bench.run(after: "ulimit -s 256", "run")
        #expect(outcome.status == 0, "\(outcome.errors)")
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
        let parse = try bench.run(after: "ulimit -s 256", "parse", "deep.xml")
        #expect([0, 1].contains(parse.status), "\(parse.errors)")
    }

    @Test("P21 under a limit on files an output that would be too long is told as a full disk, and comes later")
    func fileLength() throws {
        let bench = try ProcessTestBench(
            sinks: """
                  archive: { type: file, path: out/archive.jsonl, format: jsonl, mode: append }
                  long: { type: file, path: long.jsonl, format: jsonl, mode: append }
                """)
        // In blocks of 512 bytes: enough for the state, not for what is appended to a long file.
        let notes = String(repeating: "{\"id\":\"of somebody else\"}\n", count: 58_500)
        try bench.workplace.write("long.jsonl", notes)
        let outcome = try bench.run(after: "ulimit -f 3000", "run")
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(outcome.complaints.count == 1)
        #expect(outcome.errors.contains("sink \"long\" failing, 40 entries waiting: the disk is full"))
        let next = try bench.workplace.run("run")
        #expect(next.status == 0, "\(next.errors)")
        try bench.expectDeliveredOnce("out/archive.jsonl")
        let long = bench.workplace.read("long.jsonl")
        #expect(long.hasPrefix(notes))
        #expect(try ids(inJSONLines: String(long.dropFirst(notes.count))).sorted() == bench.feed.ids.sorted())
    }

    @Test("P21 under a limit too small for the state nothing is fetched, and one line says why", arguments: [1, 40])
    func tinyFiles(_ blocks: Int) throws {
        let bench = try ProcessTestBench()
        let outcome = try bench.run(after: "ulimit -f \(blocks)", "run")
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(outcome.complaints.count == 1)
        #expect(!bench.workplace.exists("out/archive.jsonl"))
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }

    @Test("P20 with as much writable memory as that line asks for, everything arrives")
    func enoughData() throws {
        let bench = try ProcessTestBench()
        let outcome = try bench.run(after: "ulimit -d \(512 << 10)", "run")
        #expect(outcome.status == 0, "\(outcome.errors)")
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }

    @Test(
        "P21 where no thread or too few for a run can be started, one line says so, and nobody waits for ever",
        arguments: [1, 7, 9])
    func threads(_ most: Int) throws {
        let bench = try ProcessTestBench()
        // The limit holds for a user, and not for root. What others do as `nobody` would count.
        let user = geteuid() == 0 ? OtherUser(number: 61_000 + uid_t(most)) : nil
        let wrapper = user?.wrapper ?? []
        guard user == nil || (try? user?.take(bench.workplace)) != nil,
            try bench.workplace.run("--version", wrapper: wrapper).status == 0
        else {
            print("skipped: this machine lets no test be another user")
            return
        }
        let limit = wrapper + ["/usr/bin/prlimit", "--nproc=\(most)"]
        let outcome = try bench.workplace.run("run", wrapper: limit)
        #expect(outcome.status == 70)
        #expect(outcome.complaints.count == 1)
        #expect(try outcome.errors.contains(Regex("cannot start [0-9]+ threads; raise `ulimit -u`")))
        for command in ["check", "plugins"] where user != nil {
            #expect(try bench.workplace.run(command, wrapper: limit).status == (most < 7 ? 70 : 0), "\(command)")
        }
        let next = try bench.workplace.run("run")
        #expect(next.status == 0, "\(next.errors)")
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }
}
