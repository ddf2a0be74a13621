import FeedModel
import FeedStages
import FeedState

/// Distinguishes a machine that is offline from feeds that are dead.
///
/// Any response shows that the network works. Without one, this machine is offline if at least 80 % of the witnesses
/// could not be reached, and if they are on at least three hosts. With fewer hosts there must be proof: there is no
/// route out of this machine, its name server does not respond, or its proxy cannot be reached.
///
/// A witness is a source that was fetched over the network and that worked last time or within the last day. Dead
/// sources are often fetched alone and show nothing.
enum OutageGuard {
    private static let memory: Duration = .seconds(86_400)

    /// Whether a failure of this source would show anything about the network.
    static func isWitness(_ known: KnownFeed, at now: Timestamp) -> Bool {
        known.health.failures == 0 || known.health.lastSuccess.map { now - $0 < memory } ?? false
    }

    /// Whether a server responded to a fetch.
    static func isAnswer(_ outcome: SourceOutcome) -> Bool {
        outcome.httpStatus != nil || outcome.requests > 0 && outcome.error?.code.isOfAnswer ?? false
    }

    /// Whether a response to this request comes from another machine. This machine's own responses prove nothing.
    static func isElsewhere(_ request: String) -> Bool {
        let host = Address.parts(request)?.host ?? ""
        return host != "localhost" && !host.hasPrefix("127.") && host != "::1" && host != "[::1]"
    }

    /// Returns the errors of the witnesses that could not be reached.
    static func lost(among results: [SourceFetch.Result], at now: Timestamp) -> [StageError] {
        results.compactMap { result in
            guard result.outcome.requests > 0, isWitness(result.ready.known, at: now), let error = result.outcome.error,
                error.code.fault == .outage, error.code.point == .connecting
            else { return nil }
            return error
        }
    }

    /// Returns whether this machine is offline, from the errors of lost witnesses, when nobody responded.
    ///
    /// - Parameter network: tests of this machine's own network, made only if they decide.
    static func isOffline(
        _ lost: [StageError], witnesses: Int, _ network: Run.OwnNetwork
    ) async -> Bool {
        guard !lost.isEmpty, lost.count * 10 >= witnesses * 8 else { return false }
        let hosts = Set(lost.map(\.host))
        if hosts.count >= 3 { return true }
        // These tests separate a failing name server or a missing route from hosts that are gone.
        var isCertain = false
        for (code, host) in Set(lost.map { Loss($0) }).map({ ($0.code, $0.host) }) {
            switch code {
            case .dns:
                isCertain = await !network.hasRoute()
                if !isCertain { isCertain = await !network.nameServerAnswers(host) }
            case .unreachable: isCertain = await !network.hasRoute()
            default: isCertain = code == .proxy
            }
            guard isCertain else { return false }
        }
        return isCertain
    }

    /// The deciding part of an error. A proxy that responds, or a single host without a route, is no outage.
    private struct Loss: Hashable {
        let code: StageError.Code
        let host: String

        init(_ error: StageError) {
            host = error.host
            switch error.code {
            case .unreachable where error.facts[.network] == nil, .proxy where error.facts[.status] != nil:
                code = .refused
            default: code = error.code
            }
        }
    }
}

extension StageError {
    fileprivate var host: String { facts[.host] ?? Address.parts(subject)?.server ?? subject }
}

extension StageError.Code {
    /// Whether only a response can cause this error.
    fileprivate var isOfAnswer: Bool { point == .answering || point == .securing && fault == .safety }
}
