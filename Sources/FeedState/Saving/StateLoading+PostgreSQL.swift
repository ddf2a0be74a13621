import FeedMessages
import FeedModel
import FeedStages
import FeedSystem
import Glibc

extension StateLoading {
    /// Copies the saved state into PostgreSQL, in one transaction.
    func load(_ source: SavedStateSource, into place: PostgreSQLPlace) throws(StageError) -> Outcome {
        // A place that takes no state is found before a large file is copied.
        try PostgreSQLOpening.forReplacing(place).opening.connection.rollBack()
        if isTemporary, let file {
            let parts = PathParts(file)
            guard let folder = try Folder.open(parts.folder) else { throw .reading(ENOENT, path: file) }
            let copy = try LockedFile(parts.name, in: folder, of: file)
            return try load(copy, knowing: try SavedStateSource.unseal(copy, subject: subject), into: place)
        }
        let temporary = try PrivateFolder()
        let copy = try LockedFile("state.sqlite", in: temporary.folder, of: subject)
        return try load(copy, knowing: try source.copy(to: copy), into: place)
    }

    private func load(
        _ copy: LockedFile, knowing generation: Int64, into place: PostgreSQLPlace
    ) throws(StageError) -> Outcome {
        do throws(StageError) {
            let prepared = try check(copy, knowing: generation)
            try Self.upgrade(prepared.opening.connection)
            try identify(prepared, at: [])
            return try replace(place, by: prepared)
        } catch {
            // The user knows the file by its own name.
            throw error.subject.hasPrefix(copy.path) ? error.about(subject) : error
        }
    }

    /// Brings the copy to the present version, whose tables are those of PostgreSQL.
    private static func upgrade(_ connection: SQLiteConnection) throws(StageError) {
        // Nobody reads the copy after a crash.
        _ = try connection.first("PRAGMA journal_mode = MEMORY") { $0.text(0) }
        try connection.run("PRAGMA synchronous = OFF")
        let version = try connection.first("PRAGMA user_version") { $0.int(0) } ?? 0
        guard version < Schema.present.version else { return }
        try connection.run("BEGIN IMMEDIATE")
        try Schema.present.bring(connection, from: version, to: Schema.present.version)
        try connection.run("COMMIT")
    }

    private func replace(_ place: PostgreSQLPlace, by prepared: Prepared) throws(StageError) -> Outcome {
        let (opening, version) = try PostgreSQLOpening.forReplacing(place)
        let connection = prepared.opening.connection
        do throws(StageError) {
            var outcome = try outcome(connection)
            var lastWorker: Int64 = 0
            if let version {
                let losses = try losses(opening, ofVersion: version, replacedBy: prepared)
                lastWorker = try opening.lastWorker()
                // Whoever saves the state has this lock until all tables are read, or waits and then finds the new ones.
                try opening.connection.runScript("LOCK TABLE meta IN ACCESS EXCLUSIVE MODE")
                if let losses {
                    outcome.kept = try opening.putAside(as: "replaced", now)
                    try opening.makeSchema()
                    outcome.differences = losses
                }
            } else {
                try opening.makeSchema()
            }
            let remains = outcome.kept == nil ? version : nil
            try opening.schema.bring(opening.connection, from: remains ?? 0)
            let transfer = try StateTransfer(between: connection, and: opening.connection, schema: place.schema)
            if remains != nil { try transfer.emptyPostgreSQL() }
            // A worker that lost its time may not find its number in the new state.
            try transfer.copyToPostgreSQL(generation: max(prepared.generation, lastWorker))
            try opening.set(PostgreSQLSchema.versionKey, String(opening.schema.version))
            try opening.set(MetaKey.place, try opening.identity())
            try PostgreSQLCall(place).send(in: opening.connection)
            try opening.connection.commit()
            return outcome
        } catch {
            opening.connection.rollBack()
            throw error
        }
    }

    private func losses(
        _ opening: PostgreSQLOpening, ofVersion version: Int, replacedBy prepared: Prepared
    ) throws(StageError) -> [LocalizedText]? {
        let present = Present(
            instance: opening.instance, generation: try opening.generation(),
            ancestry: try opening.meta(MetaKey.ancestry) ?? "")
        return try losses(of: present, called: opening.connection.name, replacedBy: prepared) {
            () throws(StageError) in
            // The tables of an older version may be others.
            guard version == opening.schema.version else { return nil }
            return try StateDifference(of: .postgresql(opening.connection), from: prepared.opening.connection)
        }
    }
}

extension PostgreSQLOpening {
    /// The number of the last worker that was registered.
    fileprivate func lastWorker() throws(StageError) -> Int64 {
        let answer = try connection.firstOfScript(
            "SELECT pg_sequence_last_value(pg_get_serial_sequence('worker', 'id'))")
        return answer?.first.flatMap { Int64($0) } ?? 0
    }
}
