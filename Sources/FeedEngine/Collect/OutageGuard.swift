import FeedModel
import FeedStages

/// Tells a machine that is offline from feeds that are dead: at least 80 % of the sources that were asked over the
/// network, on at least three of them, could not be reached at all.
enum OutageGuard {
    private static let unreachable: Set<StageError.Code> = [.dns, .refused, .unreachable, .connectTimeout]

    static func isOffline(_ outcomes: [SourceOutcome]) -> Bool {
        let asked = outcomes.filter { $0.requests > 0 }
        let lost = asked.filter { outcome in outcome.error.map { unreachable.contains($0.code) } ?? false }
        let hosts = Set(lost.compactMap { $0.error?.facts[.host] ?? $0.error?.subject })
        return hosts.count >= 3 && lost.count * 10 >= asked.count * 8
    }
}
