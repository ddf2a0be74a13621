import FeedStages
import FeedState

/// What a run does alone among the workers of its state.
extension Run {
    /// Whether this machine may deliver to a sink: files lie on the machine that `settings.files_on` names.
    func isHere(_ sink: SinkDelivery) -> Bool {
        guard holder != nil, sink.sink.deliversToThisMachine else { return true }
        return plan.settings.filesOn == dependencies.worker
    }

    /// The names of the sinks to which another machine delivers.
    func elsewhere(_ sinks: [SinkDelivery]) -> Set<String> { Set(sinks.filter { !isHere($0) }.map(\.plan.name)) }

    /// Whether this worker may do work for the whole state now. If so, `leave` must be called after it.
    func holdsAlone(_ lease: MaintenanceLease) async throws(StageError) -> Bool {
        guard let holder else { return true }
        return try await holder.claim(lease.rawValue, of: .maintenance)
    }

    /// Ends work for the whole state.
    func leave(_ lease: MaintenanceLease) async throws(StageError) {
        try await holder?.release([lease.rawValue], of: .maintenance)
    }

    /// How often another worker that tells its lines is waited for, and how long each time.
    private static let mostLooks = 20
    private static let pause = Duration.milliseconds(250)

    /// Puts the lines to report into the report. Of several workers one reads and reports them at a time: its lease on
    /// them ends when the state is closed, after it has told them.
    func gatherLines(_ record: RunRecord) async throws(StageError) {
        guard holder != nil else { return try await record.gatherLines(in: state, now: dependencies.clock.now) }
        for look in 0..<Self.mostLooks {
            // A cancelled sleep only shortens the wait.
            if look > 0 { try? await dependencies.clock.sleep(for: Self.pause) }
            guard try await holdsAlone(.lines) else { continue }
            return try await record.gatherLines(in: state, now: dependencies.clock.now)
        }
        try await record.leaveLines(in: state, now: dependencies.clock.now)
    }
}
