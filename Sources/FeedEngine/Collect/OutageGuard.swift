import FeedModel
import FeedStages
import FeedState

/// Tells a machine that is offline from feeds that are dead: at least 80 % of the witnesses, on at least three hosts,
/// could not be reached at all.
///
/// A witness is a source that was asked over the network and that worked when it was last asked, or some time in the
/// last day: those that are dead are often asked alone, and tell nothing.
enum OutageGuard {
    private static let unreachable: Set<StageError.Code> = [.dns, .refused, .unreachable, .connectTimeout, .proxy]

    private static let memory: Duration = .seconds(86_400)

    /// Whether a source's failure, if it fails, tells anything.
    static func isWitness(_ known: KnownFeed, at now: Timestamp) -> Bool {
        known.health.failures == 0 || known.health.lastSuccess.map { now - $0 < memory } ?? false
    }

    /// The witnesses among those that could not be reached.
    static func lost(among results: [SourceFetch.Result], at now: Timestamp) -> [StageError] {
        results.compactMap { result in
            guard result.outcome.requests > 0, isWitness(result.ready.known, at: now), let error = result.outcome.error,
                unreachable.contains(error.code)
            else { return nil }
            return error
        }
    }

    /// Whether this machine is offline, if these were lost of so many witnesses.
    static func isOffline(_ lost: [StageError], witnesses: Int) -> Bool {
        let hosts = Set(
            lost.map { error in
                error.facts[.host] ?? Address.parts(error.subject)?.server ?? error.subject
            })
        return hosts.count >= 3 && lost.count * 10 >= witnesses * 8
    }
}
