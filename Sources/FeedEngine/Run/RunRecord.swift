import FeedModel
import FeedStages
import FeedState
import Logging
import Synchronization

/// What a run has done so far: collects outcomes from every task and passes them on as events.
///
/// A class, because many tasks write to the same record.
final class RunRecord: Sendable {
    private struct Content {
        var report: RunReport
        /// Under which numbers the state keeps the report's changes; nil: it does not yet.
        var numbers: [Int64?] = []
        /// Those that went to the sinks of `settings.notices` in this run.
        var noticed: [ChangeLine] = []

        /// Where it stands that a sink gave up entries for such a reason, how many, and under which number that is
        /// kept.
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
    /// What developers read of it.
    let log: RunLog

    init(started: Timestamp, events: AsyncStream<RunEvent>.Continuation, logger: Logger) {
        log = RunLog(logger: logger)
        content = Mutex(Content(report: RunReport(started: started)))
        self.started = started
        self.events = events
    }

    func emit(_ event: RunEvent) {
        log.note(event)
        events.yield(event)
    }

    func change(_ body: (inout RunReport) -> Void) { content.withLock { body(&$0.report) } }

    /// Adds a change that follows from nothing that the state has just taken: it is kept as the run ends.
    func add(_ change: RunReport.Change) { add([change], numbers: [nil]) }

    private func add(_ changes: [RunReport.Change], numbers: [Int64?]) {
        content.withLock { content in
            content.report.changes += changes
            content.numbers += numbers
        }
        for change in changes { log.change(change) }
    }

    /// Asks something of the state, and keeps what is to be told of it in the same transaction: it is told by a later
    /// run if this one is killed.
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

    /// Asks the state to give up entries, and keeps that as `telling` does: one change, however many messages of a sink
    /// end for the same reason.
    func recordGivenUp(
        _ sink: String, _ error: StageError, in state: any StateStore, now: Timestamp,
        _ body: @Sendable (isolated any StateStore) throws(StageError) -> Int
    ) async throws(StageError) -> Int {
        // Nobody else tells of this sink meanwhile: one task serves it.
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
            // What has gone to the sinks of notices stands there as it is.
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

    /// Notes that a source is not asked, perhaps for a known time.
    func skip(_ name: String, _ outcome: SourceOutcome, wait: Duration? = nil) {
        change { $0.sources[name] = outcome }
        log.fetch(of: name, outcome, wait: wait)
    }

    func sink(_ name: String, _ body: (inout SinkOutcome) -> Void) {
        change { body(&$0.sinks[name, default: SinkOutcome()]) }
    }

    /// Only the first trouble with the state is told: the others follow from it.
    func stateFailed(_ error: StageError) {
        let isFirst = content.withLock { content in
            defer { content.report.stateError = content.report.stateError ?? error }
            return content.report.stateError == nil
        }
        if isFirst { log.stateFailed(error) }
    }

    /// When the run began.
    let started: Timestamp

    /// Whether it is told in this run that a sink fails.
    func reportsFailure(ofSink name: String) -> Bool {
        content.withLock { content in
            content.report.changes.contains { $0.kind == .sinkFailing && $0.sink == name }
        }
    }

    var sourceOutcomes: [String: SourceOutcome] { content.withLock { $0.report.sources } }

    func sinkOutcome(_ name: String) -> SinkOutcome { content.withLock { $0.report.sinks[name] ?? SinkOutcome() } }

    func completedReport(at now: Timestamp) -> RunReport {
        content.withLock { content in
            content.report.finished = now
            return content.report
        }
    }
}

/// What waits to be told.
extension RunRecord {
    /// Keeps what `add` has brought so far, and gives what nobody has heard of yet, the oldest first.
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

    /// Notes lines that went to the sinks of `settings.notices`.
    func markNoticed(_ lines: [ChangeLine]) {
        content.withLock { content in
            content.noticed += lines.map { line in
                var line = line
                line.isNoticed = true
                return line
            }
        }
    }

    /// Puts into the report what there is to tell as the run ends.
    func gatherLines(in state: any DeliveryLedger, now: Timestamp) async throws(StageError) {
        let waiting = try await waitingLines(in: state, now: now)
        let lost = try await state.lostLineCount()
        content.withLock { content in
            content.report.lines = content.noticed + waiting
            content.report.lostLines = lost
        }
    }

    /// Puts into the report what this run found out, kept or not: the state has failed.
    func gatherLooseLines(now: Timestamp) {
        content.withLock { content in
            content.report.lines = zip(content.report.changes, content.numbers).map {
                ChangeLine($0, number: $1, madeAt: now)
            }
        }
    }
}
