import FeedStages
import Synchronization

/// The stages that a run has made. Each is made once and closed at the end of the run.
final class MadeStages: Sendable {
    private let stages = Mutex((sources: [Collector.Prepared](), others: [any Stage]()))

    /// Notes a source with its parser, and returns them. A run may have ten thousand.
    func add(_ source: Collector.Prepared) -> Collector.Prepared {
        stages.withLock { $0.sources.append(source) }
        return source
    }

    /// Notes a filter, a sink or a format.
    func add(_ stage: any Stage) {
        stages.withLock { $0.others.append(stage) }
    }

    /// Closes all stages concurrently, but the sources one by one: they may be many, and most hold nothing open.
    func close() async {
        let stages = stages.withLock { stages in
            defer { stages = ([], []) }
            return stages
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for source in stages.sources {
                    await source.stages.source.close()
                    await source.stages.parser.close()
                }
            }
            for stage in stages.others { group.addTask { await stage.close() } }
        }
    }
}
