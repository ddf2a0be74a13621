import FeedStages
import Synchronization

/// The stages that a run has made, each once, to be closed at its end.
final class MadeStages: Sendable {
    private let stages = Mutex<[any Stage]>([])

    /// Notes a stage; gives it back.
    func note<Made: Stage>(_ stage: Made) -> Made {
        stages.withLock { $0.append(stage) }
        return stage
    }

    /// Notes the stages of a source.
    func note(_ pair: PlannedSource.Stages) -> PlannedSource.Stages {
        PlannedSource.Stages(source: note(pair.source), parser: note(pair.parser))
    }

    /// Closes each of them, side by side.
    func close() async {
        let stages = stages.withLock { stages in
            defer { stages = [] }
            return stages
        }
        await withTaskGroup(of: Void.self) { group in
            for stage in stages { group.addTask { await stage.close() } }
        }
    }
}
