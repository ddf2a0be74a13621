import FeedModel
import FeedStages
import Synchronization

/// What a run has done so far: collects outcomes from every task and passes them on as events.
///
/// A class, because many tasks write to the same record.
final class RunRecord: Sendable {
    private let report: Mutex<RunReport>
    private let events: AsyncStream<RunEvent>.Continuation

    init(started: Timestamp, events: AsyncStream<RunEvent>.Continuation) {
        report = Mutex(RunReport(started: started))
        self.started = started
        self.events = events
    }

    func tell(_ event: RunEvent) { events.yield(event) }

    func change(_ body: (inout RunReport) -> Void) { report.withLock { body(&$0) } }

    func add(_ change: RunReport.Change) { self.change { $0.changes.append(change) } }

    /// Adds entries that were given up: one change, however many messages end for the same reason one after the other.
    func addGivenUp(_ sink: String, _ error: StageError, entries: Int) {
        change { report in
            guard case .givenUp(sink, let earlier, let count) = report.changes.last, earlier.code == error.code else {
                return report.changes.append(.givenUp(sink, error, entries: entries))
            }
            report.changes[report.changes.count - 1] = .givenUp(sink, error, entries: count + entries)
        }
    }

    func source(_ name: String, _ outcome: SourceOutcome) {
        change { $0.sources[name] = outcome }
        tell(.sourceFinished(name, outcome))
    }

    func sink(_ name: String, _ body: (inout SinkOutcome) -> Void) {
        change { body(&$0.sinks[name, default: SinkOutcome()]) }
    }

    /// Only the first trouble with the state is told: the others follow from it.
    func stateFailed(_ error: StageError) { change { $0.stateError = $0.stateError ?? error } }

    /// When the run began.
    let started: Timestamp

    /// What is to be told so far.
    var changes: [RunReport.Change] { report.withLock { $0.changes } }

    var sourceOutcomes: [String: SourceOutcome] { report.withLock { $0.sources } }

    func sinkOutcome(_ name: String) -> SinkOutcome { report.withLock { $0.sinks[name] ?? SinkOutcome() } }

    func finished(at now: Timestamp) -> RunReport {
        report.withLock { report in
            report.finished = now
            return report
        }
    }
}
