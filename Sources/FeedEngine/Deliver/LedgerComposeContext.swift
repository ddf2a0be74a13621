import FeedModel
import FeedStages
import FeedState
import Synchronization

/// Answers a sink's questions from the ledger while the sink composes, and notes the answers about targets.
final class LedgerComposeContext: ComposeContext {
    let now: Timestamp
    let format: any DigestFormat
    let builder: DigestBuilder
    let moreWait: Bool
    private let sink: String
    private let pipeline: PipelineID
    private let titles: [FeedKey: (source: String, title: String)]
    private let state: any StateStore
    private let record: RunRecord
    private let dependencies: Run.Dependencies
    private let firstAnswers = Mutex<[String: KnownTarget?]>([:])

    init(
        now: Timestamp, format: any DigestFormat, builder: DigestBuilder, moreWait: Bool, sink: String,
        pipeline: PipelineID, titles: [FeedKey: (source: String, title: String)], state: any StateStore,
        record: RunRecord, dependencies: Run.Dependencies
    ) {
        (self.now, self.format, self.builder, self.moreWait) = (now, format, builder, moreWait)
        (self.sink, self.pipeline, self.titles) = (sink, pipeline, titles)
        (self.state, self.record, self.dependencies) = (state, record, dependencies)
    }

    /// The first answer about each target that the sink asked for.
    var seen: [String: KnownTarget?] { firstAnswers.withLock { $0 } }

    func memo(of target: String) async throws(StageError) -> [UInt8]? { try await known(target)?.memo }

    func tally(heldBy target: String) async throws(StageError) -> DigestTally? { try await known(target)?.tally }

    func entries(heldBy target: String) async throws(StageError) -> [DigestEntry] {
        // This notes the target first, so that a later change of it is noticed.
        guard try await known(target) != nil else { return [] }
        return try await state.entries(heldBy: target, of: sink, titles: titles, locale: builder.locale)
    }

    func omitted(
        from target: String, showing shown: [String], after moment: Timestamp, limit: Int
    ) async throws(StageError) -> OmittedEntries {
        let page = OmittingPage(target: target, sink: sink, pipeline: pipeline, shown: shown)
        let (verdicts, count) = try await state.omitted(from: page, after: moment, limit: limit, titles: titles)
        return OmittedEntries(builder.omitted(verdicts), count: count)
    }

    func target(before target: String) async throws(StageError) -> String? {
        try await state.target(before: target, of: sink, pipeline: pipeline)
    }

    func digest(_ digest: Digest, of entries: [DigestEntry]) -> Digest { builder.digest(digest, of: entries) }

    func sources() async throws(StageError) -> [SourceHealth] {
        let names = builder.pipeline.sources
        let feeds = Dictionary(titles.map { ($1.source, (key: $0, title: $1.title)) }) { first, _ in first }
        let members = names.compactMap { feeds[$0] }
        let records = try await state.records(of: members.map(\.key), counts: false, now: now)
        let known = Dictionary(zip(members.map(\.key), records)) { first, _ in first }
        let errors = record.failedSources
        return names.compactMap { name in
            if let feed = feeds[name] { return health(of: name, titled: feed.title, known[feed.key] ?? nil) }
            // A source that could not be made. A disabled one has no error.
            guard let error = errors[name] else { return nil }
            var health = SourceHealth(name: name, title: name, state: HealthState.failing.rawValue, isWorking: false)
            addError(error, in: &health)
            return health
        }
    }

    /// Adds to the sources that failed in this run those that failed before it and were not asked again, in the
    /// pipeline's order. Without a schedule only pages name them: each message of a stream would name them anew.
    func withLastingFailures(_ failed: [FailedSource]) async throws(StageError) -> [FailedSource] {
        guard builder.layout == .page || builder.pipeline.schedule != nil else { return failed }
        let known = Dictionary(failed.map { ($0.source, $0) }) { first, _ in first }
        return try await sources().compactMap { source in
            if let failed = known[source.name] { return failed }
            guard !source.isWorking, let code = source.errorCode, let message = source.message else { return nil }
            return FailedSource(source: source.name, title: source.title, code: code, message: message)
        }
    }

    private func health(of name: String, titled title: String, _ record: FeedRecord?) -> SourceHealth {
        let title = title.isEmpty ? record?.title ?? name : title
        guard let record else {
            return SourceHealth(name: name, title: title, state: HealthState.new.rawValue, isWorking: false)
        }
        let fares = record.health
        var health = SourceHealth(
            name: name, title: title, state: fares.state(at: now).rawValue,
            isWorking: fares.failures == 0 && fares.stoppedAt == nil && fares.lastSuccess != nil)
        health.failingSince = fares.failingSince
        (health.lastSuccess, health.lastNew, health.newestEntry) = (fares.lastSuccess, record.lastNewAt, record.newest)
        if let error = record.error { addError(error, in: &health) }
        return health
    }

    private func addError(_ error: StageError, in health: inout SourceHealth) {
        health.errorCode = error.code.rawValue
        health.message = dependencies.explain(error.masked(by: dependencies.mask))
    }

    private func known(_ target: String) async throws(StageError) -> KnownTarget? {
        if let known = firstAnswers.withLock({ $0[target] }) { return known }
        let known = try await state.target(target, of: sink)
        firstAnswers.withLock { if $0[target] == nil { $0.updateValue(known, forKey: target) } }
        return known
    }
}
