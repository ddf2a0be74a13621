package import FeedModel
package import FeedStages
import FeedSystem

/// What a repair is in PostgreSQL: the server looks after its files, so that only values can be wrong.
extension StateRepair {
    /// Deletes the values that no version wrote, and removes the mark of damage. Throws `.stateLocked` while a worker is at
    /// work, `.noSuchFile` if there is no state, and the errors of opening.
    package static func perform(postgresql place: PostgreSQLPlace, now: Timestamp) async throws(StageError) -> Outcome {
        try await Worker().perform(place) { opening throws(StageError) in
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
        try await Worker().perform(place) { opening throws(StageError) in
            try opening.putAside(as: "forgotten", now)
        }
    }

    /// Works on a thread of its own, since all of it blocks.
    private actor Worker {
        private let executor = SerialThreadExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func perform<Value: Sendable>(
            _ place: PostgreSQLPlace, _ work: @Sendable (PostgreSQLOpening) throws(StageError) -> Value
        ) throws(StageError) -> Value {
            let opening = try PostgreSQLOpening.forRepair(place)
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
}
