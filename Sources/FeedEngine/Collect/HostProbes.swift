import FeedModel
import FeedStages
import FeedState

/// Sources whose server could not be reached when they were last asked: one of a server asks, and the others wait for
/// what it finds. If the server answers, they are all asked in the same run; if not, they have failed, too.
struct HostProbes {
    /// A source that waits for another one of its server.
    struct Waiting: Sendable {
        let ready: SourceFetch.Ready
        /// Whether it would be asked now; else it is left alone.
        let isDue: Bool
    }

    /// What was found out about a server.
    enum Finding {
        /// It answers; or nobody can tell.
        case reachable
        case unreachable(StageError)
        /// The run was over.
        case unknown
    }

    /// Those that wait, by the source that asks.
    private var waiting: [FeedKey: [Waiting]] = [:]

    /// Keeps of `candidates` those that wait for another of their server; gives those that are asked at once, and those
    /// that are left alone.
    init(_ candidates: [Waiting]) {
        (asked, leftAlone) = ([], [])
        var places: [String: FeedKey] = [:]
        for candidate in candidates where candidate.isDue {
            if let server = Self.unreachableServer(of: candidate.ready) {
                if let probe = places[server] {
                    waiting[probe, default: []].append(candidate)
                    continue
                }
                places[server] = candidate.ready.key
            }
            asked.append(candidate.ready)
        }
        for candidate in candidates where !candidate.isDue {
            if let server = Self.unreachableServer(of: candidate.ready), let probe = places[server] {
                waiting[probe, default: []].append(candidate)
            } else {
                leftAlone.append(candidate.ready)
            }
        }
    }

    /// Sources that are asked at once.
    private(set) var asked: [SourceFetch.Ready]
    /// Sources that are not asked in this run.
    private(set) var leftAlone: [SourceFetch.Ready]

    /// The keys of those that wait.
    var keys: [FeedKey] { waiting.values.joined().map(\.ready.key) }

    /// Those that waited for a source, which need not wait any more.
    mutating func release(by probe: FeedKey) -> [Waiting] { waiting.removeValue(forKey: probe) ?? [] }

    /// All that still wait.
    mutating func releaseAll() -> [Waiting] {
        defer { waiting = [:] }
        return waiting.values.flatMap { $0 }
    }

    /// What a source found out for the others of its server.
    static func finding(of result: SourceFetch.Result) -> Finding {
        guard let error = result.outcome.error else {
            return result.outcome.skipReason == .notReached ? .unknown : .reachable
        }
        if error.code == .cancelled { return .unknown }
        return server(notReachedBy: result) != nil ? .unreachable(error) : .reachable
    }

    /// The server that a source could not reach, if it was its own and not one behind a redirect.
    static func server(notReachedBy result: SourceFetch.Result) -> String? {
        guard let error = result.outcome.error, error.code.isOfServer,
            let origin = Address.origin(result.ready.address)
        else { return nil }
        let host = error.facts[.host] ?? Address.parts(error.subject)?.host
        let own = Address.parts(result.ready.address)
        return host == nil || host == own?.host || host == own?.server ? origin : nil
    }

    /// The server of a source that could not be reached when it was last asked.
    private static func unreachableServer(of ready: SourceFetch.Ready) -> String? {
        let health = ready.known.health
        guard health.failures > 0, let code = health.errorCode, code.isOfServer else { return nil }
        return Address.origin(ready.address)
    }
}

extension SourceFetch.Ready {
    /// What it asks for, where its feed lives now.
    var address: String { known.movedTo ?? stages.source.canonicalRequest }
}

extension StageError.Code {
    /// Whether it is a server's, whatever was asked of it. A proxy's is no server's.
    fileprivate var isOfServer: Bool {
        fault == .outage && (point == .connecting || point == .securing) && self != .proxy
    }
}
