import FeedConfiguration
import FeedEngine
import FeedModel
import FeedStages
import FeedState

/// A source as `status` shows it: what the configuration says of it, and what the state knows.
struct SourceStatus: Sendable {
    let name: String
    /// What the configuration says, or nil if it cannot be used.
    let plan: PlannedSource?
    /// Whether any run asks it.
    let isUsed: Bool
    /// What it asks for, without secrets, or nil.
    let request: String?
    let key: FeedKey?
    /// Nil if it has never been asked.
    var record: FeedRecord?

    /// What became of the source, in one word.
    func state(at now: Timestamp) -> String {
        guard isUsed else { return "disabled" }
        return (record?.health.state(at: now) ?? .new).rawValue
    }

    /// Whether somebody should look after it.
    func needsAttention(at now: Timestamp) -> Bool { isUsed && record?.health.needsAttention(at: now) ?? false }
}

/// Sources and sinks with what the state knows of them.
struct HealthSurvey: Sendable {
    var sources: [SourceStatus]
    var sinks: [SinkRecord]
    /// Servers that are not to be asked before.
    let pauses: [String: Timestamp]
    let budgets: [RequestBudget]
    /// How many lines nobody has heard of, and since when the oldest of them waits, or nil.
    let waitingLines: (count: Int, since: Timestamp?)
    let now: Timestamp
    let zone: Zone
}

extension HealthSurvey {
    /// Looks, in the order of the configuration; without one, in the order of the names that the state knows.
    ///
    /// - Parameters:
    ///   - name: of the only source that is wanted, or nil.
    ///   - services: for stages that are made only to be asked what they stand for.
    init(_ reading: StateReading, only name: String?, _ services: Services) async throws(CommandFailure) {
        (now, zone) = (reading.now, reading.zone)
        let candidates = try await Self.candidates(reading, services).filter { name == nil || $0.name == name }
        let sinkNames = reading.plan?.sinks.map(\.name)
        let (keys, now) = (candidates.compactMap(\.key), reading.now)
        let found = try await reading.query { state throws(StageError) in
            let sinkNames = if let sinkNames { sinkNames } else { try state.sinkNames() }
            return (
                records: try state.records(of: keys, counts: name != nil, now: now),
                sinks: try state.records(ofSinks: sinkNames),
                pauses: try state.pauses(at: now, withOurOwn: true), budgets: try state.budgets(at: now),
                lines: try state.waitingLineCount()
            )
        }
        let records = Dictionary(zip(keys, found.records)) { first, _ in first }
        sources = candidates.map { candidate in
            SourceStatus(
                name: candidate.name, plan: candidate.plan, isUsed: candidate.isUsed, request: candidate.request,
                key: candidate.key, record: candidate.key.flatMap { records[$0] ?? nil })
        }
        (sinks, pauses, budgets, waitingLines) = (found.sinks, found.pauses, found.budgets, found.lines)
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
            // What cannot be made is told by `check`; here it is a source that has never been asked.
            let stages = source.knowsRequest ? try? source.make(services) : nil
            return (
                source.name, source, source.isEnabled && used.contains(source.name),
                stages.map { Self.shown(mask.masked($0.source.canonicalRequest)) },
                stages.map { FeedKey(of: $0.source, type: source.type) }
            )
        }
        return try await named(candidates, reading)
    }

    /// Those whose request is not known here are found by their names, as a run finds them.
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

    /// An address without user and query: what gives access often stands there, and the place in the configuration is
    /// shown beside it.
    private static func shown(_ request: String) -> String {
        guard Address.isHTTP(request), let parts = Address.parts(request) else { return request }
        let scheme = request.prefix { $0 != ":" }
        return "\(scheme)://\(parts.server)\(parts.path)" + (parts.query == nil ? "" : "?…")
    }

    /// The server that a source asks, if its request tells.
    func server(of source: SourceStatus) -> String? {
        source.request.flatMap { Address.isHTTP($0) ? Address.parts($0)?.server : nil }
    }
}

extension SinkRecord {
    /// How it fares, in one word: it is failing once that is told.
    var state: String { failingSince == nil ? "ok" : isNotified ? "failing" : "unstable" }
}
