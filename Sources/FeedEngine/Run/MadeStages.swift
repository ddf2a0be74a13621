import FeedStages
import Synchronization

/// The stages that a run has made, each once, to be closed at its end.
final class MadeStages: Sendable {
    /// By kind: what is kept as another protocol is copied, and there may be ten thousand sources.
    private struct Stages {
        var sources: [PlannedSource.Stages] = []
        var filters: [any Filter] = []
        var sinks: [any Sink] = []
        var formats: [any DigestFormat] = []
    }

    private let stages = Mutex(Stages())

    /// Notes a source with its parser; gives them back.
    func note(_ source: PlannedSource.Stages) -> PlannedSource.Stages {
        stages.withLock { $0.sources.append(source) }
        return source
    }

    /// Notes a filter; gives it back.
    func note(_ filter: any Filter) -> any Filter {
        stages.withLock { $0.filters.append(filter) }
        return filter
    }

    /// Notes a sink; gives it back.
    func note(_ sink: any Sink) -> any Sink {
        stages.withLock { $0.sinks.append(sink) }
        return sink
    }

    /// Notes a format; gives it back.
    func note(_ format: any DigestFormat) -> any DigestFormat {
        stages.withLock { $0.formats.append(format) }
        return format
    }

    /// Closes each of them: the kinds side by side, the stages of a kind one after the other, since most hold nothing.
    func close() async {
        let stages = stages.withLock { stages in
            defer { stages = Stages() }
            return stages
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for source in stages.sources {
                    await source.source.close()
                    await source.parser.close()
                }
            }
            group.addTask { for filter in stages.filters { await filter.close() } }
            group.addTask { for sink in stages.sinks { await sink.close() } }
            group.addTask { for format in stages.formats { await format.close() } }
        }
    }
}
