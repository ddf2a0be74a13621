import CLibPQ
import FeedStages

extension PostgreSQLConnection {
    /// Reads the rows of a `COPY … TO STDOUT`. `take` gets them in pieces, which are valid only during the call. If it
    /// throws, the connection is of no more use.
    ///
    /// Throws the errors of the server, and what `take` throws.
    func copyOut(_ sql: String, take: (UnsafeRawBufferPointer) throws(StageError) -> Void) throws(StageError) {
        try beginCopy(sql, CLIBPQ_COPYING_OUT)
        while true {
            var piece: UnsafeMutablePointer<CChar>?
            let count = clibpq_get_copy(handle, &piece, 0)
            guard count > 0, let piece else { break }
            defer { clibpq_memory_free(piece) }
            try take(UnsafeRawBufferPointer(start: piece, count: Int(count)))
        }
        _ = try endCopy()
    }

    /// Writes the rows of a `COPY … FROM STDIN`: `fill` calls its argument with one piece after the other. Returns how
    /// many rows the server has stored.
    ///
    /// Throws the errors of the server, and what `fill` throws. The open transaction is lost then.
    func copyIn(
        _ sql: String,
        fill: ((UnsafeRawBufferPointer) throws(StageError) -> Void) throws(StageError) -> Void
    ) throws(StageError) -> Int64 {
        try beginCopy(sql, CLIBPQ_COPYING_IN)
        do throws(StageError) {
            try fill { piece throws(StageError) in
                let start = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
                guard clibpq_put_copy(handle, start, Int32(piece.count)) == 1 else {
                    // The reason comes with the result.
                    _ = try endCopy()
                    throw StageError(.databaseUnreachable, subject: name)
                }
            }
        } catch {
            if clibpq_end_copy(handle, "cancelled") == 1 { _ = try? endCopy() }
            throw error
        }
        guard clibpq_end_copy(handle, nil) == 1 else {
            _ = try endCopy()
            throw StageError(.databaseUnreachable, subject: name)
        }
        return try endCopy()
    }

    private func beginCopy(_ sql: String, _ direction: some BinaryInteger) throws(StageError) {
        let result = try script(sql)
        defer { clibpq_clear(result) }
        guard clibpq_outcome(result) == Int32(direction) else { throw StageError(.internalError, subject: name) }
    }

    /// Takes the results of a COPY, and throws the first error. Returns how many rows were copied.
    private func endCopy() throws(StageError) -> Int64 {
        var (count, reason): (Int64, StageError?) = (0, nil)
        while let result = clibpq_next_result(handle) {
            do throws(StageError) {
                let done = try checked(result)
                count = clibpq_changed(done).flatMap { Int64(String(cString: $0)) } ?? count
                let isUnfinished = clibpq_outcome(done) != Int32(CLIBPQ_DONE)
                clibpq_clear(done)
                // As long as the server waits for rows there is no other result.
                if isUnfinished { break }
            } catch {
                reason = reason ?? error
            }
        }
        if let reason { throw reason }
        // A broken connection has no result to check, only words.
        if clibpq_status(handle) != Int32(CLIBPQ_OK) { clibpq_clear(try checked(nil)) }
        return count
    }
}
