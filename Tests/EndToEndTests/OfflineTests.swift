import FeedTesting
import Foundation
import Testing

/// A machine without a network, of which a namespace is as good as one.
@Suite("a machine without a network")
struct OfflineTests {
    @Test(
        "Y13 one source is enough to tell that there is no way out, by address and by name",
        arguments: ["http://93.184.215.14/feed", "http://feeds.example.com/feed"])
    func noNetwork(url: String) throws {
        let workplace = try Workplace()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            sources: { a: { type: feed, url: "\(url)" } }
            sinks: { out: { type: file, path: out.md, format: markdown } }
            pipelines: { all: { sources: [a], sinks: [out] } }

            """)
        let alone = ["/usr/bin/unshare", "--net", "--map-root-user", "--user"]
        guard try workplace.runOther(alone + ["/bin/true"]).status == 0 else {
            print("skipped: this machine lets nobody have a network of his own (unshare --net)")
            return
        }
        for number in 0..<2 {
            let outcome = try workplace.runOther(alone + [Workplace.program, "run"])
            #expect(outcome.status == 69, "\(outcome)")
            #expect(outcome.errors.contains("kawaraban: offline since ") == (number == 0), "\(outcome)")
        }
    }
}
