import FeedModel
import FeedStages
import FeedState
import Logging
import Synchronization

/// Collects the outcomes of a run from every task, and passes them on as events.
///
/// This is a class because many tasks write to the same record.
final class RunRecord: Sendable {
    private struct Content {
        var report: RunReport
        /// The numbers under which the state keeps the report's changes; nil for a change that it does not keep yet.
        var numbers: [Int64?] = []
        /// The lines that were sent to the sinks of `settings.notices` in this run.
        var noticed: [ChangeLine] = []

        /// Finds the last change that reports entries given up by a sink for an error code; returns its index, its
        /// entries and its number in the state.
        func lastGivenUp(_ sink: String, _ code: StageError.Code) -> (index: Int, entries: Int, number: Int64)? {
            for index in report.changes.indices.reversed() {
                let change = report.changes[index]
                guard change.kind == .givenUp, change.sink == sink, change.error?.code == code,
                    let entries = change.entries, let number = numbers[index]
                else { continue }
                return (index, entries, number)
            }
            return nil
        }
    }

    private let content: Mutex<Content>
    private let events: AsyncStream<RunEvent>.Continuation
    private let emitsFetches: Bool
    /// The log for developers.
    let log: RunLog

    init(
        started: Timestamp, events: AsyncStream<RunEvent>.Continuation, emitsFetches: Bool = true, logger: Logger
    ) {
        log = RunLog(logger: logger)
        content = Mutex(Content(report: RunReport(started: started)))
        self.started = started
        self.events = events
        self.emitsFetches = emitsFetches
    }

    func emit(_ event: RunEvent) {
        log.note(event)
        switch event {
        case .sourceStarted, .sourceFinished: if emitsFetches { events.yield(event) }
        default: events.yield(event)
        }
    }

    func change(_ body: (inout RunReport) -> Void) { content.withLock { body(&$0.report) } }

    /// Adds a change that is not part of a state transaction. The state keeps it at the end of the run.
    func add(_ change: RunReport.Change) { add([change], numbers: [nil]) }

    private func add(_ changes: [RunReport.Change], numbers: [Int64?]) {
        content.withLock { content in
            content.report.changes += changes
            content.numbers += numbers
        }
        for change in changes { log.change(change) }
    }

    /// Runs `body` on the state, and keeps the changes that it adds in the same transaction. If this run is killed, a
    /// later run reports them.
    ///
    /// - Parameter inGroup: whether it joins the open group of the state (`StateStore.asOne`).
    func withChanges<Value: Sendable>(
        in state: any StateStore, inGroup: Bool = false, now: Timestamp,
        _ body: @Sendable (isolated any StateStore, inout [RunReport.Change]) throws(StageError) -> Value
    ) async throws(StageError) -> Value {
        let recorded = try await state.asOne(inGroup: inGroup) { state throws(StageError) in
            var changes: [RunReport.Change] = []
            let value = try body(state, &changes)
            return (value: value, changes: changes, numbers: try state.keep(changes.map(\.fact), now: now))
        }
        add(recorded.changes, numbers: recorded.numbers)
        return recorded.value
    }

    /// Lets the state give up entries, and keeps that as `withChanges` does. All messages of a sink that end for the
    /// same reason make one change.
    func recordGivenUp(
        _ sink: String, _ error: StageError, in state: any StateStore, now: Timestamp,
        _ body: @Sendable (isolated any StateStore) throws(StageError) -> Int
    ) async throws(StageError) -> Int {
        // No other task changes this sink's record meanwhile: one task serves it.
        let earlier = content.withLock { $0.lastGivenUp(sink, error.code) }
        guard let earlier else {
            return try await withChanges(in: state, now: now) { state, changes throws(StageError) in
                let entries = try body(state)
                changes.append(.givenUp(sink, error, entries: entries))
                return entries
            }
        }
        let recorded = try await state.asOne { state throws(StageError) in
            let entries = try body(state)
            let all = RunReport.Change.givenUp(sink, error, entries: earlier.entries + entries)
            let more = RunReport.Change.givenUp(sink, error, entries: entries)
            // A line that was sent to the sinks of notices cannot change any more, so the rest makes a new line.
            let numbers = try state.rewrite(earlier.number, as: all.fact) ? [] : try state.keep([more.fact], now: now)
            return (entries: entries, all: all, more: more, numbers: numbers)
        }
        if recorded.numbers.isEmpty {
            change { $0.changes[earlier.index] = recorded.all }
        } else {
            add([recorded.more], numbers: recorded.numbers)
        }
        return recorded.entries
    }

