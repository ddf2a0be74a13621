import FeedModel
import FeedStages
import FeedState

/// Groups sources whose server could not be reached last time. One source of a server is fetched as a probe, and the
/// others wait. If the server responds, they are fetched in the same run; otherwise they have failed, too.
struct HostProbes {
    /// A source that waits for the probe of its server.
    struct Waiting: Sendable {
        let ready: SourceFetch.Ready
        /// Whether the source is due now. One that is not due is fetched only if the probe succeeds.
        let isDue: Bool
    }

    /// What a probe found about a server.
    enum Finding {
        /// The source responds, or its error does not concern the server.
        case reachable
        case unreachable(StageError)
        /// The run ended before the probe did.
        case unknown
    }

    /// The waiting sources by the key of their probe.
    private var waiting: [FeedKey: [Waiting]] = [:]

    /// Divides `candidates` into those that are fetched at once, those that wait for a probe of their server, and those
    /// that are not fetched.
    init(_ candidates: [Waiting] = []) {
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

    /// Sources that are fetched at once, probes included.
    private(set) var asked: [SourceFetch.Ready]
    /// Sources that are not fetched in this run.
    private(set) var leftAlone: [SourceFetch.Ready]

    /// The keys of the waiting sources.
    var keys: [FeedKey] { waiting.values.joined().map(\.ready.key) }

    /// Adds the waiting sources of other servers.
    mutating func add(_ other: HostProbes) { waiting.merge(other.waiting) { $0 + $1 } }

    /// Removes and returns the sources that waited for a probe.
    mutating func release(by probe: FeedKey) -> [Waiting] { waiting.removeValue(forKey: probe) ?? [] }

    /// Removes and returns all waiting sources.
    mutating func releaseAll() -> [Waiting] {
        defer { waiting = [:] }
        return waiting.values.flatMap { $0 }
    }

    /// Returns what the fetch of a source shows about its server.
    static func finding(of result: SourceFetch.Result) -> Finding {
        guard let error = result.outcome.error else {
            return result.outcome.skipReason == .notReached ? .unknown : .reachable
        }
        if error.code == .cancelled { return .unknown }
        return server(notReachedBy: result) != nil ? .unreachable(error) : .reachable
    }

    /// Returns the source's own server if it could not be reached; nil also if a server behind a redirect failed.
    static func server(notReachedBy result: SourceFetch.Result) -> String? {
        guard let error = result.outcome.error, error.code.isOfServer,
            let origin = Address.origin(result.ready.address)
        else { return nil }
        let host = error.facts[.host] ?? Address.parts(error.subject)?.host
        let own = Address.parts(result.ready.address)
        return host == nil || host == own?.host || host == own?.server ? origin : nil
    }

    /// Returns the server of a source, if it could not be reached last time.
    private static func unreachableServer(of ready: SourceFetch.Ready) -> String? {
        let health = ready.known.health
        guard health.failures > 0, let code = health.errorCode, code.isOfServer else { return nil }
        return Address.origin(ready.address)
    }
}

extension SourceFetch.Ready {
    /// The request of the source, at the address where its feed is now.
    var address: String { known.movedTo ?? stages.source.canonicalRequest }
}

extension StageError.Code {
    /// Whether the error concerns the whole server, whatever was requested. An error of a proxy does not.
    fileprivate var isOfServer: Bool {
        fault == .outage && (point == .connecting || point == .securing) && self != .proxy
    }
}
