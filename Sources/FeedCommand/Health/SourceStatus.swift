import FeedConfiguration
import FeedEngine
import FeedModel
import FeedStages
import FeedState

/// A source as `status` shows it: its configuration and its record in the state.
struct SourceStatus: Sendable {
    let name: String
    /// The source's part of the configuration, or nil if the configuration cannot be used.
    let plan: PlannedSource?
    /// Whether any run fetches it.
    let isUsed: Bool
    /// The source's request without secrets, or nil.
    let request: String?
    let key: FeedKey?
    /// Nil if the source was never fetched.
    var record: FeedRecord?

    /// Returns the state of the source in one word.
    func state(at now: Timestamp) -> String {
        guard isUsed else { return "disabled" }
        return (record?.health.state(at: now) ?? .new).rawValue
    }

    /// Returns whether a person should look at it.
    func needsAttention(at now: Timestamp) -> Bool { isUsed && record?.health.needsAttention(at: now) ?? false }
}

/// Sources, pipelines and sinks with their records in the state.
struct HealthSurvey: Sendable {
    var sources: [SourceStatus]
    var pipelines: [PipelineStatus]
    var sinks: [SinkRecord]
    /// The servers that are paused, with the end of each pause.
    let pauses: [String: Timestamp]
    let budgets: [RequestBudget]
    /// The number of lines that were not reported yet, and the time of the oldest, or nil.
    let waitingLines: (count: Int, since: Timestamp?)
    /// The workers of a state that several machines share; nil for any other.
    var workers: WorkerRecords?
    let now: Timestamp
    let zone: Zone
}

extension HealthSurvey {
    /// Reads the records in the order of the configuration; without one, in the order of the names in the state.
    ///
    /// - Parameters:
    ///   - name: the only source to read, or nil for all.
    ///   - services: for stages that are made only to be examined.
    init(_ reading: StateReading, only name: String?, _ services: Services) async throws(CommandFailure) {
        (now, zone) = (reading.now, reading.zone)
        let candidates = try await Self.candidates(reading, services).filter { name == nil || $0.name == name }
        let sinkNames = reading.plan?.sinks.map(\.name)
        let planned = reading.plan?.pipelines.filter { !$0.carriesNotices }
        let pipelineNames = planned?.map(\.name)
        let (keys, now) = (candidates.compactMap(\.key), reading.now)
        let found = try await reading.query { state throws(StageError) in
            let sinkNames = if let sinkNames { sinkNames } else { try state.sinkNames() }
            let pipelineNames = if let pipelineNames { pipelineNames } else { try state.pipelineNames() }
            return (
                records: try state.records(of: keys, counts: name != nil, now: now),
                pipelines: try state.records(ofPipelines: pipelineNames),
                sinks: try state.records(ofSinks: sinkNames),
                pauses: try state.pauses(at: now, withOurOwn: true), budgets: try state.budgets(at: now),
                lines: try state.waitingLineCount(), workers: name == nil ? try state.workers() : nil
            )
        }
        let records = Dictionary(zip(keys, found.records)) { first, _ in first }
        sources = candidates.map { candidate in
            SourceStatus(
                name: candidate.name, plan: candidate.plan, isUsed: candidate.isUsed, request: candidate.request,
                key: candidate.key, record: candidate.key.flatMap { records[$0] ?? nil })
        }
        pipelines = found.pipelines.map { record in
            PipelineStatus(record: record, plan: planned?.first { $0.name == record.name })
        }
        (sinks, pauses, budgets, waitingLines) = (found.sinks, found.pauses, found.budgets, found.lines)
        workers = found.workers
    }

    private typealias Candidate = (
        name: String, plan: PlannedSource?, isUsed: Bool, request: String?, key: FeedKey?
    )

    private static func candidates(
        _ reading: StateReading, _ services: Services
    ) async throws(CommandFailure) -> [Candidate] {
        guard let plan = reading.plan else {
            return try await reading.query { state throws(StageError) in try state.knownFeeds() }.map {
                ($0.source, nil, true, nil, $0.key)
            }
        }
        let used = Set(plan.pipelines.flatMap(\.sources))
        let mask = SecretMask(plan.secrets)
        let candidates = plan.sources.map { source -> Candidate in
            // `check` reports a source that cannot be made. Here it counts as never fetched.
            let stages = source.knowsRequest ? try? source.make(services) : nil
            return (
                source.name, source, source.isEnabled && used.contains(source.name),
                stages.map { Self.shown(mask.masked($0.source.canonicalRequest)) },
                stages.map { FeedKey(of: $0.source, type: source.type) }
            )
        }
        return try await named(candidates, reading)
    }

    /// Finds the feeds of sources with an unknown request by name, as a run does.
    private static func named(
        _ candidates: [Candidate], _ reading: StateReading
    ) async throws(CommandFailure) -> [Candidate] {
        let names = candidates.filter { $0.plan?.knowsRequest == false }.map(\.name)
        guard !names.isEmpty else { return candidates }
        let taken = Set(candidates.compactMap(\.key))
        let keys = try await reading.query { state throws(StageError) in
            try state.keys(ofSources: names, except: taken)
        }
        return candidates.map { candidate in
            guard candidate.plan?.knowsRequest == false else { return candidate }
            var named = candidate
            named.key = keys[candidate.name] ?? FeedKey(standingInFor: candidate.name)
            return named
        }
    }

    /// Returns an address without user and query: these often give access. The source's place in the configuration is
    /// shown beside it.
    private static func shown(_ request: String) -> String {
        guard Address.isHTTP(request), let parts = Address.parts(request) else { return request }
        let scheme = request.prefix { $0 != ":" }
        return "\(scheme)://\(parts.server)\(parts.path)" + (parts.query == nil ? "" : "?…")
    }

    /// Whether a person should look at a source, a pipeline, a sink or the workers' configurations.
    var needsAttention: Bool {
        sources.contains { $0.needsAttention(at: now) } || pipelines.contains(where: \.record.needsAttention)
            || sinks.contains(where: \.needsAttention) || workers?.disagreeing.isEmpty == false
    }

    /// Returns when a source is fetched next; nil if that is the next run. Its server's pause and a budget that is
    /// spent delay it.
    func nextPoll(of source: SourceStatus) -> Timestamp? {
        var moments = [source.record?.nextPoll(at: now)].compactMap { $0 }
        if let server = server(of: source) {
            if let pause = pauses[server], pause > now { moments.append(pause) }
            let budgets = budgets.filter { $0.server == server && $0.resetsAt > now }
            // A server has a budget for each credential, and nobody knows here which of them the source has.
            if !budgets.isEmpty, budgets.allSatisfy({ $0.remaining == 0 }) {
                moments += [budgets.map(\.resetsAt).min()].compactMap { $0 }
            }
        }
        return moments.max()
    }

    /// Returns the server of a source, or nil if its request has none.
    func server(of source: SourceStatus) -> String? {
        source.request.flatMap { Address.isHTTP($0) ? Address.parts($0)?.server : nil }
    }
}

extension SinkRecord {
    /// The state in one word. It is `failing` only after the failure was reported.
    var state: String { failingSince == nil ? "ok" : isNotified ? "failing" : "unstable" }
}