    func source(_ name: String, _ outcome: SourceOutcome) {
        change { $0.sources[name] = outcome }
        emit(.sourceFinished(name, outcome))
    }

    /// Notes that a source is not fetched, and for how long if that is known.
    func skip(_ name: String, _ outcome: SourceOutcome, wait: Duration? = nil) {
        change { $0.sources[name] = outcome }
        log.fetch(of: name, outcome, wait: wait)
    }

    func sink(_ name: String, _ body: (inout SinkOutcome) -> Void) {
        change { body(&$0.sinks[name, default: SinkOutcome()]) }
    }

    /// Notes an error of the state. Only the first one is reported: the others follow from it.
    func stateFailed(_ error: StageError) {
        let isFirst = content.withLock { content in
            defer { content.report.stateError = content.report.stateError ?? error }
            return content.report.stateError == nil
        }
        if isFirst { log.stateFailed(error) }
    }

    /// When the run began.
    let started: Timestamp

    /// Whether this run reports that a sink fails.
    func reportsFailure(ofSink name: String) -> Bool {
        content.withLock { content in
            content.report.changes.contains { $0.kind == .sinkFailing && $0.sink == name }
        }
    }

    /// The report so far.
    var report: RunReport { content.withLock { $0.report } }

    /// The errors of the sources that failed, by name.
    var failedSources: [String: StageError] {
        content.withLock { $0.report.sources.compactMapValues(\.error) }
    }

    /// Makes room for the outcomes of so many sources: growing would need the memory of all of them twice.
    func expect(sources: Int) { change { $0.sources.reserveCapacity(sources) } }

    func sinkOutcome(_ name: String) -> SinkOutcome { content.withLock { $0.report.sinks[name] ?? SinkOutcome() } }

    func completedReport(at now: Timestamp) -> RunReport {
        content.withLock { content in
            content.report.finished = now
            return content.report
        }
    }
}

/// Lines that wait to be reported.
extension RunRecord {
    /// Keeps the changes from `add` in the state, and returns every line that is not reported yet, oldest first.
    func waitingLines(in state: any DeliveryLedger, now: Timestamp) async throws(StageError) -> [ChangeLine] {
        let loose = content.withLock { content in
            content.numbers.indices.filter { content.numbers[$0] == nil }.map {
                (index: $0, fact: content.report.changes[$0].fact)
            }
        }
        let numbers = try await state.keepOnce(loose.map(\.fact), now: now)
        let ours = content.withLock { content in
            for (item, number) in zip(loose, numbers) { content.numbers[item.index] = number }
            return Set(content.numbers.compactMap { $0 })
        }
        return try await state.waitingLines().map { ChangeLine($0, isOfEarlierRun: !ours.contains($0.number)) }
    }

    /// Notes lines that were sent to the sinks of `settings.notices`.
    func markNoticed(_ lines: [ChangeLine]) {
        content.withLock { content in
            content.noticed += lines.map { line in
                var line = line
                line.isNoticed = true
                return line
            }
        }
    }

    /// Puts the lines to report into the report at the end of the run.
    func gatherLines(in state: any DeliveryLedger, now: Timestamp) async throws(StageError) {
        let waiting = try await waitingLines(in: state, now: now)
        let lost = try await state.lostLineCount()
        content.withLock { content in
            content.report.lines = content.noticed + waiting
            content.report.lostLines = lost
        }
    }

    /// Keeps the changes of this run in the state for the worker that reports them.
    func leaveLines(in state: any DeliveryLedger, now: Timestamp) async throws(StageError) {
        _ = try await waitingLines(in: state, now: now)
        content.withLock { $0.report.lines = $0.noticed }
    }

    /// Puts the changes of this run into the report, kept or not, after the state has failed.
    func gatherLooseLines(now: Timestamp) {
        content.withLock { content in
            content.report.lines = zip(content.report.changes, content.numbers).map {
                ChangeLine($0, number: $1, madeAt: now)
            }
        }
    }
}
