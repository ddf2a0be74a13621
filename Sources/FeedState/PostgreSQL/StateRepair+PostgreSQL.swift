package import FeedModel
package import FeedStages

/// What a repair is in PostgreSQL: the server looks after its files, so that only values can be wrong.
extension StateRepair {
    /// Deletes the values that no version wrote, and removes the mark of damage. Throws `.stateLocked` while a worker is at
    /// work, `.noSuchFile` if there is no state, and the errors of opening.
    package static func perform(postgresql place: PostgreSQLPlace, now: Timestamp) async throws(StageError) -> Outcome {
        try await repairing(place) { opening throws(StageError) in
            var outcome = Outcome()
            outcome.flaw = try opening.damage()
            outcome.dropped = try UnreadableRows.drop(within: .postgresql(opening.connection))
            try opening.forgetDamage()
            return outcome
        }
    }

    /// Renames the schema of the state, whatever is in it, so that the next run makes a new one. Returns its new name.
    /// Throws as `perform` does.
    package static func putAside(
        postgresql place: PostgreSQLPlace, now: Timestamp
    ) async throws(StageError) -> String {
        try await repairing(place) { opening throws(StageError) in
            try opening.putAside(as: "forgotten", now)
        }
    }

    private static func repairing<Value: Sendable>(
        _ place: PostgreSQLPlace, _ work: @Sendable (PostgreSQLOpening) throws(StageError) -> Value
    ) async throws(StageError) -> Value {
        try await BlockingThread.run { () throws(StageError) in try PostgreSQLOpening.repairing(place, work) }
    }
}

extension PostgreSQLOpening {
    /// Opens a state that no worker uses, calls `work`, and commits what that has done. Blocks.
    static func repairing<Value>(
        _ place: PostgreSQLPlace, _ work: (PostgreSQLOpening) throws(StageError) -> Value
    ) throws(StageError) -> Value {
        let opening = try forRepair(place)
        do throws(StageError) {
            let value = try work(opening)
            try opening.connection.commit()
            return value
        } catch {
            opening.connection.rollBack()
            throw error
        }
    }
}
