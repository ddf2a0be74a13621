import FeedModel
import FeedStages
import FeedState

/// Gathers finished fetches and stores several at a time: one change of threads for many feeds.
struct StoreBatcher {
    /// The most fetches, and the most bytes of encoded entries, that wait.
    private static let mostFetches = 32
    private static let mostBytes = 1 << 20

    let state: any StateStore
    let record: RunRecord
    let runStarted: Timestamp
    /// Stored fetches that need more work.
    private(set) var unfinished: [SourceFetch.Result] = []
    /// The number of sources fetched over the network that can show whether this machine is offline.
    private(set) var witnesses = 0
    /// The sources whose servers responded, including servers on this machine.
    private(set) var answered: [Collector.Prepared] = []
    private let isUnfinished: @Sendable (SourceFetch.Result) -> Bool
    private var waiting: [SourceFetch.Result] = []
    private var waitingBytes = 0
    /// The rest of the order in which fetches are stored, or nil if they are stored as they end.
    private var order: ArraySlice<FeedKey>?
    /// Fetches that ended before their turn.
    private var early: [FeedKey: SourceFetch.Result] = [:]

    init(
        state: any StateStore, record: RunRecord, runStarted: Timestamp, order: [FeedKey]?,
        keeping isUnfinished: @escaping @Sendable (SourceFetch.Result) -> Bool
    ) {
        self.isUnfinished = isUnfinished
        self.state = state
        self.record = record
        self.runStarted = runStarted
        self.order = order?[...]
    }

    /// Adds a fetch; stores all waiting ones if they are many. Throws an error of the state.
    mutating func add(_ result: SourceFetch.Result) async throws(StageError) {
        if order == nil {
            wait(result)
        } else {
            early[result.ready.key] = result
            while let key = order?.first, let next = early.removeValue(forKey: key) {
                order?.removeFirst()
                wait(next)
            }
        }
        if waiting.count >= Self.mostFetches || waitingBytes >= Self.mostBytes { try await store() }
    }

    /// Stores all the rest. It must be called once, when no more fetches come.
    mutating func storeRemaining() async throws(StageError) {
        // Some wait for a fetch that never ended; their turn does not come any more.
        for key in order ?? [] { if let result = early.removeValue(forKey: key) { wait(result) } }
        try await store()
    }

    private mutating func wait(_ result: SourceFetch.Result) {
        waiting.append(result)
        waitingBytes += result.finished.fetched.byteCount
    }

    /// Stores the waiting fetches and reports their outcomes.
    mutating func store() async throws(StageError) {
        guard !waiting.isEmpty else { return }
        let results = waiting
        waiting = []
        waitingBytes = 0
        let (fetches, changesOfFetches) = (results.map(\.finished), results.map(\.fetchChanges))
        let now = fetches.map(\.endedAt).max() ?? runStarted
        let receipts = try await record.withChanges(in: state, inGroup: true, now: now) {
            state, changes throws(StageError) in
            let receipts = try state.completeFetches(fetches)
            for (fetchChanges, receipt) in zip(changesOfFetches, receipts) {
                changes += fetchChanges.changes(after: receipt)
            }
            return receipts
        }
        for (result, stored) in zip(results, receipts) {
            let ready = result.ready
            var (receipt, outcome) = (stored, result.outcome)
            receipt.add(result.stored)
            outcome.new = receipt.new
            outcome.quarantined = receipt.quarantined
            record.source(ready.plan.name, outcome)
            if outcome.kind != .skipped { record.log.stored(receipt, of: ready.plan.name) }
            if outcome.requests > 0, OutageGuard.isWitness(ready.known, at: runStarted) { witnesses += 1 }
            if OutageGuard.isAnswer(outcome) { answered.append(ready.source) }
            if isUnfinished(result) { unfinished.append(result.with(outcome, isStored: true)) }
        }
    }
}
