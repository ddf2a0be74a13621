import FeedEngine
import FeedModel
import FeedTesting

extension RunTestBench {
    /// One feed, `blog`, of which all goes into the inbox that comes back.
    func addBlog(_ url: String) -> Inbox {
        addFeed("blog", url)
        defer { addPipeline("all", sources: ["blog"], sinks: ["out"]) }
        return addSink("out")
    }

    /// A run a day, or after another `pause`, `count` times; gives what each told.
    @discardableResult
    func runs(_ count: Int, every pause: Duration = .seconds(86_400)) async throws -> [[RunReport.Change]] {
        var changes: [[RunReport.Change]] = []
        for _ in 0..<count {
            changes.append(try await run().changes)
            clock.advance(by: pause)
        }
        return changes
    }
}
