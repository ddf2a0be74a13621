import FeedModel
import FeedStages

extension PostgreSQLOpening {
    /// Opens a state to be saved: the transaction stays open and sees one moment, while others write. With `alone` nobody
    /// can write until the connection ends, and `.stateLocked` is thrown where a worker is at work.
    ///
    /// Throws `.noSuchFile` if there are no tables, `.stateOutdated` if they are older than this program, `.stateMoved` if
    /// the state was moved away, and the errors of opening.
    static func forSaving(
        _ place: PostgreSQLPlace, alone: Bool, schema: PostgreSQLSchema = .present
    ) throws(StageError) -> (opening: PostgreSQLOpening, generation: Int64, isDuringRun: Bool) {
        let connection = try PostgreSQLConnection(place, isReadOnly: !alone)
        var opening = PostgreSQLOpening(connection, place, schema)
        if alone { try opening.refuseReadOnly() }
        try opening.checkSavable()
        // A large table takes longer than any statement of a run.
        try connection.runScript("SET statement_timeout = 0")
        if alone { try connection.runScript(PostgreSQLLock.hold(place)) }
        opening.removeEndedWorkers()
        if alone { try opening.refuseWorkers() }
        // A load replaces the tables at once. It waits for whoever holds this lock, which comes before the first look.
        try connection.runScript(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; LOCK TABLE meta IN ACCESS SHARE MODE")
        try opening.checkSavable()
        try opening.readNames()
        // A worker that is still there may do more than is seen here, even if it is late.
        let first = try connection.first("SELECT min(id) FROM worker", []) { $0.optionalInteger(0) } ?? nil
        if let first { return (opening, first - 1, true) }
        return (opening, try opening.generation(), false)
    }

    private func checkSavable() throws(StageError) {
        guard let version = try version() else { throw StageError(.noSuchFile, subject: connection.name) }
        guard version == schema.version else { throw StageError(.stateOutdated, subject: connection.name) }
        try refuseDamaged()
        if let fault = try moved() { throw fault }
    }

    /// Removes workers that died. Where that is not allowed, as on a standby, they count as being at work.
    private func removeEndedWorkers() {
        do throws(StageError) {
            try connection.runScript("BEGIN READ WRITE")
            try PostgreSQLWorker.removeEnded(in: connection)
            try connection.commit()
        } catch {
            connection.rollBack()
        }
    }

    /// Opens the place into which a saved state is loaded, in a transaction that keeps all others from writing. There may
    /// be a state, or none.
    ///
    /// Throws `.stateLocked` while a worker is at work, `.stateDamaged` if the state there is marked so, and the errors of
    /// opening.
    static func forReplacing(
        _ place: PostgreSQLPlace, schema: PostgreSQLSchema = .present
    ) throws(StageError) -> (opening: PostgreSQLOpening, version: Int?) {
        let connection = try PostgreSQLConnection(place, isReadOnly: false)
        var opening = PostgreSQLOpening(connection, place, schema)
        try opening.refuseReadOnly()
        do throws(StageError) {
            try connection.runScript("SET statement_timeout = 0; " + PostgreSQLLock.begin(place, .exclusive))
            guard let version = try opening.version() else { return (opening, nil) }
            try opening.refuseDamaged()
            try opening.refuseWorkers()
            try opening.readNames()
            return (opening, version)
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Returns the last generation: the id of the last worker.
    func generation() throws(StageError) -> Int64 { try meta(MetaKey.generation).flatMap { Int64($0) } ?? 0 }
}
