import FeedStages
import Synchronization

/// The stages that a run has made, each once, to be closed at its end.
final class MadeStages: Sendable {
    private let stages = Mutex((sources: [Collector.Prepared](), others: [any Stage]()))

    /// Notes a source with its parser; gives them back. There may be ten thousand.
    func add(_ source: Collector.Prepared) -> Collector.Prepared {
        stages.withLock { $0.sources.append(source) }
        return source
    }

    /// Notes a filter, a sink or a format.
    func add(_ stage: any Stage) {
        stages.withLock { $0.others.append(stage) }
    }

    /// Closes each of them, side by side; the sources one after the other, since most hold nothing.
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
