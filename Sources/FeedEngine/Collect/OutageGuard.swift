import FeedModel
import FeedStages

/// Tells a machine that is offline from feeds that are dead: at least 80 % of the sources that were asked over the
/// network, on at least three of them, could not be reached at all.
enum OutageGuard {
    private static let unreachable: Set<StageError.Code> = [.dns, .refused, .unreachable, .connectTimeout]

    /// From the outcomes of at least those that failed, and how many sources were asked.
    static func isOffline(_ outcomes: [SourceOutcome], asked: Int) -> Bool {
        let lost = outcomes.filter { outcome in
            outcome.requests > 0 && outcome.error.map { unreachable.contains($0.code) } ?? false
        }
        let hosts = Set(lost.compactMap { $0.error?.facts[.host] ?? $0.error?.subject })
        return hosts.count >= 3 && lost.count * 10 >= asked * 8
    }
}
