import FeedModel
import FeedStages
import FeedState

/// Tells a machine that is offline from feeds that are dead, by what fails.
///
/// Whatever is answered, by anybody, shows that the network works. Where nothing is, it is at fault if there is no route
/// out of this machine, if its name server answers nothing, or if its proxy cannot be reached; and if at least 80 % of
/// the witnesses, on at least three hosts, could not be reached at all, however they failed.
///
/// A witness is a source that was asked over the network and that worked when it was last asked, or some time in the
/// last day: those that are dead are often asked alone, and tell nothing.
enum OutageGuard {
    private static let memory: Duration = .seconds(86_400)

    /// Whether a source's failure, if it fails, tells anything.
    static func isWitness(_ known: KnownFeed, at now: Timestamp) -> Bool {
        known.health.failures == 0 || known.health.lastSuccess.map { now - $0 < memory } ?? false
    }

    /// Whether somebody answered a fetch.
    static func isAnswer(_ outcome: SourceOutcome) -> Bool {
        outcome.httpStatus != nil || outcome.requests > 0 && outcome.error?.code.isOfAnswer ?? false
    }

    /// Whether an answer shows that there is somebody out there; one of this machine itself proves nothing.
    static func isElsewhere(_ request: String) -> Bool {
        let host = Address.parts(request)?.host ?? ""
        return host != "localhost" && !host.hasPrefix("127.") && host != "::1" && host != "[::1]"
    }

    /// The witnesses among those that could not be reached.
    static func lost(among results: [SourceFetch.Result], at now: Timestamp) -> [StageError] {
        results.compactMap { result in
            guard result.outcome.requests > 0, isWitness(result.ready.known, at: now), let error = result.outcome.error,
                error.code.fault == .outage, error.code.point == .connecting
            else { return nil }
            return error
        }
    }

    /// Whether this machine is offline, if these were lost of so many witnesses and nobody answered.
    ///
    /// - Parameter network: what this machine says of its own network; asked only where that decides.
    static func isOffline(
        _ lost: [StageError], witnesses: Int, _ network: Run.OwnNetwork
    ) async -> Bool {
        guard !lost.isEmpty, lost.count * 10 >= witnesses * 8 else { return false }
        let hosts = Set(lost.map(\.host))
        if hosts.count >= 3 { return true }
        // A name that cannot be resolved and a host without a route are told apart from those that are gone.
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

    /// What decides of an error; a proxy that answers, or a host that alone has no way to it, is nobody's outage.
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
    /// Whether only an answer can end so.
    fileprivate var isOfAnswer: Bool { point == .answering || point == .securing && fault == .safety }
}
