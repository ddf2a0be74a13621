import FeedModel
import FeedStages
import FeedState
import FeedSystem

/// The hosts whose sources are due, in the order in which this worker claims them, and what became of them.
struct HostClaims: Sendable {
    /// A source that may be fetched, with what was known of it as the run began.
    struct Candidate: Sendable {
        let source: Collector.Prepared
        let known: KnownFeed
        let pipelines: [PipelineID]
        /// Whether it is due. One that is not is fetched only if a probe of its server succeeds.
        let isDue: Bool
    }

    /// The sources of one host. If a request names none, each source is a host of its own.
    struct Host: Sendable {
        let name: String
        var candidates: [Candidate]
    }

    /// The most hosts of one claim.
    static let most = 64

    /// Hosts that were not claimed yet.
    private(set) var untried: ArraySlice<Host>
    /// Hosts that another worker had.
    private(set) var left: [Host] = []
    /// How many sources of each held host are not stored yet.
    private var open: [String: Int] = [:]
    /// The hosts of the sources that are being fetched.
    private var hostOfSource: [FeedKey: String] = [:]
    /// Held hosts that are kept until all fetches have ended, because more is to be recorded of them.
    private var kept: Set<String> = []
    /// Held hosts that are being asked, without those that are kept: they may wait long for their next request.
    private var asked: Set<String> = []
    /// How many hosts were claimed at all.
    private(set) var claimed = 0

    /// Begins with hosts that an earlier look found with another worker.
    init(again hosts: [Host]) { untried = hosts[...] }

    /// Orders the hosts: those with sources that the last runs passed over come first. Among equals each worker begins
    /// at another place, so that they rarely want the same ones, and goes on with those whose sources take longest.
    init(_ candidates: [Candidate], worker: String) {
        var places: [String: Int] = [:]
        var hosts: [Host] = []
        for candidate in candidates {
            let name = Self.host(of: candidate)
            if let place = places[name] {
                hosts[place].candidates.append(candidate)
            } else {
                places[name] = hosts.count
                hosts.append(Host(name: name, candidates: [candidate]))
            }
        }
        for place in hosts.indices { hosts[place].candidates.sort { $0.known.isAskedBefore($1.known) } }
        let sorted = hosts.sorted { one, other in
            guard let first = one.candidates.first, let second = other.candidates.first else { return false }
            return first.known.isAskedBefore(second.known)
        }
        let start = SHA256.hash(worker).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        var ordered: [Host] = []
        var rest = sorted[...]
        while let first = rest.first {
            let turns = first.timesPassedOver
            let equals = rest.prefix { $0.timesPassedOver == turns }
            rest = rest.dropFirst(equals.count)
            let offset = start % equals.count
            ordered += equals.dropFirst(offset) + equals.prefix(offset)
        }
        untried = ordered[...]
    }

    /// The lease on which the requests of a source depend: its host, or else itself.
    static func host(of candidate: Candidate) -> String {
        let request = candidate.known.movedTo ?? candidate.source.stages.source.canonicalRequest
        if Address.isHTTP(request), let host = Address.host(request) { return host }
        // A name with a blank is no host.
        return "source \(candidate.source.plan.name)"
    }

    /// Takes the hosts of the next claim; none if there are no more, or if this worker asks as many as it can.
    mutating func next(within limit: TransferLimit) -> [Host] {
        guard hasNext(within: limit) else { return [] }
        let hosts = untried.prefix(min(Self.size(within: limit), room(within: limit)))
        untried = untried.dropFirst(hosts.count)
        return Array(hosts)
    }

    /// Whether more hosts can be claimed now. A host that would wait here for its turn is another worker's to ask. A claim
    /// costs the database the same for few hosts as for many, so it waits for some room.
    func hasNext(within limit: TransferLimit) -> Bool {
        !untried.isEmpty && room(within: limit) >= max(1, Self.size(within: limit) / 4)
    }

    /// How many more hosts can be asked at once.
    private func room(within limit: TransferLimit) -> Int { limit.most - asked.count }

    /// The most hosts of one claim.
    private static func size(within limit: TransferLimit) -> Int { min(limit.width, most) }

    /// Notes what became of a claim.
    mutating func note(_ hosts: [Host], held: Set<String>) {
        left += hosts.filter { !held.contains($0.name) }
        for host in hosts where held.contains(host.name) { open[host.name] = 0 }
        claimed += held.count
    }

    /// Notes that a source of a held host is to be fetched. `isWaiting`: not at once, and perhaps not at all.
    mutating func begin(_ key: FeedKey, of host: String, isWaiting: Bool) {
        open[host, default: 0] += 1
        hostOfSource[key] = host
        if isWaiting { keep(host) } else if !kept.contains(host) { asked.insert(host) }
    }

    /// Notes that a fetch has ended. `keepsHost`: more is to be recorded of it after all fetches.
    mutating func end(_ key: FeedKey, keepsHost: Bool) {
        guard let host = hostOfSource.removeValue(forKey: key) else { return }
        let rest = open[host, default: 1] - 1
        open[host] = rest
        if keepsHost { keep(host) } else if rest <= 0 { asked.remove(host) }
    }

    private mutating func keep(_ host: String) {
        kept.insert(host)
        asked.remove(host)
    }

    /// Takes the hosts of which nothing more is to be fetched or recorded. To be called when all is stored.
    mutating func takeFinished() -> [String] {
        let finished = open.filter { $0.value <= 0 && !kept.contains($0.key) }.map(\.key)
        for host in finished { open[host] = nil }
        return finished
    }

    /// Takes all hosts that are held.
    mutating func takeAll() -> [String] {
        defer { (open, kept, asked, hostOfSource) = ([:], [], [], [:]) }
        return Array(open.keys)
    }
}

extension HostClaims.Host {
    /// How many runs in a row have passed over one of its sources.
    fileprivate var timesPassedOver: Int { candidates.lazy.map(\.known.timesPassedOver).max() ?? 0 }
}
